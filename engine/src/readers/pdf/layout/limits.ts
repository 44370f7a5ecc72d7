/**
 * Folds the limits of operators and of names such as `lim` in lines of text, two rows in brackets (binomials), and the signs of ≅.
 * Moves the scripts of tall signs to the height of other scripts.
 *
 * Source: D. E. Knuth, The TeXbook, appendix G, rules 13 and 15.
 */
import { findFunction, isBigOperator, takesLimits } from '../../math/index.ts'
import type { Page } from '../content/index.ts'
import { foldWords, replaceWords } from './folded-words.ts'
import {
  inlineFormulaLimits as limits,
  inlineFormulaSettings as shared,
} from './inline-formula-settings.ts'
import { sortByHeight, type WordsByHeight } from './near-words.ts'
import { tallSign } from './tall-signs.ts'
import { isBesideText, type TextWords } from './text-lines.ts'
import { extentOfGlyphs, type VerticalExtent } from './vertical-extent.ts'
import { copyWord, type Word } from './words.ts'

/** Lengths are ems of the line of text. */
const settings = {
  /** Largest distance from the ink of the operator to the baseline of the limit above, and to that below. */
  above: 0.6,
  below: 1.1,
  /**
   * Largest distance between the middles of operator and limit or of two rows, largest gap between words of a limit, least
   * distance of a limit below its operator, and of a misplaced script from the baseline.
   */
  near: 0.35,
  /** Least height of the upper one of two rows in brackets above the baseline, and depth of a script below it. */
  lowered: 0.2,
  /** Most that a lower limit reaches under the slanted integral. */
  tucked: 0.6,
  /** Largest distance between brackets. */
  brackets: 6,
  /** A higher sign is tall. TeX's smallest tall brackets have 1.2. */
  tall: 1.1,
  /** Height of a superscript above the baseline. */
  raised: 0.4,
} as const

type Glyphs = Pick<Page['glyphs'], 'y0' | 'y1'>

interface Folded {
  /** The word that takes the place of the others. */
  readonly base: Word
  /** The word of the line of text beside it. */
  readonly line: Word
  readonly parts: readonly Word[]
  readonly text: string
}

/** @returns The words, with one word in the place of the parts, and scripts of tall signs at the height of other scripts. */
export function foldLimits(
  words: readonly Word[],
  glyphs: Glyphs,
  textWords: TextWords,
): readonly Word[] {
  const signs = words.filter(({ text }) => isOperator(text) || tallSign.test(text) || text === '∼')
  if (signs.length === 0 || signs.length > limits.signs) return words
  const near = sortByHeight(words)
  const changed = new Map<Word, Word | undefined>()
  for (const sign of signs) {
    const congruence = sign.text === '∼' ? congruenceAt(sign, near) : undefined
    if (changed.has(sign) || !(congruence || isInText(sign, near, textWords))) continue
    const ink = extentOfGlyphs(sign.firstGlyph, sign.lastGlyph, glyphs)
    const rowsOf = isOperator(sign.text) ? limitsOf : rowsAfter
    const found = congruence ?? rowsOf(sign, near, ink)
    if (found?.parts.some((part) => changed.has(part))) continue
    if (found) {
      for (const part of found.parts) changed.set(part, undefined)
      changed.set(found.base, wordOf(found, glyphs))
    } else if (takesScripts.test(sign.text) && ink.bottom - ink.top > settings.tall * sign.size)
      for (const [script, moved] of scriptsOf(sign, near, ink))
        if (!changed.has(script)) changed.set(script, moved)
  }
  return replaceWords(words, changed)
}

function isInText(sign: Word, near: WordsByHeight, textWords: TextWords): boolean {
  if (textWords(sign) >= shared.textWords) return true
  const reach = shared.level * sign.size
  const line = near.between(sign.baseline - reach, sign.baseline + reach)
  const others = line.filter((own) => own !== sign)
  return isBesideText(others, sign)
}

/** Matches closing brackets and operators. */
const takesScripts = /^[^([{⟨⌊⌈√]/u

function isOperator(text: string): boolean {
  if (text.length === 1) return isBigOperator(text)
  return text.length < 8 && findFunction(text) !== undefined && takesLimits(text)
}

/** Finds the equals sign below a tilde of the same size: TeX composes ≅ of them. */
function congruenceAt(tilde: Word, near: WordsByHeight): Folded | undefined {
  const { baseline, size, x0, x1 } = tilde
  const limit = shared.level * size
  const equals = near
    .between(baseline + limit, baseline + settings.near * size)
    .find((word) => word.text === '=' && Math.abs(word.x0 - x0) + Math.abs(word.x1 - x1) < limit)
  return equals && { base: equals, line: equals, parts: [tilde], text: '≅' }
}

/** Finds the limits of an operator: rows of small words above and below, around its middle. */
function limitsOf(
  base: Word,
  near: WordsByHeight,
  { top, bottom }: VerticalExtent,
): Folded | undefined {
  const { size, x0, x1 } = base
  const middle = (x0 + x1) / 2
  const rowOf = (from: number, to: number) => {
    const row = rowAround(middle, near.between(from, to), size)
    return row.length > 0 && Math.abs(middleOf(row) - middle) < settings.near * size ? row : []
  }
  // Names have no limits above.
  const over = base.text.length > 1 ? [] : rowOf(top - settings.above * size, top)
  const under = rowOf(bottom + settings.near * size, bottom + settings.below * size)
  if (over.length + under.length === 0) return undefined
  const text = `${base.text}${scriptOf('_', under)}${scriptOf('^', over)}`
  return { base, line: base, parts: [...over, ...under], text }
}

/** Finds two rows between a bracket and the next one on the line, above and below the axis. */
function rowsAfter(
  bracket: Word,
  near: WordsByHeight,
  { top, bottom }: VerticalExtent,
): Folded | undefined {
  const { size, baseline, x1, text } = bracket
  if (text !== '(') return undefined
  const within = near
    .between(top, bottom + size / 2)
    .filter(({ x0 }) => x0 >= x1 - shared.level * size && x0 < x1 + settings.brackets * size)
    .sort((a, b) => a.x0 - b.x0)
  const end = within.findIndex(
    (word) => word.text.startsWith(')') && Math.abs(word.baseline - baseline) < shared.level * size,
  )
  const rows = within.slice(0, Math.max(0, end))
  const above = rows.filter((word) => baseline - word.baseline > settings.lowered * size)
  const below = rows.filter((word) => word.baseline - baseline > shared.level * size)
  const [first] = rows
  if (!first || above.length === 0 || below.length === 0) return undefined
  if (above.length + below.length < rows.length) return undefined
  if (Math.abs(middleOf(above) - middleOf(below)) > settings.near * size) return undefined
  const rowsText = [above, below].map((row) => row.map((word) => word.text).join('')).join(' ')
  return { base: first, line: bracket, parts: rows.slice(1), text: rowsText }
}

/** Returns the scripts of a tall sign, moved to where the scripts of a letter are. */
function scriptsOf(
  sign: Word,
  near: WordsByHeight,
  { top, bottom }: VerticalExtent,
): Map<Word, Word> {
  const { size, baseline, x1 } = sign
  const found = new Map<Word, Word>()
  const small = near
    .between(top - settings.near * size, bottom + size / 2)
    .filter((word) => word.size <= shared.scriptSize * size)
    .sort((a, b) => a.x0 - b.x0)
  const ends = new Map<number, number>()
  for (const word of small) {
    const rise = baseline - word.baseline
    if (Math.abs(rise) < settings.near * size) continue
    const side = Math.sign(rise)
    const gap = word.x0 - (ends.get(side) ?? x1)
    if (gap < -settings.tucked * size || gap > settings.near * size) continue
    const dx = Math.max(0, -gap)
    const level = baseline - (side > 0 ? settings.raised : -settings.lowered) * size
    const moved = copyWord(word, { x0: word.x0 + dx, x1: word.x1 + dx, baseline: level })
    ends.set(side, moved.x1)
    found.set(word, moved)
  }
  return found
}

/** Returns the small words around a place, without gaps, from left to right. */
function rowAround(middle: number, words: readonly Word[], size: number): Word[] {
  const small = words
    .filter((word) => word.size <= shared.scriptSize * size)
    .sort((a, b) => a.x0 - b.x0)
  const seed = small.findIndex(
    ({ x0, x1 }) => x0 - shared.level * size < middle && x1 + shared.level * size > middle,
  )
  if (seed < 0) return []
  let [first, last] = [seed, seed]
  const isNext = (a: Word | undefined, b: Word | undefined) =>
    a !== undefined && b !== undefined && b.x0 - a.x1 < settings.near * size
  while (isNext(small[first - 1], small[first])) first--
  while (isNext(small[last], small[last + 1])) last++
  return small.slice(first, last + 1)
}

function middleOf(row: readonly Word[]): number {
  return (Math.min(...row.map(({ x0 }) => x0)) + Math.max(...row.map(({ x1 }) => x1))) / 2
}

function scriptOf(sign: '_' | '^', row: readonly Word[]): string {
  const text = row.map((word) => word.text).join('')
  return text === '' ? '' : `${sign}{${text}}`
}

function wordOf({ base, line: { baseline, size }, parts, text }: Folded, glyphs: Glyphs): Word {
  const x0 = Math.min(base.x0, ...parts.map((part) => part.x0))
  const x1 = Math.max(base.x1, ...parts.map((part) => part.x1))
  return foldWords([base, ...parts], { text, x0, x1, baseline, size }, glyphs)
}
