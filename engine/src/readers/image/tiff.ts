/** Reads the pictures of a TIFF: strips and tiles become PDF images, since PDF supports the same compressions. TIFF 6.0. */
import { checkSize, damaged, type Picture, type Tile, unread } from './picture.ts'
import { type Fields, readTiffFile, type TiffFile } from './tiff-tags.ts'

const tags = {
  kind: 254,
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  photometric: 262,
  fillOrder: 266,
  stripOffsets: 273,
  samples: 277,
  rowsPerStrip: 278,
  stripBytes: 279,
  resolution: 282,
  planes: 284,
  t4Options: 292,
  unit: 296,
  predictor: 317,
  colorMap: 320,
  tileWidth: 322,
  tileHeight: 323,
  tileOffsets: 324,
  tileBytes: 325,
  extraSamples: 338,
  jpegTables: 347,
} as const

/** Compressions (section 3 and Adobe's supplements). */
const NONE = 1
const CCITT_ROWS = 2
const CCITT_G3 = 3
const CCITT_G4 = 4
const JPEG = 7
const PACK_BITS = 32_773
const filters: Readonly<Record<number, string>> = {
  [CCITT_ROWS]: '/CCITTFaxDecode',
  [CCITT_G3]: '/CCITTFaxDecode',
  [CCITT_G4]: '/CCITTFaxDecode',
  5: '/LZWDecode',
  [JPEG]: '/DCTDecode',
  8: '/FlateDecode',
  32946: '/FlateDecode',
  [PACK_BITS]: '/RunLengthDecode',
}

/** Colour spaces by photometric interpretation. */
const WHITE_IS_ZERO = 0
const RGB = 2
const PALETTE = 3
const YCBCR = 6
const colorSpaces: Readonly<Record<number, string>> = {
  [WHITE_IS_ZERO]: '/DeviceGray',
  1: '/DeviceGray',
  [RGB]: '/DeviceRGB',
  5: '/DeviceCMYK',
  [YCBCR]: '/DeviceRGB',
}
const REDUCED = 1
const CENTIMETERS = 3
const CM_PER_INCH = 2.54

/**
 * @returns The pictures, without reduced copies.
 * @throws {ConversionError}
 */
export function readTiff(bytes: Uint8Array): Picture[] {
  const file = readTiffFile(bytes)
  const all = file.pictures.filter((fields) => (fields.first(tags.kind, 0) & REDUCED) === 0)
  if (all.length === 0) throw damaged('it holds no pictures')
  return all.map((fields) => readPicture(file, fields))
}

function readPicture(file: TiffFile, fields: Fields): Picture {
  const width = fields.first(tags.width, 0)
  const height = fields.first(tags.height, 0)
  checkSize({ width, height })
  refuseUnread(file, fields)
  const perCm = fields.first(tags.unit, 2) === CENTIMETERS ? CM_PER_INCH : 1
  const dpi = Math.round(fields.first(tags.resolution, 0) * perCm)
  const areas = fields.all(tags.tileOffsets).length > 0 ? tilesOf(fields) : stripsOf(fields)
  const tiles = areas.map((area) => toTile(file, fields, area))
  if (tiles.length === 0) throw damaged('it has no pixels')
  return { width, height, dpi, tiles }
}

function refuseUnread({ isLittleEndian }: TiffFile, fields: Fields): void {
  const compression = fields.first(tags.compression, NONE)
  const photometric = fields.first(tags.photometric, WHITE_IS_ZERO)
  const bits = fields.first(tags.bits, 1)
  if (compression !== NONE && filters[compression] === undefined) {
    throw unread(`a TIFF with compression ${compression}`)
  }
  if (fields.first(tags.planes, 1) !== 1 && fields.first(tags.samples, 1) > 1) {
    throw unread('a TIFF with separate colour planes')
  }
  if (fields.all(tags.extraSamples).length > 0) throw unread('a TIFF with transparency')
  if (photometric !== PALETTE && colorSpaces[photometric] === undefined) {
    throw unread(`a TIFF with photometric interpretation ${photometric}`)
  }
  if (photometric === YCBCR && compression !== JPEG)
    throw unread('a TIFF with uncompressed YCbCr colours')
  // PDF stores the higher byte first.
  if (bits > 16 || (bits === 16 && isLittleEndian))
    throw unread(`a TIFF with ${bits} bits per sample`)
}

interface TileArea extends Pick<Tile, 'x' | 'y' | 'width' | 'height'> {
  readonly offset: number
  readonly length: number
}

function stripsOf(fields: Fields): TileArea[] {
  const width = fields.first(tags.width, 0)
  const height = fields.first(tags.height, 0)
  const rows = Math.max(1, Math.min(height, fields.first(tags.rowsPerStrip, height)))
  const lengths = fields.all(tags.stripBytes)
  return fields.all(tags.stripOffsets).flatMap((offset, index) => {
    const y = index * rows
    const length = lengths[index] ?? 0
    return y >= height
      ? []
      : [{ x: 0, y, width, height: Math.min(rows, height - y), offset, length }]
  })
}

function tilesOf(fields: Fields): TileArea[] {
  const width = Math.max(1, fields.first(tags.tileWidth, 0))
  const height = Math.max(1, fields.first(tags.tileHeight, 0))
  const across = Math.ceil(fields.first(tags.width, 0) / width)
  const lengths = fields.all(tags.tileBytes)
  return fields.all(tags.tileOffsets).map((offset, index) => {
    const [x, y] = [(index % across) * width, Math.floor(index / across) * height]
    return { x, y, width, height, offset, length: lengths[index] ?? 0 }
  })
}

function toTile(file: TiffFile, fields: Fields, { offset, length, ...area }: TileArea): Tile {
  const compression = fields.first(tags.compression, NONE)
  const photometric = fields.first(tags.photometric, WHITE_IS_ZERO)
  const isFax = [CCITT_ROWS, CCITT_G3, CCITT_G4].includes(compression)
  // Fax decoders make zeros white; any other interpretation is inverted.
  const isInverted = isFax ? photometric !== WHITE_IS_ZERO : photometric === WHITE_IS_ZERO
  const bits = compression === JPEG ? 8 : fields.first(tags.bits, 1)
  return {
    ...area,
    colorSpace: colorSpaces[photometric] ?? paletteOf(fields, bits),
    bits,
    filter: filters[compression],
    parameters: parametersOf(fields, compression, area),
    isInverted,
    data: dataOf(file.bytes.subarray(offset, offset + length), fields, compression),
  }
}

/** Makes a palette from the red, green and blue values of 16 bits each (section 5). */
function paletteOf(fields: Fields, bits: number): string {
  const map = fields.all(tags.colorMap)
  const count = 2 ** bits
  if (bits > 8 || map.length < 3 * count) throw damaged('its palette is missing')
  const colors = Array.from({ length: count }, (_, index) =>
    [0, 1, 2].map((color) => (map[color * count + index] as number) >> 8),
  )
  const hex = Buffer.from(colors.flat()).toString('hex')
  return `[/Indexed /DeviceRGB ${count - 1} <${hex}>]`
}

/** ISO 32000-1, tables 8 and 11. */
function parametersOf(
  fields: Fields,
  compression: number,
  { width, height }: Pick<Tile, 'width' | 'height'>,
): string | undefined {
  const size = `/Columns ${width} /Rows ${height}`
  const options = fields.first(tags.t4Options, 0)
  const isAligned = (options & 4) !== 0
  if (compression === CCITT_ROWS) return `/K 0 /EncodedByteAlign true ${size}`
  if (compression === CCITT_G3) {
    return `/K ${options & 1} ${isAligned ? '/EncodedByteAlign true ' : ''}${size}`
  }
  if (compression === CCITT_G4) return `/K -1 ${size}`
  if (compression === JPEG) {
    return fields.first(tags.photometric, RGB) === RGB ? '/ColorTransform 0' : undefined
  }
  if (fields.first(tags.predictor, 1) !== 2) return undefined
  const samples = fields.first(tags.samples, 1)
  return `/Predictor 2 /Colors ${samples} /BitsPerComponent ${fields.first(tags.bits, 1)} /Columns ${width}`
}

const END_OF_RUNS = Buffer.from([128])
const JPEG_MARKER_BYTES = 2

function dataOf(data: Uint8Array, fields: Fields, compression: number): Uint8Array {
  if (compression === PACK_BITS) return Buffer.concat([data, END_OF_RUNS])
  const tables = compression === JPEG ? fields.bytes(tags.jpegTables) : undefined
  // Both streams begin with a start marker, and the tables end with an end marker.
  if (tables && tables.length > 2 * JPEG_MARKER_BYTES) {
    return Buffer.concat([tables.subarray(0, -JPEG_MARKER_BYTES), data.subarray(JPEG_MARKER_BYTES)])
  }
  return fields.first(tags.fillOrder, 1) === 2 ? data.map(mirrored) : data
}

/** Reverses the bits of a byte. */
function mirrored(byte: number): number {
  let turned = 0
  for (let bit = 0; bit < 8; bit++) turned |= ((byte >> bit) & 1) << (7 - bit)
  return turned
}
