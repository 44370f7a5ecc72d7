/** Parses the parts of a DOCX package. */
import type { Warnings } from '../../../errors.ts'
import {
  childrenNamed,
  findChild,
  findRelationships,
  type OfficePackage,
  type Relationships,
  type XmlElement,
} from '../../ooxml/index.ts'
import type { PartContext } from './context.ts'
import { readNumberingDefinitions } from './numbering.ts'
import { readSection, readStory } from './stories.ts'
import { readStyleSheet } from './styles.ts'
import type { Comment, NumberingDefinitions, Section, Story, StyleSheet } from './types.ts'

export interface DocxFile {
  readonly body: Story
  /** The last section of the body. */
  readonly section?: Section
  /** Footnotes and endnotes by the id that references use. */
  readonly notes: ReadonlyMap<string, Story>
  /** Running headers and footers by relationship id; only with figures. */
  readonly furniture: ReadonlyMap<string, Story>
  /** Read only with figures. */
  readonly comments: readonly Comment[]
  readonly styles: StyleSheet
  readonly numbering: NumberingDefinitions
}

interface PictureOptions {
  /** True to read pictures, charts, comments, and running headers and footers. */
  readonly withFigures: boolean
  /** True to keep the names of image parts. */
  readonly withSources: boolean
}

/**
 * Parses the parts of a DOCX file.
 *
 * @throws {ConversionError} if the main part cannot be read; a damaged other part becomes a warning.
 */
export async function readDocxFile(
  office: OfficePackage,
  { withFigures, withSources }: PictureOptions,
  warnings: Warnings,
): Promise<DocxFile> {
  const root = await office.readXml(office.main)
  const relationships = await findRelationships(office, office.main, warnings)
  const part = (type: string): Promise<XmlElement | undefined> =>
    office.findXml(findPart(type, relationships, office), warnings)
  const reading: Reading = { office, withFigures, withSources, warnings }
  const body = bodyOf(root)
  const section = findChild(body, 'w:sectPr')
  return {
    body: readStory(body, await readContext(office.main, reading)),
    ...(section && { section: readSection(section) }),
    notes: new Map([
      ...(await readNotes('footnote', relationships, reading)),
      ...(await readNotes('endnote', relationships, reading)),
    ]),
    furniture: withFigures ? await readFurniture(relationships, reading) : new Map(),
    comments: withFigures ? await readComments(relationships, reading) : [],
    styles: readStyleSheet(await part('styles')),
    numbering: readNumberingDefinitions(await part('numbering')),
  }
}

interface Reading extends PictureOptions {
  readonly office: OfficePackage
  readonly warnings: Warnings
}

/**
 * Finds a part by type through the main part's relationships. If these are lost or dangling, takes the part beside the
 * main part with the right content type.
 */
function findPart(
  type: string,
  relationships: Relationships,
  { main, parts, contentType }: OfficePackage,
): string | undefined {
  const found = relationships.findPart(type)
  const isLost =
    relationships.all.length === 0 || relationships.all.some((each) => each.type === type)
  if (found !== undefined || !isLost) return found
  const folder = main.slice(0, main.lastIndexOf('/') + 1)
  return parts.find(
    (name) =>
      name.startsWith(folder) &&
      !name.slice(folder.length).includes('/') &&
      contentType(name)?.endsWith(`wordprocessingml.${type}+xml`),
  )
}

/** Returns the body, or an empty one for a part without a body, such as a frame set. */
function bodyOf(root: XmlElement): XmlElement {
  return findChild(root, 'w:body') ?? { ...root, name: 'w:body', children: [] }
}

async function readContext(part: string, reading: Reading): Promise<PartContext> {
  const relationships = await findRelationships(reading.office, part, reading.warnings)
  return {
    relationships,
    warnings: reading.warnings,
    withFigures: reading.withFigures,
    withSources: reading.withSources,
    drawingParts: await readDrawingParts(relationships, reading),
    shownParts: new Set(),
    waitingBookmarks: [],
    openFields: [],
    readStory,
  }
}

async function readDrawingParts(
  relationships: Relationships,
  { office, withFigures, warnings }: Reading,
): Promise<Map<string, XmlElement>> {
  const types = withFigures ? ['diagramData', 'chart', 'chartEx'] : ['diagramData']
  const parts = new Map<string, XmlElement>()
  for (const { type, target, external } of relationships.all) {
    if (external || !types.includes(type) || parts.has(target)) continue
    const root = await office.findXml(target, warnings)
    if (root) parts.set(target, root)
  }
  return parts
}

/** ECMA-376 Part 1, 17.11: reads notes, except those that define separators. */
async function readNotes(
  kind: 'footnote' | 'endnote',
  relationships: Relationships,
  reading: Reading,
): Promise<[string, Story][]> {
  const part = findPart(`${kind}s`, relationships, reading.office)
  const root = await reading.office.findXml(part, reading.warnings)
  if (part === undefined || !root) return []
  const context = await readContext(part, reading)
  return childrenNamed(root, `w:${kind}`)
    .filter(({ attributes }) => (attributes['w:type'] ?? 'normal') === 'normal')
    .map((note) => [
      `${kind}-${note.attributes['w:id'] ?? ''}`,
      readStory(note, { ...context, openFields: [] }),
    ])
}

/** 17.13.4.6. */
async function readComments(relationships: Relationships, reading: Reading): Promise<Comment[]> {
  const part = findPart('comments', relationships, reading.office)
  const root = await reading.office.findXml(part, reading.warnings)
  if (part === undefined || !root) return []
  const context = await readContext(part, reading)
  return childrenNamed(root, 'w:comment').map((comment) => ({
    author: comment.attributes['w:author']?.trim() ?? '',
    story: readStory(comment, { ...context, openFields: [] }),
  }))
}

/** 17.10.3, 17.10.4. */
async function readFurniture(
  relationships: Relationships,
  reading: Reading,
): Promise<Map<string, Story>> {
  const stories = new Map<string, Story>()
  for (const { id, type, target, external } of relationships.all) {
    if (external || (type !== 'header' && type !== 'footer')) continue
    const root = await reading.office.findXml(target, reading.warnings)
    if (root) stories.set(id, readStory(root, await readContext(target, reading)))
  }
  return stories
}
