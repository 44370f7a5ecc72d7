/** Reads size and colours of a JPEG, which PDF embeds unchanged. ITU-T T.81, annex B; JFIF 1.02. */
import { checkSize, damaged, type Picture, unread, viewOf } from './picture.ts'

const START = 0xffd8
const START_OF_SCAN = 0xda
const JFIF = 0xe0
const ADOBE = 0xee
const INCHES = 1
const CENTIMETERS = 2
const CM_PER_INCH = 2.54

const colorSpaces: Readonly<Record<number, string>> = {
  1: '/DeviceGray',
  3: '/DeviceRGB',
  4: '/DeviceCMYK',
}

/**
 * Returns true for the frame headers of all non-differential processes (table B.1); other markers in the range start
 * tables.
 */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
}

/** @throws {ConversionError} */
export function readJpeg(bytes: Uint8Array): Picture {
  const view = viewOf(bytes)
  if (bytes.length < 4 || view.getUint16(0) !== START)
    throw damaged('its JPEG signature is missing')
  let dpi: number | undefined
  let isAdobe = false
  for (let at = 2; at + 9 < bytes.length; ) {
    const marker = view.getUint8(at + 1)
    if (view.getUint8(at) !== 0xff || marker === START_OF_SCAN) break
    // Fill bytes of 255 may precede a marker (B.1.1.2).
    if (marker === 0xff) {
      at += 1
      continue
    }
    const text = Buffer.from(bytes.subarray(at + 4, at + 9)).toString('latin1')
    if (marker === JFIF && text === 'JFIF\0' && at + 16 < bytes.length) dpi = densityOf(view, at)
    if (marker === ADOBE && text === 'Adobe') isAdobe = true
    if (isFrame(marker)) return toPicture(bytes, view, at, { dpi, isAdobe })
    at += 2 + view.getUint16(at + 2)
  }
  throw damaged('its size is missing')
}

function densityOf(view: DataView, at: number): number | undefined {
  const unit = view.getUint8(at + 11)
  const density = view.getUint16(at + 12)
  if (unit === INCHES) return density
  return unit === CENTIMETERS ? density * CM_PER_INCH : undefined
}

function toPicture(
  data: Uint8Array,
  view: DataView,
  at: number,
  { dpi, isAdobe }: { readonly dpi: number | undefined; readonly isAdobe: boolean },
): Picture {
  const [height, width] = [view.getUint16(at + 5), view.getUint16(at + 7)]
  checkSize({ width, height })
  const components = view.getUint8(at + 9)
  const colorSpace = colorSpaces[components]
  if (colorSpace === undefined) throw unread(`a JPEG with ${components} components`)
  // Adobe's programs store CMYK inverted.
  const isInverted = isAdobe && components === 4
  const tile = { x: 0, y: 0, width, height, colorSpace, bits: 8, filter: '/DCTDecode', data }
  return { width, height, dpi, tiles: [{ ...tile, isInverted }] }
}
