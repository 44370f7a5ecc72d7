/** Predicts how parsers pair the delimiters of emphasis and strikethrough (CommonMark 6.2, GFM 6.5). */

/** The character beside a delimiter; the ends of a block count as space. */
type Neighbour = 'space' | 'punctuation' | 'letter'

/** A parser's classification of characters; parsers differ in the points below. */
export interface View {
  /** Class of symbols beyond ASCII: punctuation since CommonMark 0.31. */
  readonly symbols: 'punctuation' | 'letter'
  /**
   * True for a parser that examines UTF-16 code units, like micromark: half of a surrogate pair is a letter, emphasis may
   * begin and end beside a tilde whatever is on its other side, and only the remaining delimiters of a run count.
   */
  readonly codeUnits: boolean
  /** True for a parser that ignores tildes beside a delimiter, like cmark-gfm. */
  readonly pastTildes: boolean
}

/** CommonMark 0.31; GitHub; micromark and other parsers that examine code units. */
export const views: readonly View[] = [
  { symbols: 'punctuation', codeUnits: false, pastTildes: false },
  { symbols: 'letter', codeUnits: false, pastTildes: true },
  { symbols: 'punctuation', codeUnits: true, pastTildes: false },
]

/** Returns true for a left-flanking delimiter; for right-flanking exchange the arguments. */
export function isLeftFlanking(before: Neighbour, after: Neighbour): boolean {
  if (after === 'space') return false
  return after !== 'punctuation' || before !== 'letter'
}

/** Classifies the character that ends at `end`. */
export function neighbourBefore(text: string, end: number, view: View): Neighbour {
  let at = end
  while (view.pastTildes && text[at - 1] === '~') at -= 1
  const code = text.charCodeAt(at - 1)
  if (code < 128) return asciiNeighbours[code] ?? 'letter'
  const isLowSurrogate = code >= 0xdc00 && code <= 0xdfff
  return neighbourOf(text.slice(isLowSurrogate && !view.codeUnits ? at - 2 : at - 1, at), view)
}

/** Classifies the character at `start`. */
export function neighbourAfter(text: string, start: number, view: View): Neighbour {
  let at = start
  while (view.pastTildes && text[at] === '~') at += 1
  const code = text.charCodeAt(at)
  if (code < 128) return asciiNeighbours[code] ?? 'letter'
  const isHighSurrogate = code >= 0xd800 && code <= 0xdbff
  return neighbourOf(text.slice(at, isHighSurrogate && !view.codeUnits ? at + 2 : at + 1), view)
}

/** Classes of ASCII characters; all views agree on them, except on the tilde. */
const asciiNeighbours: readonly Neighbour[] = Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code)
  if (/[A-Za-z0-9]/.test(character)) return 'letter'
  return /[!-~]/.test(character) ? 'punctuation' : 'space'
})

/** Returns true for a letter or digit in all views. */
export function isPlainLetter(character: string): boolean {
  return asciiNeighbours[character.charCodeAt(0)] === 'letter'
}

/** Returns true for space or punctuation in all views, except delimiters. */
export function isPlainOutside(character: string): boolean {
  const neighbour = asciiNeighbours[character.charCodeAt(0)]
  return neighbour !== undefined && neighbour !== 'letter' && character !== '*' && character !== '~'
}

function neighbourOf(character: string, { symbols }: View): Neighbour {
  if (character === '' || /^\s/.test(character)) return 'space'
  if (/^\p{P}/u.test(character)) return 'punctuation'
  return symbols === 'punctuation' && /^\p{S}/u.test(character) ? 'punctuation' : 'letter'
}

/** One character of a printed delimiter. */
export interface Delimiter<Owner> {
  readonly character: '*' | '~'
  readonly owner: Owner
  readonly side: 'open' | 'close'
  /** Number of characters of each of the owner's delimiters. */
  readonly size: number
}

/** A run of equal delimiters without text between them. */
export interface DelimiterRun<Owner> {
  readonly delimiters: readonly Delimiter<Owner>[]
  readonly canOpen: boolean
  readonly canClose: boolean
}

/** A run, or the start or end of a link's text, in which delimiters pair among themselves (CommonMark, appendix). */
export type Token<Owner> = DelimiterRun<Owner> | 'linkStart' | 'linkEnd'

/** Returns owners whose delimiters can neither open nor close at their position. */
export function findUnable<Owner>(tokens: readonly Token<Owner>[]): Set<Owner> {
  const unable = new Set<Owner>()
  for (const token of tokens) {
    if (typeof token === 'string') continue
    for (const { owner, side } of token.delimiters) {
      if (!(side === 'open' ? token.canOpen : token.canClose)) unable.add(owner)
    }
  }
  return unable
}

/** The unused delimiters of a run: `from` inclusive, `to` exclusive. */
interface Rest<Owner> {
  readonly run: DelimiterRun<Owner>
  readonly character: string
  from: number
  to: number
}

/** Returns owners whose delimiters a parser would pair differently or print as text. */
export function findMispaired<Owner>(tokens: readonly Token<Owner>[], view: View): Set<Owner> {
  const mispaired = new Set<Owner>()
  const stack: (Rest<Owner> | 'linkStart')[] = []
  const dropTo = (length: number): void => {
    while (stack.length > length) {
      const rest = stack.pop()
      if (rest && rest !== 'linkStart') for (const each of unused(rest)) mispaired.add(each.owner)
    }
  }
  for (const token of tokens) {
    if (token === 'linkStart') stack.push(token)
    else if (token === 'linkEnd') dropTo(stack.lastIndexOf('linkStart'))
    else {
      const rest = restOf(token)
      if (token.canClose) closeWith(rest, stack, view, dropTo, mispaired)
      if (token.canOpen && rest.from < rest.to) stack.push(rest)
      else for (const each of unused(rest)) mispaired.add(each.owner)
    }
  }
  dropTo(0)
  return mispaired
}

function restOf<Owner>(run: DelimiterRun<Owner>): Rest<Owner> {
  return {
    run,
    character: run.delimiters[0]?.character ?? '',
    from: 0,
    to: run.delimiters.length,
  }
}

function unused<Owner>({ run, from, to }: Rest<Owner>): readonly Delimiter<Owner>[] {
  return run.delimiters.slice(from, to)
}

/** The most runs to search backwards for the opener of a closer; our delimiters nest, so it is near. */
const MAX_LOOK_BACK = 16

function closeWith<Owner>(
  closer: Rest<Owner>,
  stack: (Rest<Owner> | 'linkStart')[],
  view: View,
  dropTo: (length: number) => void,
  mispaired: Set<Owner>,
): void {
  while (closer.from < closer.to) {
    const at = findOpener(closer, stack, view)
    const opener = stack[at]
    if (!opener || opener === 'linkStart') return
    dropTo(at + 1)
    const size = sizeOfPair(opener, closer)
    const inner = [
      ...opener.run.delimiters.slice(opener.to - size, opener.to),
      ...closer.run.delimiters.slice(closer.from, closer.from + size),
    ]
    if (!isOnePair(inner, size)) for (const each of inner) mispaired.add(each.owner)
    opener.to -= size
    closer.from += size
    if (opener.from === opener.to) stack.pop()
  }
}

function findOpener<Owner>(
  closer: Rest<Owner>,
  stack: readonly (Rest<Owner> | 'linkStart')[],
  view: View,
): number {
  const end = Math.max(0, stack.length - MAX_LOOK_BACK)
  for (let at = stack.length - 1; at >= end; at -= 1) {
    const opener = stack[at]
    if (!opener || opener === 'linkStart') return -1
    if (canPair(opener, closer, view)) return at
  }
  return -1
}

function canPair<Owner>(opener: Rest<Owner>, closer: Rest<Owner>, view: View): boolean {
  if (opener.character !== closer.character) return false
  const sizeOf = ({ run, from, to }: Rest<Owner>): number =>
    view.codeUnits ? to - from : run.delimiters.length
  const [left, right] = [sizeOf(opener), sizeOf(closer)]
  if (opener.character === '~') return left === right && left <= 2
  // "If one of the delimiters can both open and close, the sum of the lengths is no multiple of 3 unless both are."
  if (!opener.run.canClose && !closer.run.canOpen) return true
  return (left + right) % 3 !== 0 || (left % 3 === 0 && right % 3 === 0)
}

function sizeOfPair<Owner>(opener: Rest<Owner>, closer: Rest<Owner>): number {
  return opener.to - opener.from >= 2 && closer.to - closer.from >= 2 ? 2 : 1
}

function isOnePair<Owner>(delimiters: readonly Delimiter<Owner>[], size: number): boolean {
  const owner = delimiters[0]?.owner
  return delimiters.every(
    (each, index) =>
      each.owner === owner && each.size === size && each.side === (index < size ? 'open' : 'close'),
  )
}
