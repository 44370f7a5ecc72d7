/** Splits the text of a block that is longer than a chunk at sentences, items, rows or lines. */

/** A sentence ends before white space that follows its punctuation, closing quotes and brackets included. */
const sentenceEnd = /[.!?…。！？]["'”’»)\]]*\s+|[。！？]/gu

/**
 * Splits a text after sentences; a sentence that is too long, after words; a word that is too long, anywhere.
 *
 * @param size The largest number of characters in a part, at least 1.
 */
export function splitSentences(text: string, size: number): string[] {
  return pack(splitAfter(text, sentenceEnd), size, (sentence) =>
    pack(splitAfter(sentence, /\s+/g), size, (word) => splitAnywhere(word, size)),
  )
}

/**
 * Splits lines into parts; each part begins with the head's lines and ends with the foot's.
 *
 * @param cut Splits a single line that is too long.
 */
export function splitLines(
  lines: readonly string[],
  size: number,
  { head = [], foot = [], cut }: SplitLinesOptions,
): string[] {
  const frame = [...head, ...foot].reduce((sum, line) => sum + line.length + 1, 0)
  // A head longer than half a chunk is not repeated.
  const isRepeated = frame < size / 2
  const room = isRepeated ? size - frame : size
  const whole = isRepeated ? lines : [...head, ...lines, ...foot]
  const parts = pack(
    whole.map((line) => `${line}\n`),
    room,
    (line) => cut(line.trimEnd(), room),
  )
  return parts.map((part) => {
    return isRepeated ? [...head, part, ...foot].join('\n') : part
  })
}

interface SplitLinesOptions {
  readonly head?: readonly string[]
  readonly foot?: readonly string[]
  readonly cut: (line: string, size: number) => readonly string[]
}

/** Splits a text after each match of `end`. */
function splitAfter(text: string, end: RegExp): string[] {
  const parts: string[] = []
  let start = 0
  for (const { 0: found, index } of text.matchAll(end)) {
    parts.push(text.slice(start, index + found.length))
    start = index + found.length
  }
  return start < text.length ? [...parts, text.slice(start)] : parts
}

/** Joins adjacent parts up to the size, and trims them. */
function pack(
  texts: readonly string[],
  size: number,
  cut: (text: string) => readonly string[],
): string[] {
  const packed: string[] = []
  let open = ''
  const close = (): void => {
    if (open.trim() !== '') packed.push(open.replace(/^\n+/, '').trimEnd())
    open = ''
  }
  for (const text of texts) {
    if (open !== '' && open.length + text.trimEnd().length > size) close()
    if (text.trimEnd().length > size) packed.push(...cut(text))
    else open += text
  }
  close()
  return packed
}

function splitAnywhere(text: string, size: number): string[] {
  const parts: string[] = []
  for (let start = 0; start < text.length; ) {
    let end = start + size
    // Does not cut between the halves of a surrogate pair.
    if (/[\uD800-\uDBFF]/.test(text.charAt(end - 1)) && size > 1) end -= 1
    parts.push(text.slice(start, end))
    start = end
  }
  return parts
}
