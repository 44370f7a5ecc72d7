/** Tests logos at the edges of pages, and pictures that occur once. */
import { expect, test } from 'vitest'
import type { BBox } from '../../../model/index.ts'
import { countEdgePictures, hasOwnPicture } from './running-pictures.ts'

const logo: BBox = { x0: 18, y0: 12, x1: 174, y1: 72 }
const chart: BBox = { x0: 100, y0: 300, x1: 500, y1: 600 }
const banner: BBox = { ...logo, x1: 500 }

test.each<{ name: string; pages: BBox[][]; own: boolean[] }>([
  {
    name: "a logo on each page is not the page's own",
    pages: [[logo], [logo], [logo]],
    own: [false, false, false],
  },
  {
    name: "a chart beside a logo is the page's own",
    pages: [[logo], [logo, chart]],
    own: [false, true],
  },
  {
    name: "charts at one position are their pages' own",
    pages: [[chart], [chart]],
    own: [true, true],
  },
  {
    name: "a banner on the first page is the page's own",
    pages: [[banner], [logo], [logo]],
    own: [true, false, false],
  },
  { name: "a logo on the only page of a document is the page's own", pages: [[logo]], own: [true] },
  { name: 'no picture', pages: [[], []], own: [false, false] },
])('hasOwnPicture: $name', ({ pages, own }) => {
  const seen = new Map<string, number>()
  const placed = pages.map((pictures) => ({ pictures, height: 842 }))
  for (const page of placed) countEdgePictures(seen, page)
  expect(placed.map((page) => hasOwnPicture(seen, page))).toEqual(own)
})
