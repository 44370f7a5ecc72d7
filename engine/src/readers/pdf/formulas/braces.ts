/** Merges horizontal braces, drawn as tips and rulings, with their content into one atom. */
import { build } from '../../math/index.ts'
import type { Ruling } from '../content/index.ts'
import { type Atom, extentOf, middleOf } from './atoms.ts'
import { deeper, merge, type Parsing } from './parsing.ts'
import { formulaSettings as settings } from './settings.ts'

const isTip = ({ text }: Atom) => text === '⏞' || text === '⏟'

interface BraceResult {
  readonly atoms: Atom[]
  /** The bars that belong to no brace. */
  readonly bars: Ruling[]
}

/** Assembles braces, with the content above or below them. */
export function foldBraces(
  atoms: readonly Atom[],
  bars: readonly Ruling[],
  parsing: Parsing,
): BraceResult {
  const tips = atoms.filter(isTip).sort((a, b) => a.x0 - b.x0)
  let result: BraceResult = { atoms: [...atoms], bars: [...bars] }
  for (let index = 0; index + 4 <= tips.length; index += 4) {
    const four = tips.slice(index, index + 4)
    const [first] = four
    const isAligned = four.every(
      (tip) => first && Math.abs(tip.y0 - first.y0) < settings.near * first.size,
    )
    if (isAligned) result = foldBrace(result, four, deeper(parsing))
  }
  return result
}

function foldBrace(
  { atoms, bars }: BraceResult,
  tips: readonly Atom[],
  parsing: Parsing,
): BraceResult {
  const brace = extentOf(tips)
  const [first] = tips
  const isBelow = first?.text === '⏟'
  const size = first?.size ?? 0
  const body = atoms.filter((atom) => {
    const x = middleOf(atom)
    const gap = isBelow ? brace.y0 - atom.y1 : atom.y0 - brace.y1
    const far = isBelow ? brace.y0 - atom.y0 : atom.y1 - brace.y1
    return (
      !isTip(atom) && x > brace.x0 && x < brace.x1 && far > 0 && gap < settings.row * size + far / 2
    )
  })
  const extent = extentOf(body)
  const own = bars.filter(({ from, to, at }) => {
    const isInside = from > brace.x0 - 1 && to < brace.x1 + 1
    return isInside && at > brace.y0 - 0.5 && at < brace.y1 + 0.5
  })
  const inner = bars.filter(({ from, to, at }) => {
    const isInside = from > extent.x0 - 1 && to < extent.x1 + 1
    return isInside && at > extent.y0 && at < extent.y1
  })
  if (body.length === 0) parsing.doubts.push('a brace round nothing')
  const read = parsing.read(body, inner, parsing)
  const node = build.accent(read, isBelow ? '⏟' : '⏞', isBelow ? 'below' : 'above')
  const main = body.find(({ axis }) => axis === undefined) ?? body[0] ?? (first as Atom)
  return {
    atoms: merge(atoms, [...body, ...tips], main, node),
    bars: bars.filter((bar) => !own.includes(bar) && !inner.includes(bar)),
  }
}
