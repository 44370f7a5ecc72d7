/** Builds zip files for tests. PKWARE APPNOTE 4.3.7, 4.3.12, 4.3.16. */
import { crc32, deflateRawSync } from 'node:zlib'

/** @param parts Contents by name, in directory order. */
export function makeZip(parts: Readonly<Record<string, string | Uint8Array>>): Buffer {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(parts)) {
    const nameBytes = Buffer.from(name)
    const data = Buffer.from(content)
    const deflated = deflateRawSync(data)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(data), 10)
    common.writeUInt32LE(deflated.length, 14)
    common.writeUInt32LE(data.length, 18)
    common.writeUInt16LE(nameBytes.length, 22)
    const header = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, nameBytes])
    const trailer = Buffer.alloc(14)
    trailer.writeUInt32LE(offset, 10)
    central.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, trailer, nameBytes)
    local.push(header, deflated)
    offset += header.length + deflated.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(central.length / 4, 8)
  end.writeUInt16LE(central.length / 4, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...local, directory, end])
}
