/**
 * Opens the package of an office file: parts, content types, relationships, core properties.
 * ECMA-376 Part 2.
 */
import { ConversionError, type Warnings } from '../../errors.ts'
import { LimitError, type Limits } from '../../limits.ts'
import {
  childrenNamed,
  findChild,
  parseXml,
  parseXmlStream,
  type XmlElement,
  type XmlEvents,
} from './xml.ts'
import { type Archive, openArchive } from './zip.ts'

type OfficeFormat = 'docx' | 'pptx' | 'xlsx'

export interface Relationship {
  readonly id: string
  /** The last segment of the type's URI, which is equal in strict and transitional files: `styles`, `hyperlink`. */
  readonly type: string
  /** Part name without a leading slash; for an `external` relationship the URL as written. */
  readonly target: string
  readonly external: boolean
}

/** The relationships of one part. */
export interface Relationships {
  readonly all: readonly Relationship[]
  find(id: string | undefined): Relationship | undefined
  /** Returns the first part of this type that exists in the package. */
  findPart(type: string): string | undefined
}

export interface OfficePackage {
  readonly format: OfficeFormat
  /** Name of the main part, without a leading slash. */
  readonly main: string
  readonly parts: readonly string[]
  has(part: string): boolean
  contentType(part: string): string | undefined
  relationships(part: string): Promise<Relationships>
  /** @throws {ConversionError} if the part is missing or damaged. */
  readBytes(part: string): Promise<Uint8Array>
  /** @throws {ConversionError} if the part is missing, damaged or not well-formed. */
  readXml(part: string): Promise<XmlElement>
  /** Like `readXml`, but returns `undefined`: with a warning for a damaged part, without one if `part` is `undefined`. */
  findXml(part: string | undefined, warnings: Warnings): Promise<XmlElement | undefined>
  streamXml(part: string, events: XmlEvents): Promise<void>
}

/** Content types of main parts: documents, templates, slide shows, with and without macros (which are never run). */
const mainTypes: readonly { readonly pattern: RegExp; readonly format: OfficeFormat }[] = [
  {
    pattern:
      /wordprocessingml\.(document|template)\.main\+xml$|ms-word\.(document|template)\.macroEnabled/i,
    format: 'docx',
  },
  {
    pattern:
      /presentationml\.(presentation|template|slideshow)\.main\+xml$|ms-powerpoint\.(presentation|template|slideshow)\.macroEnabled/i,
    format: 'pptx',
  },
  {
    pattern:
      /spreadsheetml\.(sheet|template)\.main\+xml$|ms-excel\.(sheet|template)\.macroEnabled/i,
    format: 'xlsx',
  },
]

/**
 * Opens an office file.
 *
 * @returns `undefined` if the zip is readable but has no main part of one of the three formats.
 * @throws {ConversionError} `conversion_failed` if the zip is not readable.
 */
export async function openPackage(
  bytes: Uint8Array,
  limits: Limits,
): Promise<OfficePackage | undefined> {
  const archive = await openArchive(bytes, limits)
  const types = await readContentTypes(archive, limits)
  if (!types) return undefined
  const main = await findMain(archive, types, limits)
  if (!main) return undefined
  // Readers ask for the relationships of the main part several times.
  const relationships = new Map<string, Promise<Relationships>>()
  const readXml = async (part: string): Promise<XmlElement> =>
    parseXml(await archive.read(part), limits)
  return {
    ...main,
    parts: archive.names,
    has: archive.has,
    contentType: types,
    relationships: (part) => {
      const pending = relationships.get(part) ?? readRelationships(archive, part, limits)
      relationships.set(part, pending)
      return pending
    },
    readBytes: archive.read,
    readXml,
    findXml: async (part, warnings) => {
      try {
        return part === undefined ? undefined : await readXml(part)
      } catch (error) {
        if (!(error instanceof ConversionError) || error instanceof LimitError) throw error
        warnings.add('damaged_part', `The part ${part} could not be read and was left out.`)
        return undefined
      }
    },
    streamXml: (part, events) => parseXmlStream(archive.stream(part), events, limits),
  }
}

type ContentTypes = (part: string) => string | undefined

async function readContentTypes(
  archive: Archive,
  limits: Limits,
): Promise<ContentTypes | undefined> {
  if (!archive.has('[Content_Types].xml')) return undefined
  const root = parseXml(await archive.read('[Content_Types].xml'), limits)
  const overrides = tableOf(root, 'ct:Override', 'PartName')
  const defaults = tableOf(root, 'ct:Default', 'Extension')
  return (part) =>
    overrides.get(`/${part.toLowerCase()}`) ??
    defaults.get(part.slice(part.lastIndexOf('.') + 1).toLowerCase())
}

function tableOf(root: XmlElement, name: string, key: string): Map<string, string> {
  return new Map(
    childrenNamed(root, name).map(({ attributes }) => [
      attributes[key]?.toLowerCase() ?? '',
      attributes['ContentType'] ?? '',
    ]),
  )
}

async function findMain(
  archive: Archive,
  contentType: ContentTypes,
  limits: Limits,
): Promise<{ main: string; format: OfficeFormat } | undefined> {
  const formatOf = (part: string): OfficeFormat | undefined =>
    mainTypes.find(({ pattern }) => pattern.test(contentType(part) ?? ''))?.format
  const relationships = await readRelationships(archive, '', limits)
  const candidates = [
    ...relationships.all
      .filter(({ type }) => type === 'officeDocument')
      .map(({ target }) => target),
    // Some producers omit the package's relationships; the content types still name the part.
    ...archive.names,
  ]
  for (const main of candidates) {
    const format = archive.has(main) ? formatOf(main) : undefined
    if (format) return { main, format }
  }
  return undefined
}

async function readRelationships(
  archive: Archive,
  part: string,
  limits: Limits,
): Promise<Relationships> {
  const slash = part.lastIndexOf('/') + 1
  const name = `${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`
  const all = archive.has(name)
    ? childrenNamed(parseXml(await archive.read(name), limits), 'rel:Relationship').map((element) =>
        toRelationship(element, part),
      )
    : []
  const byId = new Map(all.map((relationship) => [relationship.id, relationship]))
  return {
    all,
    find: (id) => (id === undefined ? undefined : byId.get(id)),
    findPart: (type) =>
      all.find((each) => each.type === type && !each.external && archive.has(each.target))?.target,
  }
}

function toRelationship({ attributes }: XmlElement, source: string): Relationship {
  const external = attributes['TargetMode']?.toLowerCase() === 'external'
  const target = attributes['Target'] ?? ''
  return {
    id: attributes['Id'] ?? '',
    type: (attributes['Type'] ?? '').split('/').at(-1) ?? '',
    target: external ? target : resolvePart(target, source),
    external,
  }
}

const noRelationships: Relationships = {
  all: [],
  find: () => undefined,
  findPart: () => undefined,
}

/** Reads the relationships of a part; returns an empty set with a warning if they are damaged. */
export async function findRelationships(
  office: OfficePackage,
  part: string,
  warnings: Warnings,
): Promise<Relationships> {
  try {
    return await office.relationships(part)
  } catch (error) {
    if (!(error instanceof ConversionError) || error instanceof LimitError) throw error
    warnings.add(
      'damaged_part',
      `The relationships of the part ${part} could not be read; linked parts and addresses were left out.`,
    )
    return noRelationships
  }
}

/** Resolves a target relative to the part that refers to it (ECMA-376 Part 2, 6.5.3.4). */
export function resolvePart(target: string, source: string): string {
  const path = target.replaceAll('\\', '/').replace(/[?#].*$/, '')
  const base = path.startsWith('/') ? [] : source.split('/').slice(0, -1)
  const resolved: string[] = [...base]
  for (const segment of path.split('/')) {
    if (segment === '..') resolved.pop()
    else if (segment !== '' && segment !== '.') resolved.push(segment)
  }
  return resolved.map(decodeSegment).join('/')
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** Reads the title from the core properties, unless it is blank (ECMA-376 Part 2, 8). */
export async function readTitle(
  office: OfficePackage,
  warnings: Warnings,
): Promise<string | undefined> {
  const relationships = await office.relationships('')
  const properties = await office.findXml(relationships.findPart('core-properties'), warnings)
  return findChild(properties, 'dc:title')?.text.trim() || undefined
}
