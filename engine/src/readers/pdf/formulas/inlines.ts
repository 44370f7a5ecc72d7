/** Finds formulas in lines of running text: words in mathematical fonts that form structures or relations. */
import type { BBox } from '../../../model/index.ts'
import { findSymbol, type MathNode } from '../../math/index.ts'
import type { Ruling } from '../content/index.ts'
import type { Word } from '../layout/index.ts'
import { type Atom, atomsIn, type FormulaGlyphs } from './atoms.ts'
import { inkOf, type SeenFragment } from './evidence.ts'
import { readFormula } from './read-formula.ts'
import { formulaLimits as limits, formulaSettings as settings } from './settings.ts'
import {
  findStretches,
  type LinePart,
  partsOfLines,
  placeInOneLine,
  type SeenWord,
  wordsApart,
} from './stretches.ts'
import { has, hasTwoSides, isOperator, weighOf } from './weigh.ts'

/** A formula in a line, or its part in one; the first and last word may include punctuation of the sentence. */
export interface InlineFormula {
  readonly words: readonly Word[]
  readonly before: string
  /** Empty for words of a formula whose first words are elsewhere: in the line before, or before other words. */
  readonly latex: string
  readonly after: string
}

/** Returns the formulas in the lines of a page, keyed by each of their words. */
export function findInlines(
  page: FormulaGlyphs,
  fragments: readonly SeenFragment[],
  rulings: readonly Ruling[],
): Map<Word, InlineFormula> {
  const found = new Map<Word, InlineFormula>()
  const read = findStretches(page, fragments).flatMap((stretch) =>
    readStretch(page, stretch, rulings),
  )
  for (const { run, ...parts } of read)
    for (const inline of inLines(run, parts))
      for (const word of inline.words) found.set(word, inline)
  const parts = read.flatMap(({ run }) => partsOfLines(run))
  const words = parts.length > 0 ? fragments.flatMap((fragment) => fragment.words) : []
  const wordAt = new Map(words.map((word) => [word.firstGlyph, word]))
  for (const word of parts.flatMap((part) => wordsApart(page, part, wordAt)))
    if (!found.has(word)) found.set(word, { words: [word], ...noText })
  return found
}

const noText = { before: '', latex: '', after: '' }

interface ReadRun extends Pick<InlineFormula, 'before' | 'latex' | 'after'> {
  readonly run: readonly SeenWord[]
}

/** Returns the parts of a formula in each line; only the first one has its text. */
function inLines(run: readonly SeenWord[], first: Omit<ReadRun, 'run'>): InlineFormula[] {
  return partsOfLines(run).map((part, index) => {
    const words = part.map(({ word }) => word)
    return index === 0 ? { words, ...first } : { words, ...noText }
  })
}

function readStretch(
  page: FormulaGlyphs,
  stretch: readonly SeenWord[],
  rulings: readonly Ruling[],
): ReadRun[] {
  const read = (part: readonly SeenWord[]) => readPart(page, part, rulings)
  // Two lines that are no formula together may each have one.
  const readLines = (part: readonly SeenWord[]) => {
    const lines = partsOfLines(part)
    return lines.length > 1 ? lines.flatMap((line) => read(line) ?? []) : []
  }
  return listsOf(stretch).flatMap((list) => {
    const whole = list.length > 1 ? read(list.flat()) : undefined
    return whole ? [whole] : list.flatMap((part) => read(part) ?? readLines(part))
  })
}

/** Returns the lists of parts that commas separate. */
function listsOf(stretch: readonly SeenWord[]): SeenWord[][][] {
  return joinLists(splitAtCommas(stretch, isRemark(stretch) ? 1 : 0))
}

/** Returns true if all words are small and raised or lowered: they are the script of a word in another font. */
function isScript(part: readonly SeenWord[]): boolean {
  return part.every(
    ({ word, line: { fragment } }) =>
      word.size < settings.fullSize * fragment.size && word.baseline !== fragment.baseline,
  )
}

/** Reads words from the first to the last mathematical one. */
function readPart(
  page: FormulaGlyphs,
  part: readonly SeenWord[],
  rulings: readonly Ruling[],
): ReadRun | undefined {
  if (isScript(part)) return undefined
  const run = trim(part)
  if (!run.some(({ kind, word }) => kind === 'letter' || word.text.includes('√'))) return undefined
  return readRun(page, run, rulings)
}

/** Splits formulas at commas outside of brackets. @param outer Number of open brackets that belong to the sentence. */
function splitAtCommas(stretch: readonly SeenWord[], outer: number): SeenWord[][] {
  const parts: SeenWord[][] = [[]]
  let depth = 0
  for (const seen of stretch) {
    depth += depthOf(seen.word.text)
    parts.at(-1)?.push(seen)
    if (depth <= outer && /[,;]$/.test(seen.word.text)) parts.push([])
  }
  return parts
}

/** Joins the terms of a list: those around an ellipsis (`x_1, …, x_n`), and letters before a relation (`x, y ∈ A`). */
function joinLists(parts: readonly SeenWord[][]): SeenWord[][][] {
  const lists: SeenWord[][][] = []
  for (const part of parts) {
    const before = lists.at(-1)?.at(-1)
    const [last, text] = [before && textOf(before), textOf(part)]
    const isNext =
      last !== undefined &&
      text !== '' &&
      (dots.test(text) || dots.test(last) || (term.test(last) && startsRelation.test(text)))
    if (isNext) lists.push([...termsBefore(lists), part])
    else lists.push([part])
  }
  return lists
}

/** Takes the last list from others, with the terms before it; a number is never the first term. */
function termsBefore(lists: SeenWord[][][]): SeenWord[][] {
  let list = lists.pop() ?? []
  while (list.length < limits.groupFragments) {
    const [first, before] = [textOf(list[0] ?? []), lists.at(-1)]
    if (!before || !term.test(first)) return list
    if (!term.test(textOf(before.at(-1) ?? [])) && !/^\d/.test(first)) return list
    list = [...before, ...list]
    lists.pop()
  }
  return list
}

function textOf(part: readonly SeenWord[]): string {
  return part.map(({ word }) => word.text).join('')
}

/** Matches a number, or a letter with the letters and numbers of its scripts. */
const term = /^(?:\d+|\p{L}[\p{L}\d′']{0,3}),$/u
const dots = /^(?:\.{3}|…|⋯|···),?$/u
const startsList = /^(?:\d+,)+(?:\.{3}|…)/
const endsList = /(?:\.{3}|…),\d+\W*$/
const startsRelation = /^\p{L}[\p{L}\d′']{0,3}[∈∉≤≥<>≠⊂⊆]/u

/** Returns true for the brackets of a remark in a sentence. */
function isRemark(stretch: readonly SeenWord[]): boolean {
  const texts = stretch.map(({ word }) => word.text)
  return /^[([]/.test(texts[0] ?? '(') && isEnclosed(texts)
}

/** Returns true if no bracket is closed before the last text. */
function isEnclosed(texts: readonly string[]): boolean {
  let depth = 0
  const end = texts.findIndex((text) => {
    depth += depthOf(text)
    return depth <= 0
  })
  return end < 0 || end === texts.length - 1
}

/** Returns the number of opening brackets minus closing ones. */
function depthOf(text: string, opening = '([{⟨', closing = ')]}⟩'): number {
  let depth = 0
  for (const character of text) {
    if (opening.includes(character)) depth++
    else if (closing.includes(character)) depth--
  }
  return depth
}

/** An operator or bracket at the end needs the text after it. */
const open = /[=<>≤≥≈≠∼∈⊂⊆+−×·±/([{|→←∝≪≫≡-]$/u
const opened = /^[=<>≤≥≈≠∼∈⊂⊆+−×·±/)\]}|→←∝≪≫≡-]/u

/** An arrow from text, such as code, to a formula. */
const arrow = /^[→⇒⟶⟹↦]$/u

/** Drops numbers and marks at the ends that no operator or list connects to the formula, and an arrow before it. */
function trim(run: readonly SeenWord[]): readonly SeenWord[] {
  const text = textOf(run)
  let start = arrow.test(run[0]?.word.text ?? '') ? 1 : 0
  let end = run.length
  if (!startsList.test(text))
    while (start < end && isLoose(run[start], run[start + 1], 'before')) start++
  while (end > start && !endsList.test(text)) {
    const last = numbersInBrackets(run, end) ?? end - 1
    if (!isLoose(run[last], run[last - 1], 'after')) break
    end = last
  }
  return run.slice(start, Math.max(start, end))
}

/** Returns the start of numbers in brackets that a run of words ends with, if they are several words: `[0, 1)`. */
function numbersInBrackets(run: readonly SeenWord[], end: number): number | undefined {
  let depth = 0
  const first = Math.max(0, end - limits.groupFragments)
  for (let at = end - 1; at >= first && run[at]?.kind === 'neutral'; at--) {
    depth += depthOf(run[at]?.word.text ?? '')
    if (depth === 0) return at < end - 1 ? at : undefined
  }
  return undefined
}

function isLoose(
  seen: SeenWord | undefined,
  inner: SeenWord | undefined,
  side: 'before' | 'after',
): boolean {
  if (seen?.kind !== 'neutral') return false
  if (!inner) return true
  const { word } = seen
  const isOff = word.baseline !== inner.word.baseline && word.size <= inner.word.size
  const isScript = word.size < inner.word.size || isOff
  const gap = side === 'before' ? inner.word.x0 - word.x1 : word.x0 - inner.word.x1
  if (isScript || gap < settings.touch * word.size) return false
  // A relation with a stroke through it is one sign.
  const text = inner.word.text.normalize('NFC')
  return side === 'before' ? !opened.test(text) : !open.test(text)
}

function readRun(
  page: FormulaGlyphs,
  run: readonly SeenWord[],
  rulings: readonly Ruling[],
): ReadRun | undefined {
  if (run.length > limits.groupFragments) return undefined
  const placed = placeInOneLine(partsOfLines(run).map((part) => readLinePart(page, part, rulings)))
  if (!placed) return undefined
  const { before, inner, after } = withoutMarks(placed.atoms)
  const read = inner.length > 0 ? readFormula(inner, placed.bars) : undefined
  if (!read || !isWorth(read.node)) return undefined
  return { run, before, latex: read.latex, after }
}

/** Returns the atoms and bars of words in one line; `undefined` if a bar extends beyond them. */
function readLinePart(
  page: FormulaGlyphs,
  part: readonly SeenWord[],
  rulings: readonly Ruling[],
): LinePart | undefined {
  const words = part.map(({ word }) => word)
  const box = inkOf(page, words)
  const reach = settings.drift * Math.max(...words.map(({ size }) => size))
  const bars = rulings.filter((ruling) => isThrough(ruling, box) || isOver(ruling, box, reach))
  const atoms = bars.every((bar) => isInside(bar, box, reach)) && atomsIn(page, box, words)
  return atoms ? { atoms, bars, line: (part[0] as SeenWord).line } : undefined
}

/** Returns true for the bar of a fraction or a root, or an underline. */
function isThrough({ isHorizontal, at, from, to }: Ruling, { x0, y0, x1, y1 }: BBox): boolean {
  return isHorizontal && at > y0 && at < y1 && from < x1 && to > x0
}

/** Returns true for a line over the letters of a formula. */
function isOver(ruling: Ruling, box: BBox, reach: number): boolean {
  const gap = box.y0 - ruling.at
  return ruling.isHorizontal && gap >= 0 && gap < reach && isInside(ruling, box, reach)
}

function isInside({ from, to }: Ruling, { x0, x1 }: BBox, reach: number): boolean {
  return from >= x0 - reach && to <= x1 + reach
}

/** An exclamation mark is that of a factorial. */
const sentenceMark = /^[.,;:?"“”’]$/u
const brackets = ['()', '[]', '{}'] as const

/** Separates punctuation of the sentence and unpaired brackets from the first and last word. */
function withoutMarks(atoms: readonly Atom[]): {
  readonly before: string
  readonly inner: readonly Atom[]
  readonly after: string
} {
  const inner = atoms.toSorted((a, b) => a.left - b.left)
  let before = ''
  let after = ''
  while (isMark(inner, 'last')) after = (inner.pop()?.text ?? '') + after
  while (isMark(inner, 'first')) before += inner.shift()?.text ?? ''
  // A formula needs no brackets around it: they belong to the sentence, unless they are tall or those of a binomial.
  const [first] = inner
  const ends = `${first?.text}${inner.at(-1)?.text}`
  const isOwn = first?.axis !== undefined || areSmall(inner.slice(1, -1), first)
  if (
    !isOwn &&
    brackets.some((pair) => pair === ends) &&
    isEnclosed(inner.map(({ text }) => text))
  ) {
    before += inner.shift()?.text ?? ''
    after = (inner.pop()?.text ?? '') + after
  }
  return { before, inner, after }
}

function areSmall(atoms: readonly Atom[], first: Atom | undefined): boolean {
  return atoms.every(({ size }) => size < settings.fullSize * (first?.size ?? 0))
}

/** Returns true if an end of a formula is punctuation, or a bracket without its partner. */
function isMark(atoms: readonly Atom[], end: 'first' | 'last'): boolean {
  const [at, index] = end === 'first' ? [0, 0] : [-1, 1]
  const text = atoms.at(at)?.text ?? ''
  if (sentenceMark.test(text)) return true
  const pair = brackets.find((own) => own[index] === text)
  if (!pair || isInterval(atoms)) return false
  const depth = depthOf(atoms.map((atom) => atom.text).join(''), pair[0], pair[1])
  return end === 'first' ? depth > 0 : depth < 0
}

/** Returns true if brackets of two kinds are closed in all, as those of `[0, 1)`. */
function isInterval(atoms: readonly Atom[]): boolean {
  const text = atoms.map((atom) => atom.text).join('')
  return /\[[^()[\]]*\)|\([^()[\]]*\]/.test(text) && depthOf(text) === 0
}

function isWorth(node: MathNode): boolean {
  // Lines that belong together are displayed.
  if (node.type === 'equations') return false
  const { variables, inWords } = weighOf(node)
  if ((variables === 0 && !has(node, 'radical')) || inWords > variables) return false
  const isMath =
    has(node, 'built') || has(node, 'alphabet') || has(node, 'ellipsis') || hasTwoSides(node)
  return isMath && isWhole(node)
}

/** Rejects formulas broken by a line end: they begin or end with an operator, or have unpaired brackets. */
function isWhole(node: MathNode): boolean {
  const nodes = node.type === 'row' ? node.nodes : [node]
  const [first] = nodes
  const last = nodes.at(-1)
  const isSigned = first?.type === 'symbol' && /^[+\-−±∓∼¬]$/u.test(first.text)
  if ((isOperator(first) && !isSigned) || isOperator(last)) return false
  return !nodes.some((own) => {
    const kind = own.type === 'symbol' ? findSymbol(own.text)?.kind : undefined
    return kind === 'open' || kind === 'close'
  })
}
