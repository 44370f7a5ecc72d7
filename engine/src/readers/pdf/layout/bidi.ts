/** Turns text in visual order into reading order, the inverse of the Unicode Bidirectional Algorithm. */

// UAX #9, simplified: without embeddings, because a page shows only their result. Numbers are not split.
const leftwards = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
/** Matches a number (UAX #9, W2 to W7): digits, with separators between them and signs beside them. */
const number = /[\p{Nd}]+(?:[.,:/\u066b\u066c][\p{Nd}]+)*/gu

const brackets = ['()', '[]', '{}', '«»', '‹›'] as const

/** Returns true if the text has letters of a right-to-left script. */
export function hasLeftwards(text: string): boolean {
  return leftwards.test(text)
}

/** Returns true if most letters are of a right-to-left script. */
export function isMostlyLeftwards(text: string): boolean {
  if (!hasLeftwards(text)) return false
  let left = 0
  let right = 0
  for (const character of text) {
    if (leftwards.test(character)) left++
    else if (/\p{L}/u.test(character)) right++
  }
  return left > right
}

/** Returns true if most letters of a text in parts are of a right-to-left script. */
export function areMostlyLeftwards(parts: readonly { readonly text: string }[]): boolean {
  if (!parts.some(({ text }) => hasLeftwards(text))) return false
  return isMostlyLeftwards(parts.map(({ text }) => text).join(' '))
}

/**
 * Puts a line into the order it is read in.
 *
 * @param visual The characters from left to right.
 * @param paragraphIsLeftwards True for a line of right-to-left text; otherwise only its right-to-left parts are reversed.
 */
export function toLogical(visual: string, paragraphIsLeftwards: boolean): string {
  if (!hasLeftwards(visual)) return visual
  return pairBrackets(paragraphIsLeftwards ? turnLine(visual) : turnParts(visual))
}

/**
 * Makes brackets open and close in turn: some files encode them by shape, others by meaning, and PDFium mirrors
 * those in right-to-left text. An odd number of brackets is left unchanged: the partner is on another line.
 */
function pairBrackets(line: string): string {
  let paired = line
  for (const [open = '', close = ''] of brackets) {
    const count = paired.split(open).length + paired.split(close).length - 2
    if (count === 0 || count % 2 === 1) continue
    let isOpen = false
    paired = [...paired]
      .map((character) => {
        if (character !== open && character !== close) return character
        isOpen = !isOpen
        return isOpen ? open : close
      })
      .join('')
  }
  return paired
}

/** Reverses the whole line, and reverses its left-to-right parts back. */
function turnLine(visual: string): string {
  return parts(visual, true)
    .reverse()
    .map((part) => (part.leftwards ? turn(part.text) : part.text))
    .join('')
}

/** Reverses the right-to-left parts of a left-to-right line in place. */
function turnParts(visual: string): string {
  return parts(visual, false)
    .map((part) => (part.leftwards ? turnLine(part.text) : part.text))
    .join('')
}

interface Part {
  readonly text: string
  readonly leftwards: boolean
}

/** Matches letters and digits of one direction, with the characters between them. */
const run = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|[\p{L}\p{N}]/gu

/** Matches signs that end a left-to-right part of a right-to-left line: `(A4) 297` is two parts. */
const endsPart = /[()[\]:;,]\s|\s[([]/

/**
 * Splits a line into runs of one direction. Blanks and signs between two runs of one direction belong to them, others to the
 * direction of the line (UAX #9, N1 and N2).
 */
function parts(visual: string, lineIsLeftwards: boolean): Part[] {
  const found: Part[] = []
  const add = (text: string, direction: boolean) => {
    const last = found.at(-1)
    if (text === '') return
    if (last?.leftwards === direction) {
      found[found.length - 1] = { text: last.text + text, leftwards: direction }
    } else found.push({ text, leftwards: direction })
  }
  let end = 0
  let before: boolean | undefined
  for (const match of visual.matchAll(run)) {
    const direction = leftwards.test(match[0])
    const between = visual.slice(end, match.index)
    const joins = before === direction && (direction || !endsPart.test(between))
    add(between, joins ? direction : lineIsLeftwards)
    add(match[0], direction)
    before = direction
    end = match.index + match[0].length
  }
  add(visual.slice(end), lineIsLeftwards)
  return found
}

/** Reverses the characters; numbers stay as they are. */
function turn(text: string): string {
  const turned = [...text].reverse().join('')
  return turned.replace(number, (digits) => [...digits].reverse().join(''))
}
