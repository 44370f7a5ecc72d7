/** Splits a word of several styles into parts of one style. */
import { solidScript } from '../hyphens.ts'
import { heaviest } from '../statistics.ts'
import { isSameType, type Style } from './style.ts'
import { alphanumeric, type OpenRun } from './styled-line.ts'

/** The letters of a word, and the style of each. */
interface StyledLetters {
  readonly text: string
  readonly styles: readonly Style[]
}

/** Matches characters of code that TeX takes from a symbol font. */
const ownMark = /[\\{}|<>]/

/** Returns true for a letter that makes words with the letters beside it. */
const isLetterOfWord = (text: string) => alphanumeric.test(text) && !solidScript.test(text)

/**
 * Splits a word into its core and the punctuation around it that has another style; a monospaced core may hold punctuation, but no text
 * in a script without blanks. Another core is split where its style changes beside punctuation, as in `name.c`, or in such a script.
 *
 * @param run The word, perhaps with a blank before it.
 * @param styles The styles of its letters.
 * @returns `undefined` for a word without letters.
 */
export function partsOf(run: OpenRun, styles: readonly Style[]): OpenRun[] | undefined {
  const count = styles.length
  const blanks = run.text.length - count
  const letters = { text: run.text.slice(blanks), styles }
  const hasMono = hasCode(letters)
  const core = coreOf(letters, hasMono)
  if (!core) return undefined
  const { first, end, bare } = core
  const width = (run.x1 - run.x0) / count
  const part = (from: number, to: number): OpenRun => ({
    ...run,
    text: run.text.slice(from === 0 ? 0 : blanks + from, blanks + to),
    style:
      (hasMono ? styles[from === first ? bare : from] : mainStyle(letters, from, to)) ?? run.style,
    x0: run.x0 + from * width,
    x1: run.x0 + to * width,
  })
  const cuts = hasMono ? edgesOfSolidText : changesWithin
  const inner = run.script ? [] : cuts(letters, first, end)
  const ends = [0, first, ...inner, end, count].filter((at, index, all) => at !== all[index + 1])
  return ends.slice(0, -1).map((from, index) => part(from, ends[index + 1] ?? count))
}

/**
 * Returns true if a word has letters in the type of code, or marks alone. Typewriter quotes or brackets around letters in the type of
 * the text are no code.
 */
function hasCode({ text, styles }: StyledLetters): boolean {
  const hasLetters = alphanumeric.test(text)
  return styles.some(({ mono }, at) => mono && (!hasLetters || alphanumeric.test(text.charAt(at))))
}

/** The core of a word. */
interface Core {
  /** Its first letter, or the first mark of its style before it. */
  readonly first: number
  /** The letter after it and after the marks of its style. */
  readonly end: number
  /** Its first letter. */
  readonly bare: number
}

function coreOf({ text, styles }: StyledLetters, hasMono: boolean): Core | undefined {
  const isCore = (at: number) => (hasMono ? styles[at]?.mono : alphanumeric.test(text.charAt(at)))
  const isOwn = (at: number, beside: number) =>
    hasMono ? ownMark.test(text.charAt(at)) : isSameType(styles[at], styles[beside])
  let first = 0
  while (first < styles.length && !isCore(first)) first++
  let end = styles.length
  while (end > first && !isCore(end - 1)) end--
  if (first === end) return undefined
  const bare = first
  while (first > 0 && isOwn(first - 1, first)) first--
  while (end < styles.length && isOwn(end, end - 1)) end++
  return { first, end, bare }
}

/** Returns the letters at which the style changes. Within a word only struck text begins or ends: editors strike out parts of words. */
function changesWithin({ text, styles }: StyledLetters, first: number, end: number): number[] {
  const changes: number[] = []
  for (let at = first + 1; at < end; at++) {
    const isWithinWord = [at - 1, at].every((place) => isLetterOfWord(text.charAt(place)))
    const [own, before] = [styles[at], styles[at - 1]]
    const mayChange = !isWithinWord || own?.struck !== before?.struck
    if (mayChange && !isSameType(own, before)) changes.push(at)
  }
  return changes
}

/** Returns the ends of text in a script without blanks, with its punctuation, between code. */
function edgesOfSolidText({ text, styles }: StyledLetters, first: number, end: number): number[] {
  const edges: number[] = []
  for (let from = first, at = first + 1; at <= end; at++) {
    if (at < end && styles[at]?.mono === styles[from]?.mono) continue
    if (!styles[from]?.mono && solidScript.test(text.slice(from, at))) edges.push(from, at)
    from = at
  }
  return edges
}

/** Returns the style of most letters of a part; of its punctuation if it has no letters. */
function mainStyle({ text, styles }: StyledLetters, from: number, to: number): Style | undefined {
  const all = styles.slice(from, to)
  const named = all.filter((_, at) => alphanumeric.test(text.charAt(from + at)))
  return heaviest((named.length > 0 ? named : all).map((style) => [style, 1]))
}
