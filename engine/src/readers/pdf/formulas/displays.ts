/** Detects displayed formulas in the fragments of a page: formulas set apart between the lines of a column. */
import type { BBox } from '../../../model/index.ts'
import { boxAround } from '../boxes.ts'
import type { Ruling } from '../content/index.ts'
import type { Word } from '../layout/index.ts'
import { sumOf } from '../statistics.ts'
import { atomsIn, type FormulaGlyphs } from './atoms.ts'
import { bandOf, isOfFormula } from './bands.ts'
import {
  type ColumnEdges,
  edgesOf,
  endsLines,
  isInOtherColumn,
  isLevelWith,
  proseAround,
} from './columns.ts'
import { isBold, type SeenFragment } from './evidence.ts'
import { addFragment, type Group, groupFragments, isNamed } from './groups.ts'
import { beginsWithLabel, isLookAlike, sentenceWord } from './look-alikes.ts'
import { isNumber, numberBelow, numberOf, splitAtNumbers, takeNumber } from './numbers.ts'
import { type ReadFormula, readFormula } from './read-formula.ts'
import { formulaSettings as settings } from './settings.ts'
import { joinAtNumbers } from './stacks.ts'
import { has, weighOf } from './weigh.ts'

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
  const groups = joinAtNumbers(groupFragments(page.fragments, page.rulings), page.fragments)
  const groupOf = new Map(groups.flatMap((group) => group.fragments.map((seen) => [seen, group])))
  const taken = new Set<SeenFragment>()
  const displays: FoundFormula[] = []
  for (const group of groups) {
    if (group.fragments.some((seen) => taken.has(seen))) continue
    const band = bandOf(group, page.fragments, groupOf)
    const inBand = band ? displaysIn(band, page) : []
    for (const seen of inBand.length > 0 && band ? band.fragments : []) taken.add(seen)
    displays.push(...(inBand.length > 0 ? inBand : displaysIn(group, page)))
  }
  return displays.sort((a, b) => a.box.y0 - b.box.y0)
}

function displaysIn(group: Group, page: DisplayPage): FoundFormula[] {
  return splitAtNumbers(group, page.fragments).flatMap((part) => displayOf(part, page) ?? [])
}

function displayOf(group: Group, page: DisplayPage): FoundFormula | undefined {
  const { size } = group
  const prose = proseAround(group, page.fragments, size)
  if (isRunningOn(group, prose, size) || isRuled(group) || isSentence(group)) return undefined
  const column = edgesOf(prose)
  const beside = takeBeside(group, page.fragments, column, size)
  if (!beside || hasLabel(group, page)) return undefined
  const words = new Set(group.fragments.flatMap((seen) => [...seen.words]))
  const atoms = atomsIn(page, group.box, [...words])
  const read = atoms && readFormula(atoms, group.bars)
  const isLabelled = read && !beside.number && beginsWithLabel(read.node)
  if (!read || isLabelled || !isWorth(group, read)) return undefined
  for (const word of beside.number?.words ?? []) words.add(word)
  const box = beside.number ? boxAround([group.box, beside.number.box]) : group.box
  const number = beside.number && numberOf(beside.number)
  return { page: page.number, box, words, latex: read.latex, ...(number && { number }) }
}

const bracketAlone = /^[()[\]{}⎛-⎭|]+$/u

/** Returns true for a line at the left edge of a paragraph that is as near to its lines as they are to each other. */
function isRunningOn(
  { box, fragments }: Group,
  prose: readonly SeenFragment[],
  size: number,
): boolean {
  const isTall = box.y1 - box.y0 > settings.tall * size
  // A matrix at the left edge has its brackets between the baselines of its rows.
  if (isTall && fragments.some(({ fragment }) => bracketAlone.test(fragment.text))) return false
  return prose.some(({ box: line, fragment, size: own }) => {
    if (Math.abs(line.x0 - box.x0) > settings.half * size) return false
    if (isTall && Math.max(box.y0 - line.y1, line.y0 - box.y1) > settings.row * size) return false
    const baselines = fragments.map((seen) => Math.abs(seen.fragment.baseline - fragment.baseline))
    return Math.min(...baselines) < settings.leading * Math.max(size, own)
  })
}

/** Returns true if the leftmost word continues a sentence; in italics, its letters look like variables. */
function isSentence(group: Group): boolean {
  const text = firstWords(group)[0]?.text ?? ''
  return /^[a-z]{2,}$/i.test(text) && sentenceWord.test(text)
}

/** Returns true if the leftmost words are a bold name and text or a number: `Lemma 1.2`. */
function hasLabel(group: Group, page: FormulaGlyphs): boolean {
  const [word, next] = firstWords(group)
  if (!word || word.text.length <= settings.nameLetters.bold) return false
  const isName = /^\p{L}+$/u.test(word.text) && isBold(page, word)
  return isName && /^[\p{L}\p{N}]/u.test(next?.text ?? '')
}

function firstWords({ fragments }: Group): readonly Word[] {
  return fragments.toSorted((a, b) => a.box.x0 - b.box.x0)[0]?.words ?? []
}

/** Returns true for a group between two lines along all of it, as a table has them. */
function isRuled({ bars, box, size }: Group): boolean {
  const near = settings.half * size
  return bars.filter(({ from, to }) => from < box.x0 + near && to > box.x1 - near).length > 1
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
  let number =
    column && (takeNumber(group, column, fragments) ?? numberBelow(group, column, fragments))
  const own = new Set(number ? [...group.fragments, number] : group.fragments)
  const besides = fragments
    .filter((seen) => !own.has(seen) && isLevelWith(seen, group))
    .filter((seen) => !isInOtherColumn(seen, group, column, fragments))
    .sort((a, b) => gapTo(a, group) - gapTo(b, group))
  for (const seen of besides) {
    const gap = gapTo(seen, group)
    const limit = (column ? settings.textGap : settings.freeGap) * size
    const isInColumn = column && seen.box.x1 > column.x0 && seen.box.x0 < column.x1
    const isAtEdge = isInColumn || !column || gap < limit || endsLines(seen, column, fragments)
    if (isNumber(seen.fragment) && !number && isAtEdge) number = seen
    else if (seen.kind === 'text' && gap < settings.textGap * size && isOfFormula(seen, group)) {
      addFragment(group, seen)
    } else if (isInColumn || gap < limit) return undefined
  }
  return number ? { number } : {}
}

function gapTo({ box }: SeenFragment, group: Group): number {
  return Math.max(box.x0 - group.box.x1, group.box.x0 - box.x1)
}

function isWorth(group: Group, { node }: ReadFormula): boolean {
  const { fragments, bars } = group
  const { variables, signs, inWords } = weighOf(node)
  if (isLookAlike(node)) return false
  if (isNamed(group)) return has(node, 'fraction')
  if (inWords > settings.textShare * (variables + signs + inWords)) return false
  // Numbers with units are text.
  if (variables === 0) return inWords === 0 && has(node, 'built') && !has(node, 'letter')
  const hasOperation = inWords === 0 && has(node, 'operation')
  if (bars.length > 0 && inWords === 0 && has(node, 'built')) return true
  const math = sumOf(fragments, ({ evidence }) => evidence.math)
  if (math > 0) return hasOperation || shapes.some((what) => has(node, what))
  return has(node, 'relation') && (has(node, 'built') || (hasOperation && variables > 1))
}

const shapes = ['relation', 'built', 'fenced'] as const
