/** Reads the bytes of images: parts of a package, `data:` URLs. */
import type { Limits } from '../limits.ts'
import { type Archive, openArchive } from '../readers/ooxml/index.ts'
import type { Format } from '../sniff/index.ts'

/** @returns `undefined` if the source is missing or has more than `most` bytes. */
type ReadSource = (source: string, most: number) => Promise<Uint8Array | undefined>

const packages: ReadonlySet<Format> = new Set(['docx', 'pptx', 'xlsx', 'epub'])

export async function openSources(
  bytes: Uint8Array,
  { format, limits }: { readonly format: Format; readonly limits: Limits },
): Promise<ReadSource> {
  const archive = packages.has(format) ? await openArchive(bytes, limits) : undefined
  return async (source, most) => {
    if (/^data:/i.test(source)) return decodeDataUrl(source, most)
    return archive?.has(source) ? readPart(archive, source, most) : undefined
  }
}

async function readPart(
  archive: Archive,
  name: string,
  most: number,
): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of archive.stream(name)) {
    length += chunk.length
    if (length > most) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** RFC 2397. Ignores white space in the data, as browsers do. */
function decodeDataUrl(url: string, most: number): Uint8Array | undefined {
  const comma = url.indexOf(',')
  if (comma < 0 || url.length - comma > most * 2) return undefined
  const [head, data] = [url.slice(0, comma), url.slice(comma + 1)]
  const bytes = /;\s*base64\s*$/i.test(head)
    ? Buffer.from(
        data.replaceAll('%2B', '+').replaceAll('%2F', '/').replaceAll('%3D', '='),
        'base64',
      )
    : undefined
  return bytes && bytes.length <= most ? bytes : undefined
}
