/** Detects displayed formulas in the fragments of a page: formulas set apart between the lines of a column. */
import type { BBox } from '../../../model/index.ts'
import { boxAround, boxOfRuling } from '../boxes.ts'
import type { Ruling } from '../content/index.ts'
import type { Word } from '../layout/index.ts'
import { sumOf } from '../statistics.ts'
import { atomsIn, type FormulaGlyphs } from './atoms.ts'
import type { SeenFragment } from './evidence.ts'
import { addFragment, type Group, groupFragments } from './groups.ts'
import { type ReadFormula, readFormula } from './read-formula.ts'
import { formulaSettings as settings } from './settings.ts'
import { beginsWithCode, beginsWithWord, has, isItem, weighOf } from './weigh.ts'

/** A displayed formula. */
export interface FoundFormula {
  readonly page: number
  readonly box: BBox
  readonly words: ReadonlySet<Word>
  readonly latex: string
  /** The equation number beside it, without parentheses. */
  readonly number?: string
}

interface DisplayPage extends FormulaGlyphs {
  readonly number: number
  readonly fragments: readonly SeenFragment[]
  readonly rulings: readonly Ruling[]
}

/** Finds the displayed formulas of a page, from top to bottom. */
export function findDisplays(page: DisplayPage): FoundFormula[] {
  return groupFragments(page.fragments, page.rulings)
    .flatMap((group) => splitAtNumbers(group, page.fragments))
    .flatMap((group) => displayOf(group, page) ?? [])
    .sort((a, b) => a.box.y0 - b.box.y0)
}

/** Splits a group of several equations that have numbers of their own: tall ones are near each other. */
function splitAtNumbers(group: Group, fragments: readonly SeenFragment[]): Group[] {
  const { box, size } = group
  const numbers = fragments
    .filter((seen) => isNumber(seen) && isLevelWith(seen, group) && seen.box.x1 >= box.x1)
    .sort((a, b) => a.fragment.baseline - b.fragment.baseline)
  const [first] = numbers
  const isColumn = numbers.every(({ box: { x1 } }) => Math.abs(x1 - (first?.box.x1 ?? 0)) < size)
  if (numbers.length < 2 || !isColumn) return [group]
  const cuts = numbers.slice(1).map((number, index) => {
    const above = numbers[index] as SeenFragment
    return widestGap(group, above.fragment.baseline, number.fragment.baseline)
  })
  if (cuts.includes(undefined)) return [group]
  const partOf = ({ y0, y1 }: BBox) => cuts.filter((cut) => (cut ?? 0) < (y0 + y1) / 2).length
  return numbers.map((_, part) => partOfGroup(group, (own) => partOf(own) === part))
}

/** Returns the middle of the widest vertical gap between the parts of a group, between two heights. */
function widestGap({ fragments, bars }: Group, from: number, to: number): number | undefined {
  const boxes = [...fragments.map(({ box }) => box), ...bars.map(boxOfRuling)]
  let end = from
  let widest = 0
  let middle: number | undefined
  for (const { y0, y1 } of boxes.sort((a, b) => a.y0 - b.y0)) {
    if (end > from && y0 < to && y0 - end > widest) {
      widest = y0 - end
      middle = (y0 + end) / 2
    }
    if (y0 < to) end = Math.max(end, y1)
  }
  return middle
}

function partOfGroup(group: Group, isOwn: (box: BBox) => boolean): Group {
  const fragments = group.fragments.filter(({ box }) => isOwn(box))
  const bars = group.bars.filter((bar) => isOwn(boxOfRuling(bar)))
  const box = boxAround([...fragments.map((seen) => seen.box), ...bars.map(boxOfRuling)])
  return { fragments, bars, box, size: Math.max(0, ...fragments.map(({ size }) => size)) }
}

/** The column around a formula, derived from the running text above and below it. */
interface ColumnEdges {
  readonly x0: number
  readonly x1: number
}

function displayOf(group: Group, page: DisplayPage): FoundFormula | undefined {
  const { size } = group
  const prose = proseAround(group, page.fragments, size)
  if (isRunningOn(group, prose, size)) return undefined
  const column = edgesOf(prose)
  const beside = takeBeside(group, page.fragments, column, size)
  if (!beside) return undefined
  const words = new Set(group.fragments.flatMap((seen) => [...seen.words]))
  const atoms = atomsIn(page, group.box, [...words])
  const read = atoms && readFormula(atoms, group.bars)
  if (!read || !isWorth(group, read)) return undefined
  for (const word of beside.number?.words ?? []) words.add(word)
  const box = beside.number ? boxAround([group.box, beside.number.box]) : group.box
  const number = beside.number && numberOf(beside.number)
  return { page: page.number, box, words, latex: read.latex, ...(number && { number }) }
}

/** Returns the nearest running text above and below a group. */
function proseAround(
  group: Group,
  fragments: readonly SeenFragment[],
  size: number,
): SeenFragment[] {
  const middle = (group.box.x0 + group.box.x1) / 2
  const beside = fragments.filter(
    ({ kind, box }) => kind === 'prose' && box.x0 <= middle && box.x1 >= middle,
  )
  const distance = ({ box }: SeenFragment) => Math.max(group.box.y0 - box.y1, box.y0 - group.box.y1)
  return beside
    .filter((seen) => distance(seen) < settings.around * size)
    .sort((a, b) => distance(a) - distance(b))
    .slice(0, settings.aroundLines)
}

/** Returns the column of the nearest line and of the lines with the same start. */
function edgesOf(prose: readonly SeenFragment[]): ColumnEdges | undefined {
  const [nearest] = prose
  if (!nearest) return undefined
  const own = prose.filter(
    ({ box }) => Math.abs(box.x0 - nearest.box.x0) < settings.beside * nearest.size,
  )
  return boxAround(own.map(({ box }) => box))
}

function isRunningOn(
  { box, fragments }: Group,
  prose: readonly SeenFragment[],
  size: number,
): boolean {
  return prose.some(({ box: line, fragment, size: own }) => {
    if (Math.abs(line.x0 - box.x0) > settings.half * size) return false
    const baselines = fragments.map((seen) => Math.abs(seen.fragment.baseline - fragment.baseline))
    return Math.min(...baselines) < settings.leading * Math.max(size, own)
  })
}

const numberPattern = /^\(?(\(?[A-Z]?\.?\d{1,3}(?:[.\-–]\d{1,3}){0,2}[a-z]?\*?\)?)\)?$/

function numberOf({ fragment }: SeenFragment): string | undefined {
  return /^\((.+)\)$/.exec(fragment.text.trim())?.[1]
}

interface Beside {
  readonly number?: SeenFragment
}

/**
 * Separates the text of a formula and its number from other text.
 *
 * @returns `undefined` if other text is beside it: the group then belongs to a line of text or a table.
 */
function takeBeside(
  group: Group,
  fragments: readonly SeenFragment[],
  column: ColumnEdges | undefined,
  size: number,
): Beside | undefined {
  let number = column && (takeNumber(group, column) ?? numberBelow(group, column, fragments))
  const own = new Set(number ? [...group.fragments, number] : group.fragments)
  const besides = fragments
    .filter((seen) => !own.has(seen) && isLevelWith(seen, group))
    .filter((seen) => !isInOtherColumn(seen, group, column))
    .sort((a, b) => gapTo(a, group) - gapTo(b, group))
  for (const seen of besides) {
    const gap = gapTo(seen, group)
    const limit = (column ? settings.textGap : settings.freeGap) * size
    const isInColumn = column && seen.box.x1 > column.x0 && seen.box.x0 < column.x1
    const isAtEdge = isInColumn || !column || gap < limit || endsLines(seen, column, fragments)
    if (isNumber(seen) && !number && isAtEdge) number = seen
    else if (seen.kind === 'text' && gap < settings.textGap * size && isOfFormula(seen, group)) {
      addFragment(group, seen)
    } else if (isInColumn || gap < limit) return undefined
  }
  return number ? { number } : {}
}

function isNumber({ fragment: { text } }: SeenFragment): boolean {
  return /^\(.*\)$/.test(text) && numberPattern.test(text)
}

/** Returns true if a line that begins with the column ends where the fragment does: the lines near a formula may be short. */
function endsLines(
  { box, size }: SeenFragment,
  column: ColumnEdges,
  fragments: readonly SeenFragment[],
): boolean {
  const near = settings.half * size
  return fragments.some(
    ({ kind, box: line }) =>
      kind === 'prose' && Math.abs(line.x0 - column.x0) < near && Math.abs(line.x1 - box.x1) < near,
  )
}

/** Takes the number at the column's right edge out of a group: it is close to a formula that fills the column, or below it. */
function takeNumber(group: Group, column: ColumnEdges): SeenFragment | undefined {
  const number = group.fragments.find(
    (seen) => isNumber(seen) && Math.abs(seen.box.x1 - column.x1) < settings.half * seen.size,
  )
  if (!number) return undefined
  const rest = group.fragments.filter((seen) => seen !== number)
  if (rest.length === 0) return undefined
  const box = boxAround(rest.map((seen) => seen.box))
  const isBelow = number.box.y0 > box.y1 - settings.drift * number.size
  if (!isBelow && number.box.x0 - box.x1 < settings.quad * number.size) return undefined
  group.fragments = rest
  group.box = { ...group.box, x1: box.x1, y1: isBelow ? box.y1 : group.box.y1 }
  return number
}

/** Returns the number on a line of its own below a formula that fills the column. */
function numberBelow(
  { box, size }: Group,
  column: ColumnEdges,
  fragments: readonly SeenFragment[],
): SeenFragment | undefined {
  return fragments.find((seen) => {
    const gap = seen.box.y0 - box.y1
    const isBelow = gap > -settings.drift * size && gap < settings.row * size
    const isAtEdge = Math.abs(seen.box.x1 - column.x1) < settings.half * size
    return isNumber(seen) && isBelow && isAtEdge && seen.box.x0 - box.x1 < settings.quad * size
  })
}

/** Returns true for running text beside a column that contains the whole formula. */
function isInOtherColumn(
  { kind, box }: SeenFragment,
  group: Group,
  column: ColumnEdges | undefined,
): boolean {
  if (!column || kind !== 'prose') return false
  const isHeld = group.box.x0 > column.x0 - group.size && group.box.x1 < column.x1 + group.size
  return isHeld && (box.x0 > column.x1 || box.x1 < column.x0)
}

/**
 * Returns true for conditions after a formula, and for text before it that ends with a relation: the name that it
 * defines.
 */
function isOfFormula({ box, fragment }: SeenFragment, group: Group): boolean {
  return box.x0 > group.box.x0 || /[=≈≤≥<>∝]$/u.test(fragment.text)
}

function gapTo({ box }: SeenFragment, group: Group): number {
  return Math.max(box.x0 - group.box.x1, group.box.x0 - box.x1)
}

function isLevelWith({ box, size }: SeenFragment, group: Group): boolean {
  const middle = (box.y0 + box.y1) / 2
  return middle > group.box.y0 - 0.2 * size && middle < group.box.y1 + 0.2 * size
}

function isWorth({ fragments }: Group, { node }: ReadFormula): boolean {
  const { variables, signs, inWords } = weighOf(node)
  // Numbers with units are text.
  if (variables === 0 || beginsWithWord(node) || beginsWithCode(node) || isItem(node)) return false
  if (inWords > settings.textShare * (variables + signs + inWords)) return false
  const math = sumOf(fragments, ({ evidence }) => evidence.math)
  if (math > 0) return has(node, 'relation') || has(node, 'built') || has(node, 'fenced')
  return has(node, 'built') && has(node, 'relation')
}
