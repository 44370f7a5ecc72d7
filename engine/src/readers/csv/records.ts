/** Splits separated values into records of cells. RFC 4180: a quoted cell may hold delimiters, line ends, and doubled quotes. */

/**
 * Yields one record after the other. A quote within an unquoted cell is an ordinary character, an unclosed quoted cell
 * extends to the end of the text, and empty lines are skipped.
 */
export function* readRecords(text: string, delimiter: string): Generator<string[]> {
  let record: string[] = []
  let at = text.startsWith('\ufeff') ? 1 : 0
  while (at < text.length) {
    const isQuoted = text[at] === '"'
    const cell = isQuoted ? readQuoted(text, at, delimiter) : readBare(text, at, delimiter)
    record.push(cell.content)
    at = cell.end
    if (text[at] === delimiter) {
      at += 1
      // A delimiter at the end of the text precedes an empty cell.
      if (at === text.length) record.push('')
      continue
    }
    at += text.startsWith('\r\n', at) ? 2 : 1
    if (record.length > 1 || record[0] !== '') yield record
    record = []
  }
  if (record.length > 0) yield record
}

interface CellText {
  readonly content: string
  /** Offset of the character after the cell: a delimiter, a line end, or the end of the text. */
  readonly end: number
}

function readBare(text: string, start: number, delimiter: string): CellText {
  let end = start
  while (end < text.length && !isEnd(text, end, delimiter)) end += 1
  return { content: text.slice(start, end), end }
}

function isEnd(text: string, at: number, delimiter: string): boolean {
  const character = text[at]
  return character === delimiter || character === '\n' || character === '\r'
}

function readQuoted(text: string, start: number, delimiter: string): CellText {
  const parts: string[] = []
  let at = start + 1
  for (;;) {
    const quote = text.indexOf('"', at)
    if (quote < 0) return { content: parts.join('') + text.slice(at), end: text.length }
    parts.push(text.slice(at, quote))
    at = quote + 1
    if (text[at] !== '"') break
    parts.push('"')
    at += 1
  }
  const rest = readBare(text, at, delimiter)
  return { content: parts.join('') + rest.content, end: rest.end }
}
