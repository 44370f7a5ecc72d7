/** Parses the horizontal rulings of a formula as fractions, roots and overlines. */
import { build, isBigOperator } from '../../math/index.ts'
import type { Ruling } from '../content/index.ts'
import { type Atom, extentOf, middleOf } from './atoms.ts'
import { deeper, merge, type Parsing, replace } from './parsing.ts'
import { formulaSettings as settings } from './settings.ts'

/** The atoms and bars still to be parsed. */
interface Folding {
  atoms: Atom[]
  /** Bars not yet parsed, the shortest last. */
  readonly bars: Ruling[]
  readonly parsing: Parsing
}

/** Parses the shortest bars first: their results lie above or below longer bars. */
export function foldBars(
  atoms: readonly Atom[],
  bars: readonly Ruling[],
  parsing: Parsing,
): Atom[] {
  const folding: Folding = { atoms: [...atoms], bars: [...bars], parsing: deeper(parsing) }
  folding.bars.sort((a, b) => b.to - b.from - (a.to - a.from))
  for (let bar = folding.bars.pop(); bar; bar = folding.bars.pop()) foldBar(folding, bar)
  return folding.atoms
}

function foldBar(folding: Folding, bar: Ruling): void {
  const sign = folding.atoms.find((atom) => isRootOf(atom, bar))
  if (sign) {
    foldRoot(folding, bar, sign)
    return
  }
  const above = beside(folding, bar, -1)
  const below = beside(folding, bar, 1)
  if (above.length > 0 && below.length > 0) foldFraction(folding, bar, above, below)
  else if (below.length > 0) foldLine(folding, bar, below, 'overBar')
  else if (above.length === 1) foldLine(folding, bar, above, 'underBar')
  else folding.parsing.doubts.push('a bar with nothing beside it')
}

function isRootOf(atom: Atom, bar: Ruling): boolean {
  if (atom.text !== '√') return false
  const near = settings.drift * atom.size
  return Math.abs(atom.x1 - bar.from) < near && Math.abs(atom.y0 - bar.at) < near
}

function foldRoot(folding: Folding, bar: Ruling, sign: Atom): void {
  const { atoms, parsing } = folding
  const near = settings.drift * sign.size
  const inner = atoms.filter((atom) => {
    const x = middleOf(atom)
    const isInside = x > bar.from - near && x < bar.to && atom !== sign
    return isInside && atom.y0 > bar.at - near && atom.y0 < sign.y1 && atom.left > sign.x0
  })
  const above = atoms.filter((atom) => isDegree(atom, sign))
  // The limit of an integral before the root ends left of the sign.
  const degree = above.some(({ right }) => right > sign.x0 + near / 2) ? above : []
  if (inner.length === 0) parsing.doubts.push('a root of nothing')
  const radicand = parsing.read(inner, [], parsing)
  const node = build.radical(
    radicand,
    degree.length > 0 ? parsing.read(degree, [], parsing) : undefined,
  )
  const main = mainOf(inner) ?? sign
  const place = { right: bar.to, y0: bar.at }
  folding.atoms = merge(atoms, [sign, ...inner, ...degree], main, node, place)
}

/** Returns the largest atom with a baseline, which defines the common baseline. */
function mainOf(atoms: readonly Atom[]): Atom | undefined {
  const size = Math.max(...atoms.map((atom) => atom.size))
  const full = atoms.filter((atom) => atom.size >= settings.fullSize * size)
  return full.find(({ axis }) => axis === undefined) ?? full[0]
}

function isDegree(atom: Atom, sign: Atom): boolean {
  if (atom.size > settings.fullSize * sign.size || atom === sign) return false
  const x = middleOf(atom)
  const isLeft = x > sign.x0 - settings.row * sign.size && x < (sign.x0 + sign.x1) / 2
  return (
    isLeft && atom.y1 < (sign.y0 + sign.y1) / 2 + atom.size * settings.near && atom.y1 > sign.y0
  )
}

/**
 * Returns the atoms above (−1) or below (1) a bar, within its width, up to the next gap, or to those that are nearer to another bar:
 * two fractions may be below each other.
 */
function beside({ atoms, bars }: Folding, bar: Ruling, side: -1 | 1): Atom[] {
  const within = atoms
    .filter((atom) => {
      const x = middleOf(atom)
      const y = (atom.y0 + atom.y1) / 2
      const isWithin = x >= bar.from && x <= bar.to && (y - bar.at) * side > 0
      return isWithin && !bars.some((other) => isBetween(other, bar, x, y))
    })
    .sort((a, b) => distance(a, bar, side) - distance(b, bar, side))
  const em = Math.max(...within.map(({ size }) => size))
  const isFull = ({ size }: Atom) => size >= settings.fullSize * em
  const found: Atom[] = []
  let reach = 0
  for (const atom of within) {
    const gap = distance(atom, bar, side) - reach
    if (gap > (found.length === 0 ? settings.row : settings.near) * em) break
    if (found.length > 0 && bars.some((other) => isNearer(atom, other, side, gap))) break
    // Only scripts are beyond the letters, and signs beyond their limits; others belong to the next line.
    const isOfNext = found.some(isFull) || !isBigOperator(atom.text)
    const isBeyond =
      gap > 0 || found.some((own) => isFull(own) && isBeyondLine(own, atom, side, em))
    if (isBeyond && found.length > 0 && isFull(atom) && isOfNext) break
    found.push(atom)
    const end = side < 0 ? bar.at - atom.y0 : atom.y1 - bar.at
    reach = Math.max(reach, end)
  }
  return found
}

/** Returns true if the second atom is on the line beyond that of the first one; the ink of two lines may overlap. */
function isBeyondLine(a: Atom, b: Atom, side: -1 | 1, em: number): boolean {
  if (a.axis !== undefined) return false
  if (b.axis === undefined) return Math.abs(a.baseline - b.baseline) > settings.row * em
  const near = settings.drift * em
  return side < 0 ? b.y1 < a.y0 + near : b.y0 > a.baseline - near
}

/** Returns true if a bar lies between another one and a point. */
function isBetween({ from, to, at }: Ruling, bar: Ruling, x: number, y: number): boolean {
  return x >= from && x <= to && (at - bar.at) * (y - at) > 0
}

/** Returns true if the bar on the far side of an atom is nearer to it than a gap. */
function isNearer(atom: Atom, bar: Ruling, side: -1 | 1, gap: number): boolean {
  const x = middleOf(atom)
  const apart = distance(atom, bar, side < 0 ? 1 : -1)
  return x >= bar.from && x <= bar.to && apart >= 0 && apart < gap
}

function distance(atom: Atom, bar: Ruling, side: -1 | 1): number {
  return side < 0 ? bar.at - atom.y1 : atom.y0 - bar.at
}

function foldFraction(
  folding: Folding,
  bar: Ruling,
  above: readonly Atom[],
  below: readonly Atom[],
): void {
  const { parsing } = folding
  const parts = [...above, ...below]
  const extent = extentOf(parts)
  const em = Math.max(...parts.map(({ size }) => size))
  if (extent.x0 < bar.from - settings.drift * em || extent.x1 > bar.to + settings.drift * em) {
    parsing.doubts.push('a fraction wider than its bar')
  }
  const node = build.fraction(
    'bar',
    parsing.read(above, [], parsing),
    parsing.read(below, [], parsing),
  )
  const { from, to, at } = bar
  const place = { ...extent, x0: from, x1: to, left: from, right: to, baseline: at, axis: at }
  const whole: Atom = { ...place, text: '', node, size: em, isText: false }
  folding.atoms = replace(folding.atoms, parts, whole)
}

/** Parses a bar along letters. */
function foldLine(
  folding: Folding,
  bar: Ruling,
  parts: readonly Atom[],
  shape: 'overBar' | 'underBar',
): void {
  const { parsing } = folding
  const main = mainOf(parts)
  const extent = extentOf(parts)
  const gap = shape === 'overBar' ? extent.y0 - bar.at : bar.at - extent.y1
  if (!main || gap > settings.near * main.size) {
    parsing.doubts.push('a bar with one side')
    return
  }
  const node = build.enclosure(shape, parsing.read(parts, [], parsing))
  const place = { y0: Math.min(extent.y0, bar.at), y1: Math.max(extent.y1, bar.at) }
  folding.atoms = merge(folding.atoms, parts, main, node, place)
}
