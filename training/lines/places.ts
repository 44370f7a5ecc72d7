/** Assigns lines of a generated page to their blocks by position. */
import type { BBox } from '../../engine/src/model/index.ts'
import { areaOfBox, commonArea } from '../../engine/src/readers/pdf/boxes.ts'
import { toPageBox, uprightFrame } from '../../engine/src/readers/pdf/layout/index.ts'
import type { SequenceLine } from '../../engine/src/readers/pdf/structure/lines/sequence.ts'
import type { TruthBlock } from '../pages/truth.ts'

/** A line of the truth. */
interface Place extends BBox {
  readonly block: TruthBlock
  /** Index among the lines of its block. */
  readonly index: number
}

interface PlacedLine {
  readonly block: TruthBlock
  readonly isStart: boolean
}

/** Least share of a line's box within a box of the truth. */
const SHARE = 0.5

export function placeLines(
  lines: readonly SequenceLine[],
  blocks: readonly TruthBlock[],
): (PlacedLine | undefined)[] {
  const pages = new Map<number, Place[]>()
  for (const block of blocks) {
    for (const [index, { page, ...box }] of block.lines.entries()) {
      const known = pages.get(page)
      if (known) known.push({ ...box, block, index })
      else pages.set(page, [{ ...box, block, index }])
    }
  }
  return lines.map(({ line, block }) => {
    const box = toPageBox(line.fragments[0]?.frame ?? uprightFrame, line)
    const place = nearest(box, pages.get(block.page) ?? [])
    return place && { block: place.block, isStart: place.index === 0 }
  })
}

function nearest(box: BBox, places: readonly Place[]): Place | undefined {
  let best: Place | undefined
  let most = SHARE * areaOfBox(box)
  for (const place of places) {
    const common = commonArea(box, place)
    if (common <= most) continue
    most = common
    best = place
  }
  return best
}
