/** Hats, bars, dots and arrows over letters, and strokes through relations → one atom with its letter. */
import { build, findSymbol, type MathNode } from '../../math/index.ts'
import { type Atom, extentOf, middleOf, nodeOf } from './atoms.ts'
import { replace } from './parsing.ts'

/** What stands over a letter as a glyph of its own. */
const mark = /^(?:[\^~`´ˆ˜¯ˉ˙¨ˇ˘˚]|\p{Mn})$/u
const stroke = '\u0338'

/** The middles of a letter and its accent are this near, in ems: slanted letters lean away from theirs. */
const MIDDLE_EMS = 0.42
/** An accent ends this much over the ink of its letter at most, in ems … */
const GAP_EMS = 0.4
/** … and reaches this much into it at most. */
const OVERLAP_EMS = 0.15

/** Puts each accent with the letters that it stands over; one over nothing stays a sign of its own. */
export function foldAccents(atoms: readonly Atom[]): Atom[] {
  let rest: Atom[] = [...atoms]
  for (const accent of atoms) {
    if (accent.text === stroke) rest = strikeOut(rest, accent)
    else if (mark.test(accent.text)) rest = putOver(rest, accent)
  }
  return rest
}

function putOver(atoms: readonly Atom[], accent: Atom): Atom[] {
  const bases = atoms.filter((atom) => atom !== accent && isUnder(atom, accent))
  const [first] = bases.toSorted((a, b) => a.left - b.left)
  if (!first) return [...atoms]
  const node = build.accent(build.row(bases.map(nodeOf)), accent.text, 'above')
  const extent = extentOf(bases)
  const whole: Atom = { ...first, ...extent, y0: accent.y0, text: '', node }
  return replace(atoms, new Set([accent, ...bases]), whole)
}

function isUnder(atom: Atom, accent: Atom): boolean {
  const em = Math.max(atom.size, accent.size)
  const gap = atom.y0 - accent.y1
  if (gap < -OVERLAP_EMS * em || gap > GAP_EMS * em || mark.test(atom.text)) return false
  const middle = middleOf(atom)
  // A wide one stands over all that it covers.
  const isCovered = middle > accent.x0 && middle < accent.x1 && accent.x1 - accent.x0 > em / 2
  return isCovered || Math.abs(middle - middleOf(accent)) < MIDDLE_EMS * em - Math.abs(gap) * 0.1
}

/** A stroke is drawn over the relation after it. */
function strikeOut(atoms: readonly Atom[], struck: Atom): Atom[] {
  const middle = middleOf(struck)
  const level = (struck.y0 + struck.y1) / 2
  const relation = atoms.find(
    (atom) =>
      findSymbol(atom.text)?.kind === 'rel' &&
      middle > atom.x0 &&
      middle < atom.x1 &&
      level > atom.y0 - atom.size / 2 &&
      level < atom.y1 + atom.size / 2,
  )
  if (!relation) return [...atoms]
  const composed = `${relation.text}${stroke}`.normalize('NFC')
  const node: MathNode =
    [...composed].length === 1
      ? build.symbol(composed)
      : { type: 'symbol', text: relation.text, negated: true }
  return replace(atoms, new Set([struck, relation]), { ...relation, text: '', node })
}
