/** Reads type and size of an image, for the types that all browsers show, without decoding it. */

export const imageTypes = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'] as const
export type ImageType = (typeof imageTypes)[number]

const endings: Readonly<Record<ImageType, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
}

/** @param number Counted from 1. */
export function imageName(number: number, mediaType: ImageType): string {
  return `image-${number}.${endings[mediaType]}`
}

interface ImageFile {
  readonly mediaType: ImageType
  readonly width: number
  readonly height: number
}

interface Size {
  readonly width: number
  readonly height: number
}

interface Signature {
  readonly mediaType: ImageType
  readonly isAt: (bytes: Buffer) => boolean
  readonly sizeOf: (bytes: Buffer) => Size | undefined
}

const signatures: readonly Signature[] = [
  {
    mediaType: 'image/png',
    isAt: (bytes) => bytes.toString('latin1', 0, 8) === '\x89PNG\r\n\x1a\n',
    // RFC 2083, 4.1.1
    sizeOf: (bytes) => ({ width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }),
  },
  {
    mediaType: 'image/jpeg',
    isAt: (bytes) => bytes.toString('latin1', 0, 3) === '\xff\xd8\xff',
    sizeOf: findJpegSize,
  },
  {
    mediaType: 'image/gif',
    isAt: (bytes) => /^GIF8[79]a/.test(bytes.toString('latin1', 0, 6)),
    // GIF89a, 18
    sizeOf: (bytes) => ({ width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }),
  },
  {
    mediaType: 'image/webp',
    isAt: (bytes) => /^RIFF....WEBP/s.test(bytes.toString('latin1', 0, 12)),
    sizeOf: readWebpSize,
  },
]

/** @returns `undefined` for other types, and for files truncated before their size. */
export function readImageFile(data: Uint8Array): ImageFile | undefined {
  const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
  const signature = signatures.find(({ isAt }) => isAt(bytes))
  try {
    const size = signature?.sizeOf(bytes)
    return signature && size && { mediaType: signature.mediaType, ...size }
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** ITU-T T.81, B.2.2: reads the size from the frame header; the markers C4, C8 and CC do not start frames. */
function findJpegSize(bytes: Buffer): Size | undefined {
  for (let at = 2; at < bytes.length; ) {
    if (bytes.readUInt8(at) !== 0xff) return undefined
    const marker = bytes.readUInt8(at + 1)
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    }
    at += 2 + Math.max(2, bytes.readUInt16BE(at + 2))
  }
  return undefined
}

/** RFC 9649, 2.5 to 2.7. */
function readWebpSize(bytes: Buffer): Size {
  const kind = bytes.toString('latin1', 12, 16)
  if (kind === 'VP8X') {
    return { width: 1 + bytes.readUIntLE(24, 3), height: 1 + bytes.readUIntLE(27, 3) }
  }
  if (kind === 'VP8L') {
    const bits = bytes.readUInt32LE(21)
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) }
  }
  return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
}
