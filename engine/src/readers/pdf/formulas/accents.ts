/** Merges accents over letters (hats, bars, dots, arrows) and strokes through relations with their base into one atom. */
import { build, findSymbol, type MathNode } from '../../math/index.ts'
import { type Atom, extentOf, middleOf, nodeOf } from './atoms.ts'
import { merge } from './parsing.ts'
import { formulaSettings as settings } from './settings.ts'

/** Bars, which TeX draws through the letter of ℏ. */
const macron = /^[¯ˉ]$/
/** Accents that are drawn as separate glyphs. */
const mark = /^(?:[\^~`´ˆ˜¯ˉ˙¨ˇ˘˚]|\p{Mn})$/u
const arrow = '\u20d7'
const stroke = '\u0338'

/** Merges each accent with the letters below it; an accent without letters remains a separate sign. */
export function foldAccents(atoms: readonly Atom[]): Atom[] {
  let rest: Atom[] = [...atoms]
  for (const accent of atoms) {
    if (accent.text === stroke) rest = strikeOut(rest, accent)
    else if (mark.test(accent.text)) rest = putThrough(rest, accent) ?? putOver(rest, accent)
  }
  return rest
}

function putThrough(atoms: readonly Atom[], bar: Atom): Atom[] | undefined {
  if (!macron.test(bar.text)) return undefined
  const struck = atoms.find(
    (atom) =>
      atom.text === 'h' &&
      atom.y0 < bar.y0 &&
      atom.y1 > bar.y1 &&
      Math.abs(middleOf(atom) - middleOf(bar)) < settings.near * atom.size,
  )
  return struck && merge(atoms, [bar, struck], struck, build.symbol('ℏ'), extentOf([struck]))
}

function putOver(atoms: readonly Atom[], accent: Atom): Atom[] {
  const under = atoms.filter((atom) => atom !== accent && isUnder(atom, accent))
  const largest = Math.max(...under.map(({ size }) => size))
  const main = under.find(({ size }) => size === largest)
  // The script of a letter is under a wide accent, too, but on another line.
  const level = under.filter(({ baseline, size }) => {
    return main && Math.abs(baseline - main.baseline) < settings.touch * size
  })
  // A single sign of an arrow is over one letter.
  const bases = accent.text === arrow ? nearestOf(level, accent) : level
  const [first] = bases.toSorted((a, b) => a.left - b.left)
  if (!first) return [...atoms]
  const node = build.accent(build.row(bases.map(nodeOf)), accent.text, 'above')
  return merge(atoms, [accent, ...bases], first, node, { ...extentOf(bases), y0: accent.y0 })
}

function nearestOf(atoms: readonly Atom[], accent: Atom): Atom[] {
  const away = (atom: Atom) => Math.abs(middleOf(atom) - middleOf(accent))
  return atoms.toSorted((a, b) => away(a) - away(b)).slice(0, 1)
}

function isUnder(atom: Atom, accent: Atom): boolean {
  const em = Math.max(atom.size, accent.size)
  const gap = atom.y0 - accent.y1
  if (gap < -settings.touch * em || gap > settings.near * em || mark.test(atom.text)) return false
  const aside = Math.abs(middleOf(atom) - middleOf(accent))
  const isWide = accent.x1 - accent.x0 > settings.half * em
  if (isWide) return middleOf(atom) > accent.x0 && middleOf(atom) < accent.x1
  return aside < settings.near * em - Math.abs(gap) * 0.1
}

/** Merges a stroke with the relation after it, over which it is drawn. */
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
  return merge(atoms, [struck, relation], relation, node, relation)
}
