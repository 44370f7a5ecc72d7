/** Parts of an office file → the file: a zip without compression. */
import { crc32 } from 'node:zlib'

export function writeZip(parts: Readonly<Record<string, string>>): Buffer {
  const files: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(parts)) {
    const nameBytes = Buffer.from(name)
    const bytes = Buffer.from(text)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    // 1 January 1980, so that the same parts give the same file.
    facts.writeUInt16LE(33, 8)
    facts.writeUInt32LE(crc32(bytes), 10)
    facts.writeUInt32LE(bytes.length, 14)
    facts.writeUInt32LE(bytes.length, 18)
    facts.writeUInt16LE(nameBytes.length, 22)
    const file = Buffer.concat([signature(0x04034b50), facts, nameBytes, bytes])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    entries.push(
      Buffer.concat([signature(0x02014b50), Buffer.from([20, 0]), facts, tail, nameBytes]),
    )
    files.push(file)
    offset += file.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...files, directory, signature(0x06054b50), end])
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

const NAMESPACE = 'http://schemas.openxmlformats.org'

/** The parts that say what the others are: types of parts, and relationships from one to others. */
export function contentTypes(overrides: Readonly<Record<string, string>>): string {
  const rows = Object.entries(overrides).map(
    ([part, type]) =>
      `<Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`,
  )
  return `<Types xmlns="${NAMESPACE}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${rows.join('')}</Types>`
}

/** @param targets By id; the kind is the last word of the relationship's type. */
export function relationships(
  targets: Readonly<Record<string, readonly [kind: string, target: string]>>,
): string {
  const rows = Object.entries(targets).map(
    ([id, [kind, target]]) =>
      `<Relationship Id="${id}" Type="${NAMESPACE}/officeDocument/2006/relationships/${kind}" Target="${target}"/>`,
  )
  return `<Relationships xmlns="${NAMESPACE}/package/2006/relationships">${rows.join('')}</Relationships>`
}

export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
