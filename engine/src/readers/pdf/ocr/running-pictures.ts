/** Pictures of a document's pages → which of them come again at pages' edges: logos, of which each would be read anew. */
import type { BBox } from '../../../model/index.ts'

/** Share of the page's height, at the top and at the bottom, in which running pictures stand, as running text does. */
const MARGIN_SHARE = 0.14

/** How many pages have a picture at each place by an edge. */
export type EdgePictures = Map<string, number>

/** Pictures of one page with text of its own. */
export interface PlacedPictures {
  readonly pictures: readonly BBox[]
  /** Of the page. */
  readonly height: number
}

export function countEdgePictures(seen: EdgePictures, { pictures, height }: PlacedPictures): void {
  for (const box of pictures) {
    if (!isAtEdge(box, height)) continue
    const place = placeOf(box)
    seen.set(place, (seen.get(place) ?? 0) + 1)
  }
}

/** Whether a page shows a picture that does not run along the pages' edges, as far as they are seen. */
export function hasOwnPicture(seen: EdgePictures, { pictures, height }: PlacedPictures): boolean {
  return pictures.some((box) => !isAtEdge(box, height) || (seen.get(placeOf(box)) ?? 0) < 2)
}

function isAtEdge({ y0, y1 }: BBox, height: number): boolean {
  return y1 <= MARGIN_SHARE * height || y0 >= (1 - MARGIN_SHARE) * height
}

/** To the point: what a program puts on each page stands at the very same place. */
function placeOf({ x0, y0, x1, y1 }: BBox): string {
  return [x0, y0, x1, y1].map(Math.round).join(' ')
}
