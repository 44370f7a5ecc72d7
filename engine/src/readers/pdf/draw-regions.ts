/** Draws regions of a PDF's pages as they appear on the page. */
import type { BBox, Straightening } from '../../model/index.ts'
import type { ReadOptions } from '../reader.ts'
import {
  type ColorPicture,
  type Picture,
  pointsPerInch,
  renderInColors,
  toPng,
} from './content/index.ts'
import { pictureSettings } from './settings.ts'
import { closeSource, openSource, type PdfSource, tryPage } from './source.ts'

export interface Region {
  /** Pages count from 1. */
  readonly page: number
  /** In points; for a straightened scan, on the straight page. */
  readonly box: BBox
  readonly straightened?: Straightening
}

interface DrawnRegion {
  readonly region: Region
  readonly png: Uint8Array
}

/**
 * Draws regions, page by page, each on demand.
 *
 * Omits empty regions, and pages that PDFium can't draw.
 * @throws {ConversionError} when the document can't be opened.
 */
export async function* drawPdfRegions(
  bytes: Uint8Array,
  regions: readonly Region[],
  options: Pick<ReadOptions, 'limits'> & { readonly password?: string | undefined },
): AsyncGenerator<DrawnRegion> {
  const { limits, password } = options
  const source = await openSource(bytes, { limits, ...(password !== undefined && { password }) })
  try {
    for (const [page, own] of Map.groupBy(regions, (region) => region.page)) {
      const drawn = await drawPage(source, page)
      if (!drawn) continue
      for (const region of own) {
        const picture = cut(drawn, region)
        if (picture) yield { region, png: toPng(picture) }
      }
    }
  } finally {
    closeSource(source)
  }
}

async function drawPage(source: PdfSource, page: number): Promise<ColorPicture | undefined> {
  const picture = await tryPage(source, (opened) =>
    renderInColors(opened, page, pictureSettings.regions),
  )
  return picture && picture !== 'trapped' ? picture : undefined
}

/** Cuts a region out of a page; for a straightened scan, maps each pixel back to the original page. */
function cut(page: ColorPicture, { box, straightened }: Region): Picture | undefined {
  const { channels = 1 } = page
  const scale = page.dpi / pointsPerInch
  const turns = straightened?.turns ?? 0
  const angle = ((turns * 90 + (straightened?.degrees ?? 0)) * Math.PI) / 180
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const isSideways = turns % 2 !== 0
  const center = { x: page.width / 2, y: page.height / 2 }
  const straight = isSideways ? { x: center.y, y: center.x } : center
  const limit = { x: straight.x * 2, y: straight.y * 2 }
  const [x0, y0] = [
    Math.max(0, Math.floor(box.x0 * scale)),
    Math.max(0, Math.floor(box.y0 * scale)),
  ]
  const width = Math.min(Math.ceil(box.x1 * scale), Math.round(limit.x)) - x0
  const height = Math.min(Math.ceil(box.y1 * scale), Math.round(limit.y)) - y0
  if (width < 1 || height < 1) return undefined
  const pixels = new Uint8Array(width * height * channels).fill(255)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      // The middle of the pixel, relative to the centre of the page, is turned back.
      const [dx, dy] = [x0 + x + 0.5 - straight.x, y0 + y + 0.5 - straight.y]
      const fromX = Math.floor(center.x + dx * cos + dy * sin)
      const fromY = Math.floor(center.y - dx * sin + dy * cos)
      if (fromX < 0 || fromY < 0 || fromX >= page.width || fromY >= page.height) continue
      const from = (fromY * page.width + fromX) * channels
      const to = (y * width + x) * channels
      for (let channel = 0; channel < channels; channel++) {
        pixels[to + channel] = page.pixels[from + channel] as number
      }
    }
  }
  return { width, height, pixels, channels }
}
