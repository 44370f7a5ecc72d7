/** Blends transparent pixels with white, the colour of paper. */
import { deflateSync } from 'node:zlib'
import type { Tile } from './picture.ts'

/** zlib's fastest level: PDFium reads the data once, so a better compression is not worth its time. */
const FAST = 1

/**
 * @param pixels Samples of 8 bits, row by row.
 * @param samples Samples per pixel: 1 or 3 of colour, plus one of opacity if `hasAlpha`.
 */
export function toTile(
  pixels: Uint8Array,
  size: { readonly width: number; readonly height: number },
  samples: number,
  hasAlpha: boolean,
): Tile {
  const colors = hasAlpha ? samples - 1 : samples
  const data = hasAlpha ? flatten(pixels, colors) : pixels
  return {
    x: 0,
    y: 0,
    ...size,
    colorSpace: colors === 1 ? '/DeviceGray' : '/DeviceRGB',
    bits: 8,
    filter: '/FlateDecode',
    data: deflateSync(data, { level: FAST }),
  }
}

function flatten(pixels: Uint8Array, colors: number): Uint8Array {
  const count = Math.floor(pixels.length / (colors + 1))
  const flat = new Uint8Array(count * colors)
  for (let pixel = 0; pixel < count; pixel++) {
    const from = pixel * (colors + 1)
    const opacity = (pixels[from + colors] as number) / 255
    for (let color = 0; color < colors; color++) {
      flat[pixel * colors + color] = 255 - (255 - (pixels[from + color] as number)) * opacity
    }
  }
  return flat
}
