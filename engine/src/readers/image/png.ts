/** Reads a PNG: PDF embeds its data unchanged, unless it is transparent or interlaced. RFC 2083. */
import { inflateSync } from 'node:zlib'
import { checkSize, damaged, type Picture, type Tile, unread, viewOf } from './picture.ts'
import { toTile } from './pixels.ts'
import { type Header, unfilter } from './png-rows.ts'

/** Colour types (3.1). */
const GRAY = 0
const RGB = 2
const PALETTE = 3
const GRAY_ALPHA = 4
const RGB_ALPHA = 6
const samplesOf: Readonly<Record<number, number>> = {
  [GRAY]: 1,
  [RGB]: 3,
  [PALETTE]: 1,
  [GRAY_ALPHA]: 2,
  [RGB_ALPHA]: 4,
}
const METERS = 1
const METERS_PER_INCH = 0.0254
const SIGNATURE_BYTES = 8

/** @throws {ConversionError} */
export function readPng(bytes: Uint8Array): Picture {
  const { header, palette, dpi, data } = readChunks(bytes)
  const { width, height, bits, color, samples } = header
  const hasAlpha = color === GRAY_ALPHA || color === RGB_ALPHA
  if (header.isInterlaced || hasAlpha) {
    if (bits !== 8 && bits !== 16)
      throw unread('an interlaced PNG with fewer than 8 bits per sample')
    if (color === PALETTE) throw unread('an interlaced PNG with a palette')
    const pixels = unfilter(inflate(data, header), header)
    return { width, height, dpi, tiles: [toTile(pixels, { width, height }, samples, hasAlpha)] }
  }
  const tile: Tile = {
    x: 0,
    y: 0,
    width,
    height,
    colorSpace: colorSpaceOf(color, palette),
    bits,
    filter: '/FlateDecode',
    parameters: `/Predictor 15 /Colors ${samples} /BitsPerComponent ${bits} /Columns ${width}`,
    data,
  }
  return { width, height, dpi, tiles: [tile] }
}

function colorSpaceOf(color: number, palette: Uint8Array): string {
  if (color === GRAY) return '/DeviceGray'
  if (color === RGB) return '/DeviceRGB'
  const last = Math.floor(palette.length / 3) - 1
  if (last < 0 || last > 255) throw damaged('its palette is missing')
  const hex = Buffer.from(palette.subarray(0, (last + 1) * 3)).toString('hex')
  return `[/Indexed /DeviceRGB ${last} <${hex}>]`
}

interface Chunks {
  readonly header: Header
  readonly palette: Uint8Array
  readonly dpi: number | undefined
  readonly data: Uint8Array
}

/** Reads chunks: length, type, data, checksum (3.2). Keeps the available bytes of a truncated chunk. */
function readChunks(bytes: Uint8Array): Chunks {
  const view = viewOf(bytes)
  let header: Header | undefined
  let palette: Uint8Array = new Uint8Array()
  let dpi: number | undefined
  const parts: Uint8Array[] = []
  for (let at = SIGNATURE_BYTES; at + 12 <= bytes.length; ) {
    const length = view.getUint32(at)
    const type = Buffer.from(bytes.subarray(at + 4, at + 8)).toString('latin1')
    const data = bytes.subarray(at + 8, at + 8 + length)
    if (type === 'IHDR' && data.length >= 13) header ??= readHeader(viewOf(data))
    else if (type === 'PLTE') palette = data
    else if (type === 'pHYs' && data.length >= 9 && data[8] === METERS) {
      dpi = Math.round(viewOf(data).getUint32(0) * METERS_PER_INCH)
    } else if (type === 'IDAT') parts.push(data)
    else if (type === 'IEND') break
    at += 12 + length
  }
  if (!header || parts.length === 0) throw damaged('it has no pixels')
  return { header, palette, dpi, data: Buffer.concat(parts) }
}

function readHeader(view: DataView): Header {
  const [width, height] = [view.getUint32(0), view.getUint32(4)]
  checkSize({ width, height })
  const [bits, color] = [view.getUint8(8), view.getUint8(9)]
  const samples = samplesOf[color]
  if (samples === undefined || ![1, 2, 4, 8, 16].includes(bits))
    throw damaged('its header is invalid')
  return { width, height, bits, color, samples, isInterlaced: view.getUint8(12) === 1 }
}

function inflate(data: Uint8Array, { width, height, bits, samples }: Header): Uint8Array {
  // Each row has a filter byte; the seven passes of an interlaced picture have less than twice the number of rows.
  const most = Math.ceil((width * bits * samples) / 8) * height + 2 * height + width + 64
  try {
    return inflateSync(data, { maxOutputLength: 2 * most })
  } catch {
    throw damaged('its pixels cannot be decompressed')
  }
}
