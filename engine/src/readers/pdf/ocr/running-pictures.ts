/** Detects pictures repeated at the edges of pages: logos, which would be recognised on each page. */
import type { BBox } from '../../../model/index.ts'
import { ocrSettings } from './settings.ts'

/** Number of pages with a picture at each position near an edge. */
export type EdgePictures = Map<string, number>

/** Pictures of one page with text. */
export interface PlacedPictures {
  readonly pictures: readonly BBox[]
  /** Height of the page. */
  readonly height: number
}

export function countEdgePictures(seen: EdgePictures, { pictures, height }: PlacedPictures): void {
  for (const box of pictures) {
    if (!isAtEdge(box, height)) continue
    const place = placeOf(box)
    seen.set(place, (seen.get(place) ?? 0) + 1)
  }
}

/** Returns true if a page has a picture that is not repeated at the edges of the pages seen so far. */
export function hasOwnPicture(seen: EdgePictures, { pictures, height }: PlacedPictures): boolean {
  return pictures.some((box) => !isAtEdge(box, height) || (seen.get(placeOf(box)) ?? 0) < 2)
}

function isAtEdge({ y0, y1 }: BBox, height: number): boolean {
  return (
    y1 <= ocrSettings.pictures.marginShare * height ||
    y0 >= (1 - ocrSettings.pictures.marginShare) * height
  )
}

/** Rounds to the point, because programs repeat a picture at exactly the same position. */
function placeOf({ x0, y0, x1, y1 }: BBox): string {
  return [x0, y0, x1, y1].map(Math.round).join(' ')
}
