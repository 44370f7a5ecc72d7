/** Reads the package document of an EPUB: title, language, chapters in order. EPUB 3.3, 4 and 5. */
import { ConversionError } from '../../errors.ts'
import type { Limits } from '../../limits.ts'
import {
  type Archive,
  childrenNamed,
  findChild,
  findPath,
  parseXml,
  resolvePart,
  type XmlElement,
} from '../ooxml/index.ts'

export interface Book {
  readonly title: string | undefined
  readonly language: string | undefined
  /** Names of the chapters' entries, in reading order. */
  readonly chapters: readonly string[]
}

const CONTAINER = 'META-INF/container.xml'
const ENCRYPTION = 'META-INF/encryption.xml'
const CHAPTER_TYPES: ReadonlySet<string> = new Set(['application/xhtml+xml', 'text/html'])

/** @throws {ConversionError} `conversion_failed` if the package is missing, `password_protected` if chapters are encrypted. */
export async function readBook(archive: Archive, limits: Limits): Promise<Book> {
  if (!archive.has(CONTAINER)) throw damaged('its container file is missing')
  const container = parseXml(await archive.read(CONTAINER), limits)
  const path = findPath(container, 'ocf:rootfiles', 'ocf:rootfile')?.attributes['full-path']
  if (path === undefined || !archive.has(path)) throw damaged('its package document is missing')
  const opf = parseXml(await archive.read(path), limits)
  const metadata = findChild(opf, 'opf:metadata')
  const book = {
    title: findChild(metadata, 'dc:title')?.text.trim() || undefined,
    language: findChild(metadata, 'dc:language')?.text.trim() || undefined,
    chapters: chaptersOf(opf, path),
  }
  await refuseEncrypted(archive, book.chapters, limits)
  return book
}

/** The reading order, without tables of contents: EPUB 3 marks them in the manifest, EPUB 2 in its guide. */
function chaptersOf(opf: XmlElement, opfPath: string): string[] {
  const listed = (list: string, entry: string): XmlElement['attributes'][] =>
    childrenNamed(findChild(opf, list), entry).map(({ attributes }) => attributes)
  const items = new Map(listed('opf:manifest', 'opf:item').map((item) => [item['id'], item]))
  const references = listed('opf:guide', 'opf:reference')
  const contents = references
    .filter(({ type }) => type === 'toc')
    .map(({ href = '' }) => resolvePart(href, opfPath))
  const paths = listed('opf:spine', 'opf:itemref').flatMap(({ idref }) => {
    const { href, properties = '', 'media-type': type = '' } = items.get(idref) ?? {}
    if (href === undefined || !CHAPTER_TYPES.has(type) || / nav /.test(` ${properties} `)) return []
    const path = resolvePart(href, opfPath)
    return contents.includes(path) ? [] : [path]
  })
  return [...new Set(paths)]
}

/** Allows obfuscated fonts; refuses encrypted chapters, which sellers protect. */
async function refuseEncrypted(
  archive: Archive,
  chapters: readonly string[],
  limits: Limits,
): Promise<void> {
  if (!archive.has(ENCRYPTION)) return
  const encryption = parseXml(await archive.read(ENCRYPTION), limits)
  for (const data of childrenNamed(encryption, 'enc:EncryptedData')) {
    const cipher = findPath(data, 'enc:CipherData', 'enc:CipherReference')
    if (!chapters.includes(resolvePart(cipher?.attributes['URI'] ?? '', ''))) continue
    throw new ConversionError(
      'password_protected',
      'The book is protected by DRM. Convert a copy without protection.',
    )
  }
}

function damaged(what: string): ConversionError {
  return new ConversionError('conversion_failed', `The document is damaged: ${what}.`)
}
