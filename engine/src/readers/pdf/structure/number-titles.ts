/** Units of a page → the same, a number that stands alone over a title joined to it: `III.` over `The mills`. */
import { type BodyStyle, LARGE } from './body-style.ts'
import { readsLikeHeading } from './heading-text.ts'
import { type TextUnit, textOf, together, type Unit } from './units.ts'

const bareNumber = /^(?:\d{1,2}|[IVX]{1,5})\.?$/
/** Space between a number and its title, in ems of the smaller. */
const MAX_SPACE_EMS = 2

export function joinNumberTitles(units: readonly Unit[], body: BodyStyle): Unit[] {
  const joined: Unit[] = []
  for (const unit of units) {
    const before = joined.at(-1)
    if (before?.type === 'text' && unit.type === 'text' && isTitleOf(before, unit, body)) {
      joined[joined.length - 1] = together(before, unit)
    } else joined.push(unit)
  }
  return joined
}

function isTitleOf(number: TextUnit, title: TextUnit, body: BodyStyle): boolean {
  if (number.lines.length > 1 || !bareNumber.test(textOf(number))) return false
  if (number.page !== title.page || number.column !== title.column) return false
  if (title.spaceBefore > MAX_SPACE_EMS || !isLarge(number, body) || !isLarge(title, body)) {
    return false
  }
  return title.box.y0 >= number.box.y0 && readsLikeHeading(title, textOf(title))
}

function isLarge({ lines }: TextUnit, { size }: BodyStyle): boolean {
  return (lines[0]?.size ?? 0) >= LARGE * size
}
