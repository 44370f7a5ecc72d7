/** Splits Markdown with page comments into numbered parts, and finds headings and passages in them. */

export interface Part {
  /** Number of the page, slide or sheet; a document without pages has parts counted from 1. */
  readonly number: number
  readonly text: string
}

interface Heading {
  readonly level: number
  readonly text: string
  readonly page: number
}

interface Passage {
  readonly page: number
  /** The nearest heading above. */
  readonly heading: string | undefined
  readonly text: string
}

/** In a document without pages, a longer part ends at the next blank line. */
const PART_CHARACTERS = 10_000
const PAGE_MARK = /^<!-- page (\d+) -->$/

/** @param markdown Contains `<!-- page 3 -->` at the start of each page. */
export function toParts(markdown: string, hasPages: boolean): Part[] {
  const lines = markdown.split('\n')
  return hasPages ? byPages(lines) : bySize(lines)
}

function byPages(lines: readonly string[]): Part[] {
  const parts: { number: number; lines: string[] }[] = []
  for (const line of lines) {
    const [, page] = PAGE_MARK.exec(line) ?? []
    if (page !== undefined) parts.push({ number: Number(page), lines: [] })
    else parts.at(-1)?.lines.push(line)
  }
  return parts.map(({ number, lines: own }) => ({ number, text: own.join('\n').trim() }))
}

/** Splits at blank lines, or before a heading once the part is half full. */
function bySize(lines: readonly string[]): Part[] {
  const parts: Part[] = []
  let open: string[] = []
  let characters = 0
  const close = (): void => {
    const text = open.join('\n').trim()
    if (text !== '') parts.push({ number: parts.length + 1, text })
    open = []
    characters = 0
  }
  for (const { line, isCode } of withCode(lines)) {
    const isFull = characters > PART_CHARACTERS
    const isNearlyFull = characters > PART_CHARACTERS / 2 && /^#{1,2} /.test(line)
    if (!isCode && ((isFull && line === '') || isNearlyFull)) close()
    open.push(line)
    characters += line.length + 1
  }
  close()
  return parts
}

/** Marks lines of code, which may look like headings. */
function* withCode(
  lines: readonly string[],
): Generator<{ readonly line: string; readonly isCode: boolean }> {
  let fence: string | undefined
  for (const line of lines) {
    const [, mark] = /^(`{3,}|~{3,})/.exec(line) ?? []
    yield { line, isCode: fence !== undefined || mark !== undefined }
    if (fence === undefined) fence = mark
    else if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined
  }
}

export function headingsOf(parts: readonly Part[]): Heading[] {
  return parts.flatMap(({ number, text }) =>
    [...withCode(text.split('\n'))].flatMap(({ line, isCode }) => {
      const [, marks = '', words = ''] = /^(#{1,6}) (.+)$/.exec(isCode ? '' : line) ?? []
      return marks === '' ? [] : [{ level: marks.length, text: words, page: number }]
    }),
  )
}

/** Characters shown around a match. */
const AROUND = 200

/**
 * Finds a text, ignoring case and differences in spaces.
 *
 * @param most The largest number of passages.
 */
export function findPassages(parts: readonly Part[], sought: string, most: number): Passage[] {
  const words = sought.trim().split(/\s+/).map(escapePattern)
  if (words.join('') === '') return []
  const pattern = new RegExp(words.join('\\s+'), 'giu')
  const passages: Passage[] = []
  let heading: string | undefined
  for (const part of parts) {
    const headings = findHeadings(part.text)
    let end = -1
    for (const { index, 0: found } of part.text.matchAll(pattern)) {
      // One passage shows all nearby matches.
      if (index < end) continue
      end = index + found.length + AROUND
      const above = headings.findLast(({ at }) => at <= index)?.text ?? heading
      const from = Math.max(0, index - AROUND)
      const text = part.text.slice(from, end).trim()
      passages.push({ page: part.number, heading: above, text })
      if (passages.length === most) return passages
    }
    heading = headings.at(-1)?.text ?? heading
  }
  return passages
}

function findHeadings(text: string): { readonly at: number; readonly text: string }[] {
  return [...text.matchAll(/^#{1,6} (.+)$/gm)].map(({ index, 1: words = '' }) => ({
    at: index,
    text: words,
  }))
}

function escapePattern(word: string): string {
  return word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}
