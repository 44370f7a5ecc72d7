/** Encodes a picture as PNG (RFC 2083): eight bits a sample, each row as the difference from the one above. */
import { crc32, deflateSync } from 'node:zlib'
import type { Picture } from './render.ts'

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
/**
 * RFC 2083, 4.1.1: bits of a sample, and the types of grey and colour images; 6.4: filter 2 stores each byte minus the
 * one above, because white and text repeat downwards.
 */
const png = { bits: 8, colorTypes: { 1: 0, 3: 2 }, filterUp: 2 } as const

export function toPng({ width, height, pixels, channels = 1 }: Picture): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([png.bits, png.colorTypes[channels]], 8)
  const rows = deflateSync(filteredRows(width * channels, height, pixels))
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** @param length Bytes of a row. */
function filteredRows(length: number, height: number, pixels: Uint8Array): Buffer {
  const rows = Buffer.alloc(height * (length + 1))
  for (let y = 0; y < height; y++) {
    const at = y * (length + 1)
    rows[at] = png.filterUp
    for (let x = 0; x < length; x++) {
      const index = y * length + x
      const above = y > 0 ? (pixels[index - length] as number) : 0
      rows[at + 1 + x] = (pixels[index] as number) - above
    }
  }
  return rows
}

/** Writes a chunk (RFC 2083, 3.2): length, type, data, and a checksum of type and data. */
function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const whole = Buffer.alloc(typed.length + 8)
  whole.writeUInt32BE(data.length, 0)
  whole.set(typed, 4)
  whole.writeUInt32BE(crc32(typed), typed.length + 4)
  return whole
}
