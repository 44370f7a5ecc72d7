/** Parses the atoms and bars of a formula into its tree, or returns nothing if any part is in doubt. */
import { build, findSymbol, isBigOperator, type MathNode, writeLatex } from '../../math/index.ts'
import type { Ruling } from '../content/index.ts'
import { foldAccents } from './accents.ts'
import { type Atom, extentOf } from './atoms.ts'
import { foldBars } from './bars.ts'
import { foldBraces } from './braces.ts'
import { foldGrids, joinDots, joinFragments } from './brackets.ts'
import { foldCode } from './code.ts'
import { readLine } from './line.ts'
import { isTooDeep, type Parsing } from './parsing.ts'
import { type AtomRow, splitRows } from './rows.ts'
import { formulaSettings as settings } from './settings.ts'

export interface ReadFormula {
  readonly node: MathNode
  readonly latex: string
}

/** Parses a formula. @param doubts Receives doubts; with any doubt, the result is `undefined`. */
export function readFormula(
  atoms: readonly Atom[],
  bars: readonly Ruling[],
  doubts: string[] = [],
): ReadFormula | undefined {
  const parsing: Parsing = { doubts, read: readPart, depth: 0 }
  // Source first: its `^` and `~` are no accents.
  const whole = joinDots(joinFragments(foldAccents(foldCode(atoms))))
  for (const { text } of whole) if (!isSettable(text)) doubts.push(`no sign of formulas: ${text}`)
  const node = readPart(whole, bars, parsing)
  if (doubts.length > 0) return undefined
  return { node, latex: writeLatex(node) }
}

/** Matches letters and marks that LaTeX prints unchanged; all other characters need a command. */
const plain = /^[A-Za-z0-9À-ÖØ-öø-ÿ!?@'"’.:;|/`]?$/

/**
 * Returns true if LaTeX has the sign; combining marks without letters, parts of brackets and dingbats are missing. Names with
 * underscores are code.
 */
function isSettable(text: string): boolean {
  if (text === '_') return false
  const isTip = text === '⏞' || text === '⏟'
  return plain.test(text) || isTip || findSymbol(text) !== undefined || isBigOperator(text)
}

function readPart(atoms: readonly Atom[], bars: readonly Ruling[], parsing: Parsing): MathNode {
  if (atoms.length === 0 || isTooDeep(parsing)) return build.nothing
  const braced = foldBraces(atoms, bars, parsing)
  const whole = foldGrids(foldBars(braced.atoms, braced.bars, parsing), parsing)
  const rows = splitRows(whole)
  if (rows.length < 2) return readLine(whole, parsing)
  return readRows(rows, parsing)
}

function readRows(rows: readonly AtomRow[], parsing: Parsing): MathNode {
  const places = rows.map((row) => relationAt(row))
  const size = Math.max(...rows.flatMap(({ atoms }) => atoms.map((atom) => atom.size)))
  const known = places.filter((place) => place !== undefined)
  const isAligned =
    known.length === rows.length && Math.max(...known) - Math.min(...known) < settings.near * size
  return build.equations(
    rows.map((row, index) => {
      const place = places[index]
      if (!isAligned || place === undefined) return [readLine(row.atoms, parsing)]
      const left = row.atoms.filter((atom) => atom.left < place)
      const right = row.atoms.filter((atom) => atom.left >= place)
      return [readLine(left, parsing), readLine(right, parsing)]
    }),
  )
}

/** Returns the x of a row's first relation. */
function relationAt({ atoms, baseline }: AtomRow): number | undefined {
  const { size } = atoms.reduce((largest, atom) => (atom.size > largest.size ? atom : largest))
  const relations = atoms.filter(
    (atom) =>
      findSymbol(atom.text)?.kind === 'rel' &&
      Math.abs(atom.baseline - baseline) < 0.2 * size &&
      atom.size > 0.9 * size,
  )
  return relations.length > 0 ? extentOf(relations).left : undefined
}
