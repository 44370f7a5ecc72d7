/**
 * Finds the names of commands in the left margin of manuals, as LaTeX's class `ltxdoc` prints them beside the lines that explain
 * them: they are no part of these lines.
 */
import type { BBox } from '../../../model/index.ts'
import { type LineFragment, partFragment, type Word } from '../layout/index.ts'
import { heaviest } from '../statistics.ts'
import { isCodeLine } from './code-lines.ts'
import { structureSettings as settings } from './settings.ts'
import type { StyledLine } from './styled-line.ts'
import { styleOfWord, type WordFacts } from './styled-lines.ts'

/** The fragments of a page, and the words of these. */
interface Parted {
  readonly names: readonly LineFragment[]
  readonly rest: readonly LineFragment[]
  /** Indented text beside a name: each begins a paragraph. */
  readonly begins: ReadonlySet<LineFragment>
  readonly facts: WordFacts
}

/**
 * Separates the names in the type of code that end before the left side of the text, if nothing else begins there but line
 * numbers and small print: in lists of options, headings begin there, too.
 *
 * @param fragments Text of a page.
 */
export function withoutMarginNames(fragments: readonly LineFragment[], facts: WordFacts): Parted {
  const none = { names: [], rest: fragments, begins: new Set<LineFragment>(), facts }
  const found = nameWordsOf(fragments, facts)
  if (!found) return none
  const { side, nameWords } = found
  const wordsOf = (fragment: LineFragment) => facts.wordsOf.get(fragment) ?? []
  const parts = new Map(facts.wordsOf)
  const rest = fragments.flatMap((fragment) => {
    const own = nameWords.get(fragment)
    if (!own) return [fragment]
    const others = wordsOf(fragment).filter((word) => !own.includes(word))
    return partFragment(fragment, others, parts)
  })
  const names = [...nameWords].flatMap(([fragment, own]) => partFragment(fragment, own, parts))
  const levels = new Set(names.map(levelOf))
  const isIndented = ({ x0, size }: LineFragment) => x0 > side.x0 + settings.indentEms * size
  const begins = new Set(rest.filter((own) => isIndented(own) && levels.has(levelOf(own))))
  return { names, rest, begins, facts: { ...facts, wordsOf: parts } }
}

/** Returns the words of each name, by the fragment in which it begins, and the left side of the text. The fast lane has no words. */
function nameWordsOf(fragments: readonly LineFragment[], facts: WordFacts) {
  if (facts.wordsOf.size === 0) return undefined
  const isMono = (word: Word | undefined) => word && styleOfWord(facts, word)?.mono
  const wordsOf = (fragment: LineFragment) => facts.wordsOf.get(fragment) ?? []
  const upright = fragments.filter(({ frame }) => frame.angleDegrees === 0)
  const side = leftSideOf(upright.filter((own) => !isMono(wordsOf(own)[0])))
  if (!side) return undefined
  // Places of one column differ by fractions of a point.
  const edge = side.x0 - 1
  const nameWords = new Map<LineFragment, readonly Word[]>()
  for (const fragment of upright) {
    if (fragment.x0 > side.x0 - side.size) continue
    const own = wordsOf(fragment).filter(({ x0 }) => x0 < edge)
    if (own.some(({ x1 }) => x1 > edge)) return undefined
    if (own.length > 0 && own.every(isMono)) nameWords.set(fragment, own)
    else if (!leadingNumber.test(fragment.text) && !isSmall(fragment, side)) return undefined
  }
  if (nameWords.size === 0) return undefined
  const names = [...nameWords.values()]
  // Options of a list have other code beside them; a name in the margin may have its own syntax beside it.
  const nameAt = new Map(names.map((words) => [levelOf(words[0]), words[0]?.text ?? '']))
  const isOtherCode = (word: Word | undefined) =>
    isMono(word) && word?.text.startsWith(nameAt.get(levelOf(word)) ?? '') === false
  const beside = upright.map((own) => wordsOf(own).find(({ x0 }) => x0 >= edge))
  return beside.some(isOtherCode) && !areAlignedRight(names) ? undefined : { side, nameWords }
}

/**
 * Returns true for texts of several lengths that end at one place: the options of a list, with code beside them, begin at one.
 */
function areAlignedRight(texts: readonly (readonly Word[])[]): boolean {
  const starts = texts.map(([first]) => first?.x0 ?? 0)
  const ends = texts.map((words) => words.at(-1)?.x1 ?? 0)
  return rangeOf(starts) > 1 && rangeOf(ends) < 1
}

function rangeOf(places: readonly number[]): number {
  const most = places.reduce((one, other) => Math.max(one, other), Number.NEGATIVE_INFINITY)
  return most - places.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY)
}

const levelOf = (text: Pick<Word, 'baseline'> | undefined) => Math.round(text?.baseline ?? 0)

const leadingNumber = /^\d{1,5}\b/

type Side = Pick<LineFragment, 'x0' | 'size'>

/** Returns where most text begins, and its size. */
function leftSideOf(fragments: readonly LineFragment[]): Side | undefined {
  const placeOf = ({ x0 }: LineFragment) => Math.round(x0)
  const place = heaviest(fragments.map((own) => [placeOf(own), own.text.length]))
  const lines = fragments.filter((own) => placeOf(own) === place)
  const [first] = lines
  if (!first || lines.length < settings.few) return undefined
  return { x0: Math.min(...lines.map(({ x0 }) => x0)), size: first.size }
}

function isSmall({ size }: LineFragment, side: Side): boolean {
  return size <= settings.smaller * side.size
}

/** A block of the page; those of text have lines. */
interface Block {
  readonly box: BBox
  readonly lines?: readonly StyledLine[]
}

/** Inserts the blocks of names before the text that they stand beside, or before the whole code. */
export function placeMarginNames<Own extends Block>(
  blocks: readonly Own[],
  names: readonly Own[],
): Own[] {
  const before = new Map<Own | undefined, Own[]>()
  const isCode = (block: Own | undefined) => block?.lines?.every(isCodeLine) ?? false
  for (const name of names) {
    const middle = (name.box.y0 + name.box.y1) / 2
    let at = blocks.findIndex(({ box }) => box.x0 > name.box.x0 && box.y1 > middle)
    while (isCode(blocks[at]) && isCode(blocks[at - 1])) at--
    const own = before.get(blocks[at])
    if (own) own.push(name)
    else before.set(blocks[at], [name])
  }
  return [...blocks, undefined].flatMap((block) => [
    ...(before.get(block) ?? []),
    ...(block ? [block] : []),
  ])
}
