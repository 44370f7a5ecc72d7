/** Parses the part of a slide with its speaker notes and comments. ECMA-376 Part 1, 19.3. */

import type { Warnings } from '../../errors.ts'
import { readOmml } from '../math/index.ts'
import {
  descendantsNamed,
  findPath,
  findRelationships,
  hasText,
  type Relationship,
  type Relationships,
  readTextBody,
  type TextBody,
  type TextContext,
  type XmlElement,
} from '../ooxml/index.ts'
import type { Deck } from './deck.ts'
import { type GraphicCache, type Graphics, readGraphics } from './graphics.ts'
import { jumpTo } from './jumps.ts'
import { readShapes, type Shape, type TextShape } from './shapes.ts'

export interface Slide {
  readonly shapes: readonly Shape[]
  readonly graphics: Graphics
  /** The body of the notes page; its slide picture, headers and numbers do not belong to the notes. */
  readonly notes: readonly TextShape[]
  readonly comments: readonly TextBody[]
}

export interface SlideOptions {
  readonly withComments: boolean
  /** True to keep jumps to other slides as links. */
  readonly withJumps: boolean
  /** True to keep the names of image parts. */
  readonly withSources: boolean
  readonly graphics: GraphicCache
}

/** @returns `undefined`, with a warning, if the part cannot be read. */
export async function readSlide(
  part: string,
  deck: Deck,
  options: SlideOptions,
): Promise<Slide | undefined> {
  const { office, warnings, defaults, budget } = deck
  const root = await office.findXml(part, warnings)
  if (!root) return undefined
  const relationships = await findRelationships(office, part, warnings)
  const template = await deck.templateOf(relationships.findPart('slideLayout'))
  const text = createTextContext(relationships, deck, options.withJumps)
  const shapes = readShapes(findPath(root, 'p:cSld', 'p:spTree'), {
    text,
    template,
    defaults,
    budget,
    findImage: options.withSources ? (id) => partOf(relationships.find(id)) : () => undefined,
  })
  return {
    shapes,
    graphics: await readGraphics(shapes, relationships, deck, options.graphics),
    notes: await readNotes(relationships.findPart('notesSlide'), deck),
    comments: options.withComments ? await readComments(relationships, deck) : [],
  }
}

function partOf(relationship: Relationship | undefined): string | undefined {
  return relationship?.external ? undefined : relationship?.target
}

function createTextContext(
  relationships: Relationships,
  { warnings, slides }: Deck,
  withJumps = false,
): TextContext {
  return {
    warnings,
    findLink: (id) => {
      const { type, target = '', external } = relationships.find(id) ?? {}
      if (external) return target
      return withJumps && type === 'slide' ? jumpTo(slides.indexOf(target) + 1) : undefined
    },
    readFormula: (element) => readOmml(element, warnings),
  }
}

async function readNotes(part: string | undefined, deck: Deck): Promise<TextShape[]> {
  const root = await deck.office.findXml(part, deck.warnings)
  if (!root || part === undefined) return []
  const relationships = await findRelationships(deck.office, part, deck.warnings)
  const shapes = readShapes(findPath(root, 'p:cSld', 'p:spTree'), {
    text: createTextContext(relationships, deck),
    template: deck.notesTemplate,
    defaults: deck.defaults,
    budget: deck.budget,
    findImage: () => undefined,
  })
  return shapes.filter(
    (shape): shape is TextShape => shape.type === 'text' && shape.placeholder === 'body',
  )
}

/** Reads comments in the formats before and since 2021 ([MS-PPTX] 2.6); replies follow their comment. */
async function readComments(
  relationships: Relationships,
  { office, warnings }: Deck,
): Promise<TextBody[]> {
  const parts = relationships.all.filter(
    ({ type, external, target }) => type === 'comments' && !external && office.has(target),
  )
  const comments: TextBody[] = []
  for (const { target } of parts) {
    const root = await office.findXml(target, warnings)
    if (root) comments.push(...readCommentTexts(root, warnings))
  }
  return comments
}

function readCommentTexts(root: XmlElement, warnings: Warnings): TextBody[] {
  const plain = [...descendantsNamed(root, 'p:text')].map((element) => plainBody(element.text))
  const rich = [...descendantsNamed(root, 'p188:txBody')].map((element) =>
    readTextBody(element, { warnings }),
  )
  return [...plain, ...rich].filter(({ paragraphs }) => paragraphs.some(hasText))
}

function plainBody(text: string): TextBody {
  const runs = [{ type: 'text', text, marks: {} } as const]
  return { paragraphs: [{ level: 0, style: {}, runs }], styles: [] }
}
