import { describe, expect, test } from 'vitest'
import { defaultLimits } from '../../limits.ts'
import { makeZip } from './testing/zip.ts'
import { openArchive } from './zip.ts'

const archive = makeZip({ 'word/a.xml': '<a/>', 'b.txt': 'text' })

async function read(bytes: Uint8Array, name: string): Promise<string> {
  return Buffer.from(await (await openArchive(bytes, defaultLimits)).read(name)).toString()
}

/** Overwrites a 32-bit number at an offset from a signature. */
function withNumber(signature: string, offset: number, value: number): Buffer {
  const bytes = Buffer.from(archive)
  bytes.writeUInt32LE(value, bytes.indexOf(signature, 0, 'latin1') + offset)
  return bytes
}

describe('an archive', () => {
  test('may have trailing bytes', async () => {
    expect(await read(Buffer.concat([archive, Buffer.from('\0')]), 'b.txt')).toBe('text')
    expect(await read(Buffer.concat([archive, Buffer.alloc(5_000)]), 'b.txt')).toBe('text')
  })

  test('ignores the case of names', async () => {
    expect(await read(archive, 'Word/A.xml')).toBe('<a/>')
  })

  test('is damaged if a size differs from the declared one', async () => {
    const lying = withNumber('PK\x01\x02', 24, 4_000_000_000)
    await expect(read(lying, 'word/a.xml')).rejects.toThrow('cannot be decompressed')
    expect(await read(lying, 'b.txt')).toBe('text')
  })

  test('is refused if entries overlap, even under one name', async () => {
    const bytes = makeZip({ k: 'x'.repeat(1000), l: 'y' })
    const first = bytes.indexOf('PK\x01\x02', 0, 'latin1')
    const second = bytes.indexOf('PK\x01\x02', first + 1, 'latin1')
    const entry = bytes.subarray(first, second)
    const directory = Buffer.concat([entry, entry])
    const end = Buffer.from(bytes.subarray(bytes.indexOf('PK\x05\x06', 0, 'latin1')))
    end.writeUInt32LE(directory.length, 12)
    const overlapping = Buffer.concat([bytes.subarray(0, first), directory, end])
    await expect(openArchive(overlapping, defaultLimits)).rejects.toThrow('overlap')
  })
})
