/** Text in the order of its places → text in the order it is read: the way back from the Unicode Bidirectional Algorithm. */

// UAX #9, simplified: no embeddings, as a page shows only their result; numbers stay in one piece.
const leftwards = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
/** Parts of a number, UAX #9 W2 to W7: digits, with separators between and signs beside them. */
const number = /[\p{Nd}]+(?:[.,:/\u066b\u066c][\p{Nd}]+)*/gu

const brackets = ['()', '[]', '{}', '«»', '‹›'] as const

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

/** Whether most letters of a text that is in parts are of a script written leftwards. */
export function areMostlyLeftwards(parts: readonly { readonly text: string }[]): boolean {
  if (!parts.some(({ text }) => hasLeftwards(text))) return false
  return isMostlyLeftwards(parts.map(({ text }) => text).join(' '))
}

/**
 * Puts a line into the order it is read in.
 *
 * @param visual The characters from left to right.
 * @param paragraphIsLeftwards The line belongs to text that runs leftwards; else only its leftward parts are turned.
 */
export function toLogical(visual: string, paragraphIsLeftwards: boolean): string {
  if (!hasLeftwards(visual)) return visual
  return pairBrackets(paragraphIsLeftwards ? turnLine(visual) : turnParts(visual))
}

/**
 * Lets brackets open and close by turns: some files name them by their look, others by their meaning, and PDFium mirrors
 * what it takes for leftward text. An odd one is left as it is: its partner stands on another line.
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

/** The whole line turned, its rightward parts turned back. */
function turnLine(visual: string): string {
  return parts(visual, true)
    .reverse()
    .map((part) => (part.leftwards ? turn(part.text) : part.text))
    .join('')
}

/** The leftward parts of a rightward line turned where they stand. */
function turnParts(visual: string): string {
  return parts(visual, false)
    .map((part) => (part.leftwards ? turnLine(part.text) : part.text))
    .join('')
}

interface Part {
  readonly text: string
  readonly leftwards: boolean
}

/** Letters and digits of one direction, with what stands between them. */
const run = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|[\p{L}\p{N}]/gu

/** Signs after which a rightward part of a leftward line is over: `(A4) 297` are two parts. */
const endsPart = /[()[\]:;,]\s|\s[([]/

/**
 * Runs of one direction. Blanks and signs between two runs of one direction belong to them, others to the line's own
 * direction (UAX #9, N1 and N2).
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

/** Characters in the other order; numbers stay as they are. */
function turn(text: string): string {
  const turned = [...text].reverse().join('')
  return turned.replace(number, (digits) => [...digits].reverse().join(''))
}
