/** Finds the stretches of lines that may be formulas: words without running text between them, also over the ends of lines. */
import { isOperator } from '../../math/index.ts'
import { isCentreIn } from '../boxes.ts'
import type { Ruling } from '../content/index.ts'
import type { Word } from '../layout/index.ts'
import { type Atom, extentOf, type FormulaGlyphs, rangeOf } from './atoms.ts'
import { evidenceOf, hasVariablesInText, inkOf, isBold, type SeenFragment } from './evidence.ts'
import { sentenceWord } from './look-alikes.ts'
import { formulaSettings as settings } from './settings.ts'

export interface SeenWord {
  readonly word: Word
  readonly kind: 'text' | 'letter' | 'math' | 'weak' | 'neutral'
  readonly line: SeenFragment
}

/** Returns the stretches of all lines. An operator at the end of a line connects its last stretch to the next line. */
export function findStretches(
  page: FormulaGlyphs,
  fragments: readonly SeenFragment[],
): SeenWord[][] {
  const inText = hasVariablesInText(page)
  const lines = fragments.toSorted((a, b) => a.fragment.baseline - b.fragment.baseline)
  const begun = new Map<SeenFragment, SeenWord[]>()
  const found: SeenWord[][] = []
  for (const [index, line] of lines.entries()) {
    const start = begun.get(line)
    if (!start && !mayHaveFormula(line, inText)) continue
    const stretches = stretchesOf(seenWords(page, line, inText), start)
    // Below a formula that is alone in its line, such as one in a cell, is something else.
    const mayGoOn = (start || line.kind === 'prose') && isOpen(stretches.at(-1))
    const next = mayGoOn ? lineAfter(lines, index) : undefined
    if (next && seenWords(page, next, inText)[0]?.kind !== 'text')
      begun.set(next, stretches.pop() ?? [])
    found.push(...stretches)
  }
  return found
}

function mayHaveFormula({ evidence, words }: SeenFragment, inText: boolean): boolean {
  if (words.some(({ ink }) => ink)) return true
  const { math, weak, letters, variables } = evidence
  return (math + weak > 0 || inText) && letters + variables > 0
}

function seenWords(page: FormulaGlyphs, line: SeenFragment, inText: boolean): SeenWord[] {
  const words = line.words.map((word) => ({ word, kind: kindOf(page, word, inText), line }))
  return withScripts(withProducts(page, words, inText))
}

/** Returns the words with products of slanted or bold letters beside an operator as parts of the formula. */
function withProducts(
  page: FormulaGlyphs,
  words: readonly SeenWord[],
  inText: boolean,
): SeenWord[] {
  const isBeside = (at: number) =>
    isMathOperator(words[at - 1]?.word.text.at(-1)) ||
    isMathOperator(words[at + 1]?.word.text.at(0))
  return words.map((seen, at) => {
    const isOne = seen.kind === 'text' && isBeside(at) && isProduct(page, seen.word, inText)
    return isOne ? { ...seen, kind: 'letter' } : seen
  })
}

/** Returns true for two or three slanted letters, or two bold ones, with their signs. */
function isProduct(page: FormulaGlyphs, word: Word, inText: boolean): boolean {
  const { textWords, textLetters } = evidenceOf(page, [word])
  if (sentenceWord.test(word.text)) return false
  if (textWords === 0) return inText
  return isBold(page, word) && textLetters < settings.nameLetters.bold
}

/** @param inText True if slanted letters of the text's font are variables. */
function kindOf(page: FormulaGlyphs, word: Word, inText: boolean): SeenWord['kind'] {
  // A bar or limits prove a formula, also with letters of the text's font.
  if (word.ink && /[\p{L}√]/u.test(word.text)) return 'letter'
  const { textWords, slantedWords, letters, math, weak, variables } = evidenceOf(page, [word])
  if (textWords + slantedWords > 0) return 'text'
  if (letters > 0 || (inText && variables > 0)) return 'letter'
  if (math > 0) return 'math'
  return weak + variables > 0 ? 'weak' : 'neutral'
}

/** Returns the words with the names in scripts of letters as a part of the formula: `cut` of `r_{cut}`. */
function withScripts(words: readonly SeenWord[]): SeenWord[] {
  let base: Word | undefined
  return words.map((seen) => {
    const { word, kind } = seen
    if (kind === 'text' && base && isScriptOf(word, base)) return { ...seen, kind: 'weak' }
    if (kind === 'letter' && !(base && isScriptOf(word, base))) base = word
    else if (!(base && isScriptOf(word, base))) base = undefined
    return seen
  })
}

/** Returns true for a smaller word that begins at the end of another one, higher or lower. */
function isScriptOf(word: Word, base: Word): boolean {
  const isSmall = word.size < settings.fullSize * base.size && word.baseline !== base.baseline
  return isSmall && Math.abs(word.x0 - base.x1) < settings.touch * base.size
}

/** @param start The stretch that the line before ends with. */
function stretchesOf(words: readonly SeenWord[], start: readonly SeenWord[] = []): SeenWord[][] {
  const stretches: SeenWord[][] = [[...start]]
  for (const seen of words) {
    if (seen.kind === 'text') stretches.push([])
    else stretches.at(-1)?.push(seen)
  }
  return stretches
}

/** Operators that are also marks of running text. */
const textMark = /[-–*/:.|·]/

/** Returns true for an operator that only formulas have; TeX breaks lines after these. */
function isMathOperator(sign = ''): boolean {
  return !textMark.test(sign) && isOperator(sign)
}

function isOpen(stretch: readonly SeenWord[] = []): boolean {
  const last = stretch.at(-1)
  return last !== undefined && last.kind !== 'neutral' && isMathOperator(last.word.text.at(-1))
}

/** Returns the next line of the same column if nothing follows on the line. @param lines Lines from top to bottom. */
function lineAfter(lines: readonly SeenFragment[], index: number): SeenFragment | undefined {
  const line = lines[index] as SeenFragment
  const { box, size, fragment } = line
  const isBeside = (other: SeenFragment | undefined) =>
    other !== undefined &&
    Math.abs(other.fragment.baseline - fragment.baseline) < settings.half * size &&
    other.box.x0 > box.x0 &&
    other.box.x0 - box.x1 < settings.textGap * size
  if (isBeside(lines[index - 1])) return undefined
  for (let at = index + 1; at < lines.length; at++) {
    const next = lines[at] as SeenFragment
    const leading = next.fragment.baseline - fragment.baseline
    if (leading > settings.freeGap * size || isBeside(next)) return undefined
    if (leading < settings.half * size || next.box.x0 > box.x1 || next.box.x1 < box.x0) continue
    return Math.abs(next.box.x0 - box.x0) < settings.textGap * size ? next : undefined
  }
  return undefined
}

/** Groups words by line. */
export function partsOfLines(run: readonly SeenWord[]): SeenWord[][] {
  return [...Map.groupBy(run, ({ line }) => line).values()]
}

/**
 * Returns the other words whose glyphs are in a formula: the degree of a root may be elsewhere in the file.
 *
 * @param wordAt The words of the page by their first glyph.
 */
export function wordsApart(
  page: FormulaGlyphs,
  part: readonly SeenWord[],
  wordAt: ReadonlyMap<number, Word>,
): Word[] {
  const words = part.map(({ word }) => word)
  const box = inkOf(page, words)
  const { first, last } = rangeOf(words, page.glyphs.count)
  const found: Word[] = []
  for (let index = first; index <= last; index++) {
    const word = wordAt.get(index)
    if (!word || word.lastGlyph > last || words.includes(word)) continue
    if (isCentreIn(inkOf(page, [word]), box)) found.push(word)
  }
  return found
}

/** The part of a formula in one line. */
export interface LinePart {
  readonly atoms: readonly Atom[]
  readonly bars: readonly Ruling[]
  readonly line: SeenFragment
}

/** Moves the parts of a formula behind the end of the first one, on its baseline. */
export function placeInOneLine(
  parts: readonly (LinePart | undefined)[],
): Pick<LinePart, 'atoms' | 'bars'> | undefined {
  const [first] = parts
  if (!first || parts.length === 1) return first
  const [atoms, bars] = [[...first.atoms], [...first.bars]]
  for (const part of parts.slice(1)) {
    if (!part || part.atoms.length === 0) return undefined
    const blank = settings.axis * first.line.size
    const dx = extentOf(atoms).right + blank - extentOf(part.atoms).left
    const dy = first.line.fragment.baseline - part.line.fragment.baseline
    atoms.push(...part.atoms.map((atom) => moved(atom, dx, dy)))
    bars.push(
      ...part.bars.map((bar) => ({
        ...bar,
        at: bar.at + dy,
        from: bar.from + dx,
        to: bar.to + dx,
      })),
    )
  }
  return { atoms, bars }
}

function moved(atom: Atom, dx: number, dy: number): Atom {
  const { x0, x1, y0, y1, left, right, baseline, axis } = atom
  return {
    ...atom,
    x0: x0 + dx,
    x1: x1 + dx,
    y0: y0 + dy,
    y1: y1 + dy,
    left: left + dx,
    right: right + dx,
    baseline: baseline + dy,
    ...(axis !== undefined && { axis: axis + dy }),
  }
}
