/** For tests: atoms from a few words and numbers. */
import { isBigOperator } from '../../../math/index.ts'
import type { Ruling } from '../../content/index.ts'
import type { Atom } from '../atoms.ts'

export interface AtomPlace {
  /** Height of the em. */
  readonly size?: number
  /** Height of the baseline. */
  readonly y?: number
  readonly variant?: NonNullable<Atom['variant']>
  readonly isText?: boolean
}

/** Width of every character, and height of its ink, in ems. */
const WIDTH_EMS = 0.6
const HEIGHT_EMS = 0.7

/** Characters side by side from `x` on; a blank advances by half an em. */
export function atoms(text: string, x: number, place: AtomPlace = {}): Atom[] {
  const { size = 10, y = 100, variant, isText = false } = place
  const placed: Atom[] = []
  let left = x
  for (const character of text) {
    if (character === ' ') {
      left += size / 2
      continue
    }
    const right = left + WIDTH_EMS * size
    const isBig = isBigOperator(character)
    const [y0, y1] = isBig ? [y - size, y + size / 2] : [y - HEIGHT_EMS * size, y]
    placed.push({
      text: character,
      x0: left,
      x1: right,
      y0,
      y1,
      left,
      right,
      baseline: y,
      size,
      isText,
      ...(isBig && { axis: y - size / 4 }),
      ...(variant && { variant }),
    })
    left = right
  }
  return placed
}

/** One sign with ink from `y0` to `y1`, centred on the axis: a tall bracket, a radical sign. */
export function tall(text: string, x: number, y0: number, y1: number): Atom {
  const [atom] = atoms(text, x)
  return { ...(atom as Atom), y0, y1, axis: (y0 + y1) / 2 }
}

export function bar(from: number, to: number, at: number): Ruling {
  return { isHorizontal: true, at, from, to, thickness: 0.4 }
}
