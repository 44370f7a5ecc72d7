/** Parses the atoms of one row: the main line, with superscripts, subscripts and limits (a baseline structure tree). */
import { build, isBigOperator, type MathNode } from '../../math/index.ts'
import { type Atom, extentOf, middleOf } from './atoms.ts'
import { emptyItem, endOfScripts, type Item, itemsOf } from './items.ts'
import { deeper, type Parsing } from './parsing.ts'
import { formulaSettings as settings } from './settings.ts'
import { siblingsOf } from './siblings.ts'

/** The baseline of a row. */
interface Baseline {
  readonly at: number
  readonly size: number
}

export function readLine(atoms: readonly Atom[], parsing: Parsing): MathNode {
  if (atoms.length === 0) return build.nothing
  const line = findBaseline(atoms)
  const main: Atom[] = []
  const others: Atom[] = []
  for (const atom of atoms) (isOnLine(atom, line) ? main : others).push(atom)
  const items = itemsOf(main.sort((a, b) => a.left - b.left))
  if (items.length === 0) parsing.doubts.push('nothing on the line')
  for (const script of scriptsOf(others, items, line)) attach(script, items, line, parsing)
  return siblingsOf(items, line.size, (item) => withScripts(item, parsing))
}

/** Returns the baseline with the most full-size atoms, the leftmost of several. */
function findBaseline(atoms: readonly Atom[]): Baseline {
  // Some fonts set only their sums in a larger size.
  const sized = atoms.filter(({ text }) => !isBigOperator(text))
  const size = Math.max(...(sized.length > 0 ? sized : atoms).map((atom) => atom.size))
  const large = atoms.filter((atom) => atom.size >= settings.fullSize * size)
  const plain = large.filter(({ axis }) => axis === undefined)
  const full = (plain.length > 0 ? plain : large).sort((a, b) => a.left - b.left)
  let best: Baseline = { at: 0, size }
  let most = 0
  for (const atom of full) {
    const at = atom.axis === undefined ? atom.baseline : atom.axis + settings.axis * size
    const count = full.filter((other) => isOnLine(other, { at, size })).length
    if (count <= most) continue
    most = count
    best = { at, size }
  }
  const sign = atoms.find(({ text }) => isBigOperator(text))
  return sign?.axis === undefined ? best : lineOf(sign.axis, sign.size, best)
}

/** Returns the line of a sum or product if all letters are its scripts: small, and not level with it. */
function lineOf(axis: number, size: number, letters: Baseline): Baseline {
  const apart = Math.abs(letters.at - settings.axis * letters.size - axis)
  const areScripts = letters.size < settings.fullSize * size && apart > settings.drift * size
  return areScripts ? { at: axis + settings.axis * size, size } : letters
}

function isOnLine(atom: Atom, { at, size }: Baseline): boolean {
  if (atom.axis === undefined) {
    return (
      Math.abs(atom.baseline - at) <= settings.sameLine * size &&
      atom.size >= settings.fullSize * size
    )
  }
  const axis = at - settings.axis * size
  if (atom.node) return Math.abs(atom.axis - axis) <= settings.drift * size
  const tolerance = Math.max(settings.near * (atom.y1 - atom.y0), settings.drift * size)
  return Math.abs(atom.axis - axis) <= tolerance && atom.size >= settings.fullSize * size
}

/** Adjacent atoms on one side of the line. */
interface Script {
  readonly side: 'sup' | 'sub'
  readonly atoms: Atom[]
}

function scriptsOf(others: readonly Atom[], items: readonly Item[], line: Baseline): Script[] {
  const scripts: Script[] = []
  for (const atom of others.toSorted((a, b) => a.left - b.left)) {
    const side = sideOf(atom, line)
    const [script] = scripts
      .filter((own) => own.side === side || isNested(own.atoms.at(-1), atom))
      .filter((own) => goesOn(own, atom, items, line))
      .sort((a, b) => apart(a, atom) - apart(b, atom))
    if (script) script.atoms.push(atom)
    else scripts.push({ side, atoms: [atom] })
  }
  return scripts
}

function isPlain({ axis }: Atom): boolean {
  return axis === undefined
}

/** Returns the vertical distance between the middles of the last atom of a script and another one. */
function apart({ atoms }: Script, { y0, y1 }: Atom): number {
  const last = atoms.at(-1) as Atom
  return Math.abs((last.y0 + last.y1) / 2 - (y0 + y1) / 2)
}

function sideOf(atom: Atom, { at, size }: Baseline): Script['side'] {
  const shift = at - atom.baseline
  if (atom.axis === undefined && shift > settings.touch * size) return 'sup'
  if (atom.axis === undefined && shift < -settings.sameLine * size) return 'sub'
  return (atom.y0 + atom.y1) / 2 < at - settings.axis * size ? 'sup' : 'sub'
}

/** Returns true for a script of a script: smaller, and close to it. */
function isNested(last: Atom | undefined, atom: Atom): boolean {
  if (!last || last.axis !== undefined || atom.size >= settings.fullSize * last.size) return false
  const gap = atom.left - last.right
  return (
    gap < 0.15 * last.size &&
    atom.y0 < last.y1 + 0.3 * last.size &&
    atom.y1 > last.y0 - 0.6 * last.size
  )
}

function goesOn(
  { atoms }: Script,
  atom: Atom,
  items: readonly Item[],
  { size }: Baseline,
): boolean {
  const { left, right: end, y0, y1 } = extentOf(atoms)
  const last = atoms.at(-1) as Atom
  const isLower = atom.baseline - last.baseline > settings.half * size
  if (atom.left - end > settings.near * size || (isLower && isPlain(atom) && isPlain(last)))
    return false
  // Each of two sums beside each other has its own limits.
  const near = settings.touch * size
  const above = items.filter(({ node, ...item }) => {
    const isBig = node.type === 'symbol' && isBigOperator(node.text)
    return isBig && (y1 < item.y0 + near || y0 > item.y1 - near)
  })
  const isOfNext =
    above.some((item) => middleOf(item) > left && middleOf(item) < end) &&
    above.some((item) => middleOf(item) > end && item.x0 < atom.right + size)
  if (isOfNext && atom.left - end > near) return false
  // An item between them on the line has separate scripts.
  return !items.some(({ x0, x1 }) => {
    const middle = (x0 + x1) / 2
    return middle > end - 0.1 * size && middle < atom.left + 0.1 * size
  })
}

/** Attaches a script to its base. */
function attach({ side, atoms }: Script, items: Item[], line: Baseline, parsing: Parsing): void {
  const { left: x0, right: x1, y0, y1 } = extentOf(atoms)
  const near = settings.touch * line.size
  const limited = items.find((item) => {
    const common = Math.min(x1, item.x1) - Math.max(x0, item.x0)
    const isBeyond = side === 'sup' ? y1 < item.y0 + near : y0 > item.y1 - near
    return (
      item.takesLimits && isBeyond && common > settings.half * Math.min(x1 - x0, item.x1 - item.x0)
    )
  })
  if (limited) {
    limited[side === 'sup' ? 'over' : 'under'].push(...atoms)
    return
  }
  const base = baseOf({ x0, x1 }, items, line)
  const isLevel = atoms.every(({ baseline }) => Math.abs(baseline - line.at) < near / 2)
  if (base && isLevel && x0 - endOfScripts(base) > near)
    parsing.doubts.push('small letters on the line')
  const isSmaller =
    atoms.every((atom) => atom.size < settings.fullSize * line.size) || parsing.depth > 0
  if (!base || !isSmaller || !isBeside(base, { x0, y0, y1 }, line)) {
    parsing.doubts.push(
      `a script with nothing before it: ${atoms.map(({ text }) => text).join('')}`,
    )
    return
  }
  base[side].push(...atoms)
}

/**
 * Returns the item before a script. A script that is nearer to the letter after it begins at nothing: `{}_2 F_1`.
 */
function baseOf(
  { x0, x1 }: { readonly x0: number; readonly x1: number },
  items: Item[],
  line: Baseline,
): Item | undefined {
  const at = items.findLastIndex(
    (item) => (isBig(item) ? item.x0 : middleOf(item)) < x0 && item.x1 < x0 + reachOf(item, line),
  )
  const [base, next] = [items[at], items[at + 1]]
  if (!next?.atoms.every((atom) => /^\p{L}$/u.test(atom.text))) return base
  const near = settings.touch * line.size
  const isBefore = Math.abs(next.x0 - x1) < near
  if (!isBefore || (base && x0 - endOfScripts(base) < near)) return base
  const empty = emptyItem(x0, next)
  items.splice(at + 1, 0, empty)
  return empty
}

function reachOf(item: Item, { size }: Baseline): number {
  return (isBig(item) ? settings.quad : settings.near) * size
}

/** Returns true for a sign under which scripts may begin: the slanted integral. */
function isBig({ node }: Item): boolean {
  return node.type === 'symbol' && isBigOperator(node.text)
}

function isBeside(
  base: Item,
  { x0, y0, y1 }: { readonly x0: number; readonly y0: number; readonly y1: number },
  { size }: Baseline,
): boolean {
  const rise = settings.quad * size
  return (
    x0 - endOfScripts(base) < settings.near * size && y1 > base.y0 - rise && y0 < base.y1 + rise
  )
}

function withScripts(item: Item, parsing: Parsing): MathNode {
  const inner = deeper(parsing)
  const read = (atoms: readonly Atom[]) =>
    atoms.length > 0 ? parsing.read(atoms, [], inner) : undefined
  const isMixed = item.sub.length + item.sup.length > 0 && item.over.length + item.under.length > 0
  // Limits partly below and partly beside a sign, as at a slanted integral, are all read as scripts.
  const sub = read(isMixed ? [...item.sub, ...item.under] : item.sub)
  const sup = read(isMixed ? [...item.sup, ...item.over] : item.sup)
  if (isCongruence(item)) return build.scripts(build.symbol('≅'), [build.pair(sub, sup)])
  const based = isMixed ? item.node : build.limits(item.node, read(item.under), read(item.over))
  return build.scripts(based, [build.pair(sub, sup)])
}

/** Returns true for a tilde above an equals sign of the same size: TeX composes ≅ of them. */
function isCongruence({ node, atoms, over, under }: Item): boolean {
  const [above, ...more] = over
  const isEquals = node.type === 'symbol' && node.text === '='
  const isAlone = more.length + under.length === 0
  return isEquals && isAlone && above?.text === '∼' && above.size === atoms[0]?.size
}
