/** Text in the order of its places → text in the order it is read: the way back from the Unicode Bidirectional Algorithm. */

// UAX #9, simplified: no embeddings, as a page shows only their result; numbers stay in one piece.
const leftwards = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
const rightwards = /[\p{L}\p{N}]/u
/** Parts of a number, UAX #9 W2 to W7: digits, with separators between and signs beside them. */
const number = /[\p{Nd}]+(?:[.,:/\u066b\u066c][\p{Nd}]+)*/gu

const mirrored: Readonly<Record<string, string>> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '{': '}',
  '}': '{',
  '<': '>',
  '>': '<',
  '«': '»',
  '»': '«',
  '‹': '›',
  '›': '‹',
}

/** Whether any of the text is of a script written leftwards. */
export function hasLeftwards(text: string): boolean {
  return leftwards.test(text)
}

/** Whether most letters are of a script written leftwards. */
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

/**
 * Puts a line into the order it is read in.
 *
 * @param visual The characters from left to right.
 * @param paragraphIsLeftwards The line belongs to text that runs leftwards; else only its leftward parts are turned.
 */
export function toLogical(visual: string, paragraphIsLeftwards: boolean): string {
  if (!hasLeftwards(visual)) return visual
  return paragraphIsLeftwards ? turnLine(visual) : turnParts(visual)
}

/** The whole line turned, its rightward parts turned back. */
function turnLine(visual: string): string {
  return parts(visual)
    .reverse()
    .map((part) => (part.leftwards ? turn(part.text) : part.text))
    .join('')
}

/** The leftward parts of a rightward line turned where they stand. */
function turnParts(visual: string): string {
  return parts(visual)
    .map((part) => (part.leftwards ? turnLine(part.text) : part.text))
    .join('')
}

interface Part {
  text: string
  readonly leftwards: boolean
}

/** Runs of one direction; blanks and signs between two runs of one direction belong to them, else to the leftward one. */
function parts(visual: string): Part[] {
  const found: Part[] = []
  for (const character of visual) {
    const last = found.at(-1)
    const direction = directionOf(character)
    if (last && (direction === undefined || direction === last.leftwards)) last.text += character
    else if (!last && direction === undefined) found.push({ text: character, leftwards: true })
    else found.push({ text: character, leftwards: direction === true })
  }
  return found.flatMap(splitTrailing)
}

/** Blanks and signs after a rightward part stand by themselves, so that they turn with the line. */
function splitTrailing(part: Part): Part[] {
  if (part.leftwards) return [part]
  const trailing = /[^\p{L}\p{N}]+$/u.exec(part.text)?.[0] ?? ''
  if (trailing === '' || trailing.length === part.text.length) return [part]
  const text = part.text.slice(0, part.text.length - trailing.length)
  return [
    { text, leftwards: false },
    { text: trailing, leftwards: true },
  ]
}

function directionOf(character: string): boolean | undefined {
  if (leftwards.test(character)) return true
  return rightwards.test(character) ? false : undefined
}

/** Characters in the other order; numbers stay as they are, brackets change sides. */
function turn(text: string): string {
  const turned = [...text]
    .reverse()
    .map((character) => mirrored[character] ?? character)
    .join('')
  return turned.replace(number, (digits) => [...digits].reverse().join(''))
}
