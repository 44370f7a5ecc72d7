/** Decodes a WebP with libwebp in WebAssembly, because PDF does not support the format. RFC 9649. */
import { checkSize, damaged, type Picture, viewOf } from './picture.ts'
import { toTile } from './pixels.ts'

/** @throws {ConversionError} */
export async function readWebp(bytes: Uint8Array): Promise<Picture> {
  checkSize(sizeOf(bytes))
  // Loaded on demand, because the module compiles its program on import.
  const { decode } = await import('@cwasm/webp')
  try {
    const { width, height, data } = decode(bytes)
    const pixels = new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    return { width, height, tiles: [toTile(pixels, { width, height }, 4, true)] }
  } catch {
    throw damaged('it cannot be decoded, or is an animation')
  }
}

/** Reads the size from the first chunk before decoding (RFC 9649, 2.5 to 2.7). */
function sizeOf(bytes: Uint8Array): { width: number; height: number } {
  if (bytes.length < 30) throw damaged('it is too short')
  const view = viewOf(bytes)
  const kind = Buffer.from(bytes.subarray(12, 16)).toString('latin1')
  const at = 20
  if (kind === 'VP8X') {
    const number = (from: number): number =>
      view.getUint16(from, true) + view.getUint8(from + 2) * 65_536
    return { width: 1 + number(at + 4), height: 1 + number(at + 7) }
  }
  if (kind === 'VP8L') {
    const bits = view.getUint32(at + 1, true)
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) }
  }
  return {
    width: view.getUint16(at + 6, true) & 0x3fff,
    height: view.getUint16(at + 8, true) & 0x3fff,
  }
}
