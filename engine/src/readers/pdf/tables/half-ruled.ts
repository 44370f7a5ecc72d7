/** Level lines under each other with the same ends, and text between them → regions of tables without plumb lines. */
import type { BBox } from '../../../model/index.ts'
import type { Ruling } from '../content/index.ts'
import { isProseLine, opensCaption } from './prose.ts'
import { linesWithin, type Region, regionOf } from './region.ts'
import type { Lines } from './rulings.ts'
import type { TextLine } from './segments.ts'

/** A rule shorter than this many points is the mark above footnotes, or underlines a word. */
const MIN_RULE_POINTS = 90
/** Ends of the rules of one table differ by at most this many points, or that share of their length. */
const SAME_END_POINTS = 6
const SAME_END_SHARE = 0.03
/** Between two rules of a table at most this share of the lines is running text. */
const MAX_PROSE_SHARE = 0.4
/** Rules of one height with gaps up to this many points are one: rules under each column head. */
const PARTS_GAP_POINTS = 30

interface Rule {
  readonly at: number
  readonly from: number
  readonly to: number
}

/** Finds regions between stacked rules. */
export function findHalfRuledRegions(rulings: Lines, lines: readonly TextLine[]): Region[] {
  const rules = wideRules(rulings.level)
  const used = new Set<Rule>()
  const regions: Region[] = []
  for (const rule of rules) {
    if (used.has(rule)) continue
    used.add(rule)
    let last = rule
    for (const next of rules) {
      if (next.at <= last.at || used.has(next) || !haveSameEnds(rule, next)) continue
      const starts = columnStarts(linesWithin(lines, boxBetween(rule, next)))
      if (!isTabular(linesWithin(lines, boxBetween(last, next)), starts)) break
      used.add(next)
      last = next
    }
    if (last === rule) continue
    const region = regionOf(boxBetween(rule, last), lines, rulings, 'halfRuled')
    if (region.lines.length > 1) regions.push(region)
  }
  return regions
}

/** Rules by height; parts at one height joined. */
function wideRules(level: readonly Ruling[]): Rule[] {
  const rules: Rule[] = []
  for (const { at, from, to } of [...level].sort((a, b) => a.at - b.at || a.from - b.from)) {
    const last = rules.at(-1)
    if (
      last &&
      Math.abs(last.at - at) < 1 &&
      from - last.to < PARTS_GAP_POINTS &&
      from >= last.to
    ) {
      rules[rules.length - 1] = { at: last.at, from: last.from, to }
    } else rules.push({ at, from, to })
  }
  return rules.filter(({ from, to }) => to - from >= MIN_RULE_POINTS)
}

function haveSameEnds(a: Rule, b: Rule): boolean {
  const slack = Math.max(SAME_END_POINTS, SAME_END_SHARE * (a.to - a.from))
  return Math.abs(a.from - b.from) <= slack && Math.abs(a.to - b.to) <= slack
}

function boxBetween(a: Rule, b: Rule): BBox {
  return { x0: Math.min(a.from, b.from), x1: Math.max(a.to, b.to), y0: a.at, y1: b.at }
}

/** Lines of a cell begin at one place, within this many points. */
const FLUSH_POINTS = 2

function isFlush({ x0 }: TextLine, starts: readonly number[]): boolean {
  return starts.some((start) => Math.abs(start - x0) <= FLUSH_POINTS)
}

/** Where columns begin, but for the first. */
function columnStarts(lines: readonly TextLine[]): number[] {
  return lines.flatMap(({ segments }) => segments.slice(1).map(({ x0 }) => x0))
}

/** Whether the lines between two rules may be rows: not running text, and in columns or few. */
function isTabular(lines: readonly TextLine[], starts: readonly number[]): boolean {
  if (lines.length === 0) return true
  if (lines.some(opensCaption)) return false
  const prose = lines.filter((line) => isProseLine(line) && !isFlush(line, starts)).length
  if (prose > MAX_PROSE_SHARE * lines.length) return false
  return lines.length <= 2 || lines.some(({ segments }) => segments.length > 1)
}
