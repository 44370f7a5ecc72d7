/** Splits atoms into rows from top to bottom, and rows into their common columns. */
import { isBigOperator } from '../../math/index.ts'
import { type Atom, extentOf } from './atoms.ts'
import { formulaSettings as settings } from './settings.ts'

export interface AtomRow {
  readonly atoms: readonly Atom[]
  /** Baseline of its full-size atoms. */
  readonly baseline: number
}

function baselineOf({ axis, baseline }: Atom, size: number): number {
  return axis === undefined ? baseline : axis + settings.axis * size
}

/** Returns true if all atoms are above or below the axis of a sign: its limits. */
function areLimits(atoms: readonly Atom[], { axis = 0 }: Atom): boolean {
  return atoms.every(({ y0, y1 }) => y1 < axis || y0 > axis)
}

interface OpenRow {
  readonly heavy: Atom[]
  baseline: number
}

/** Splits where full-size atoms lie below each other; scripts and limits join the nearest row. */
export function splitRows(atoms: readonly Atom[]): AtomRow[] {
  const flat = atoms.filter(({ axis }) => axis === undefined)
  const size = Math.max(...(flat.length > 0 ? flat : atoms).map((atom) => atom.size))
  const [sign, ...signs] = atoms.filter((atom) => isBigOperator(atom.text))
  const isOneSign = sign && signs.length === 0 && areLimits(flat, sign)
  if (isOneSign) return [{ atoms, baseline: baselineOf(atoms[0] as Atom, size) }]
  const heavy = atoms.filter(
    ({ node, axis, size: own }) =>
      own >= settings.fullSize * size || (node !== undefined && axis !== undefined),
  )
  const rows: OpenRow[] = []
  for (const atom of heavy.toSorted((a, b) => baselineOf(a, size) - baselineOf(b, size))) {
    const baseline = baselineOf(atom, size)
    const row = rows.at(-1)
    const last = row?.heavy.at(-1)
    // The scripts of the smallest letters are as large as these.
    const isNear = last && baseline - baselineOf(last, size) < settings.row * size
    if (row && isNear && baseline - row.baseline < size) row.heavy.push(atom)
    else rows.push({ heavy: [atom], baseline })
  }
  const merged = mergeOverlapping(rows, size)
  if (merged.length < 2) return [{ atoms, baseline: merged[0]?.baseline ?? 0 }]
  return assignLight(merged, atoms, new Set(heavy), size)
}

/** Merges rows whose ink overlaps: a sum with a raised bracket beside it. */
function mergeOverlapping(rows: readonly OpenRow[], size: number): OpenRow[] {
  const merged: OpenRow[] = []
  for (const row of rows) {
    const before = merged.at(-1)
    const limit = settings.drift * size
    const bottom = before ? Math.max(...before.heavy.map(({ y1 }) => y1)) : 0
    const top = Math.min(...row.heavy.map(({ y0 }) => y0))
    if (before && bottom - top > limit) before.heavy.push(...row.heavy)
    else merged.push(row)
  }
  return merged
}

function assignLight(
  rows: readonly OpenRow[],
  atoms: readonly Atom[],
  heavy: ReadonlySet<Atom>,
  size: number,
): AtomRow[] {
  const own = rows.map((row) => [...row.heavy])
  for (const script of scriptsAmong(atoms.filter((atom) => !heavy.has(atom)))) {
    let nearest = 0
    let least = Number.POSITIVE_INFINITY
    const { y0, y1 } = extentOf(script)
    for (const [index, row] of rows.entries()) {
      // Of two rows that touch a script, the nearer line has it.
      const offLine = Math.abs((y0 + y1) / 2 - (row.baseline - settings.axis * size))
      for (const other of row.heavy) {
        const apart = Math.min(...script.map((atom) => distanceOf(atom, other))) + 0.1 * offLine
        if (apart >= least) continue
        least = apart
        nearest = index
      }
    }
    own[nearest]?.push(...script)
  }
  return rows.map(({ baseline }, index) => ({ atoms: own[index] ?? [], baseline }))
}

/** Groups small atoms that follow each other on one baseline: only the first one is near its letter. */
function scriptsAmong(atoms: readonly Atom[]): Atom[][] {
  const scripts: Atom[][] = []
  for (const atom of atoms.toSorted((a, b) => a.left - b.left)) {
    const script = scripts.findLast((own) => {
      const last = own.at(-1) as Atom
      const isLevel = Math.abs(last.baseline - atom.baseline) < settings.sameLine * atom.size
      return isLevel && atom.left - last.right < settings.near * atom.size
    })
    if (script) script.push(atom)
    else scripts.push([atom])
  }
  return scripts
}

function distanceOf(a: Atom, b: Atom): number {
  const x = Math.max(0, a.x0 - b.x1, b.x0 - a.x1)
  const y = Math.max(0, a.y0 - b.y1, b.y0 - a.y1)
  return x + y
}

interface Column {
  readonly from: number
  readonly to: number
}

/** Returns the columns of rows, split where every row is empty. */
export function columnsOf(rows: readonly AtomRow[]): Column[] {
  const atoms = rows.flatMap((row) => row.atoms).sort((a, b) => a.left - b.left)
  const size = Math.max(...atoms.map((atom) => atom.size))
  const columns: Column[] = []
  let end = atoms[0]?.left ?? 0
  let from = Number.NEGATIVE_INFINITY
  for (const atom of atoms) {
    if (Math.min(atom.left, atom.x0) - end > settings.row * size) {
      columns.push({ from, to: atom.left })
      from = atom.left
    }
    end = Math.max(end, atom.right, atom.x1)
  }
  columns.push({ from, to: Number.POSITIVE_INFINITY })
  return columns
}
