/**
 * Parses the shape tree of a slide: text, tables, groups, pictures, charts, diagrams.
 *
 * ECMA-376 Part 1, 19.3.1 and 20.1.2. Drawings on a locked canvas (20.3) have the same shapes under other names.
 */
import type { BBox, ImageSource } from '../../model/index.ts'
import {
  chooseAlternate,
  descendantsNamed,
  findChild,
  findDescription,
  findPath,
  hasText,
  type LevelStyles,
  readTextBody,
  type TextBody,
  type TextContext,
  type XmlElement,
} from '../ooxml/index.ts'
import type { Budget } from './budget.ts'
import { type Frame, frameInside, readBox, slideFrame } from './geometry.ts'
import { kindOf, readPlaceholderKey, type Template } from './placeholders.ts'
import { readTable, type SlideTable } from './tables.ts'

interface PositionedShape {
  /** Absent if neither the shape nor its placeholder has a position. */
  readonly box?: BBox
}

export interface TextShape extends PositionedShape {
  readonly type: 'text'
  readonly role: 'title' | 'header' | 'footer' | 'text'
  /** Type of the placeholder: `body`, `subTitle`, `sldNum`, … */
  readonly placeholder?: string
  readonly body: TextBody
  /** Styles that the body's paragraphs inherit. */
  readonly styles: LevelStyles
}

interface TableShape extends PositionedShape {
  readonly type: 'table'
  readonly table: SlideTable
}

interface GroupShape extends PositionedShape {
  readonly type: 'group'
  readonly shapes: readonly Shape[]
}

export interface PictureShape extends PositionedShape {
  readonly type: 'picture'
  /** Absent without a description, or for a decorative picture. */
  readonly alt?: string
  readonly source?: ImageSource
}

/** A chart or a diagram, which is stored in a separate part. */
export interface PartShape extends PositionedShape {
  readonly type: 'chart' | 'diagram'
  /** Relationship id of the chart or data model; `undefined` in a damaged file. */
  readonly relationship: string | undefined
  readonly alt?: string
}

export type Shape = TextShape | TableShape | GroupShape | PictureShape | PartShape

/** Inputs for reading the shapes of one slide. */
interface ShapeContext {
  readonly text: TextContext
  readonly template: Template
  /** Text styles of shapes that are not placeholders. */
  readonly defaults: LevelStyles
  readonly budget: Budget
  /** @returns The name of a picture's image part, by relationship id. */
  readonly findImage: (id: string | undefined) => ImageSource | undefined
}

/** @param tree A `p:spTree`. */
export function readShapes(tree: XmlElement | undefined, context: ShapeContext): Shape[] {
  return tree?.children.flatMap((child) => readShape(child, slideFrame, context)) ?? []
}

type ReadShape = (element: XmlElement, frame: Frame, context: ShapeContext) => readonly Shape[]

const shapeReaders: ReadonlyMap<string, ReadShape> = new Map<string, ReadShape>([
  ['p:sp', readTextShape],
  ['p:grpSp', readGroup],
  ['p:graphicFrame', readGraphicFrame],
  ['p:pic', readPicture],
  ['mc:AlternateContent', readAlternate],
  ['a:sp', readTextShape],
  ['a:grpSp', readGroup],
  ['a:graphicFrame', readGraphicFrame],
  ['a:pic', readPicture],
])

/** Connectors and ink, which have no text, and properties of the tree. */
const ignored: ReadonlySet<string> = new Set(
  `p:nvGrpSpPr p:grpSpPr p:cxnSp p:contentPart p14:contentPart p:extLst
  a:nvGrpSpPr a:grpSpPr a:cxnSp a:extLst`.split(/\s+/),
)

function readShape(element: XmlElement, frame: Frame, context: ShapeContext): readonly Shape[] {
  const read = shapeReaders.get(element.name)
  if (read) return read(element, frame, context)
  if (!ignored.has(element.name)) {
    context.text.warnings.add('unknown_element', `<${element.name}> on a slide was skipped.`)
  }
  return []
}

/**
 * Namespaces of choices among shapes that are read here. `v` and `p14` are left out, because their fallbacks are the
 * pictures of embedded objects and of ink.
 */
const understood: ReadonlySet<string> = new Set(
  'a14 a16 c14 c15 cx cx1 cx2 cx3 cx4 cx5 cx6 cx7 cx8 p15'.split(' '),
)

function readAlternate(element: XmlElement, frame: Frame, context: ShapeContext): Shape[] {
  return chooseAlternate(element, understood).flatMap((child) => readShape(child, frame, context))
}

/** Reads a shape; one without text is decoration, unless it has a description. */
function readTextShape(shape: XmlElement, frame: Frame, context: ShapeContext): Shape[] {
  const properties = findChild(shape, 'p:spPr') ?? findChild(shape, 'a:spPr')
  const key = readPlaceholderKey(shape)
  const inherited = key && context.template.inherit(key)
  const box = readBox(findChild(properties, 'a:xfrm'), frame) ?? inherited?.box
  const position = box && { box }
  const element = findChild(shape, 'p:txBody') ?? findPath(shape, 'a:txSp', 'a:txBody')
  const body = withLink(readTextBody(element, context.text), findShapeLink(shape, context))
  if (!body.paragraphs.some(hasText)) {
    const alt = readAlt(shape)
    return alt === undefined ? [] : [{ type: 'picture', alt, ...position }]
  }
  return [
    {
      type: 'text',
      role: roleOf(inherited?.type),
      ...(inherited && { placeholder: inherited.type }),
      body,
      styles: inherited?.styles ?? context.defaults,
      ...position,
    },
  ]
}

function roleOf(type: string | undefined): TextShape['role'] {
  if (type === undefined) return 'text'
  const kind = kindOf(type)
  if (kind === 'furniture') return type === 'hdr' ? 'header' : 'footer'
  return kind === 'title' ? 'title' : 'text'
}

/** Applies the link of a whole shape (20.1.2.2.8) to its text without links. */
function withLink(body: TextBody, link: string | undefined): TextBody {
  if (link === undefined) return body
  const paragraphs = body.paragraphs.map((paragraph) => ({
    ...paragraph,
    runs: paragraph.runs.map((run) => (run.type === 'text' ? { link, ...run } : run)),
  }))
  return { ...body, paragraphs }
}

function findShapeLink(shape: XmlElement, { text }: ShapeContext): string | undefined {
  const id = findChild(nonVisual(shape), 'a:hlinkClick')?.attributes['r:id']
  return id ? text.findLink?.(id) : undefined
}

/** Returns the `cNvPr` of any kind of shape. */
function nonVisual(shape: XmlElement): XmlElement | undefined {
  const [first] = shape.children
  return findChild(first, 'p:cNvPr') ?? findChild(first, 'a:cNvPr')
}

function readAlt(shape: XmlElement): string | undefined {
  return findDescription(nonVisual(shape))
}

function readGroup(group: XmlElement, frame: Frame, context: ShapeContext): Shape[] {
  const properties = findChild(group, 'p:grpSpPr') ?? findChild(group, 'a:grpSpPr')
  const transform = findChild(properties, 'a:xfrm')
  const inner = frameInside(transform, frame)
  const shapes = group.children.flatMap((child) => readShape(child, inner, context))
  const box = readBox(transform, frame)
  return shapes.length === 0 ? [] : [{ type: 'group', shapes, ...(box && { box }) }]
}

function readPicture(picture: XmlElement, frame: Frame, context: ShapeContext): Shape[] {
  const properties = findChild(picture, 'p:spPr') ?? findChild(picture, 'a:spPr')
  const key = readPlaceholderKey(picture)
  const box =
    readBox(findChild(properties, 'a:xfrm'), frame) ?? (key && context.template.inherit(key).box)
  return [{ ...describe(readAlt(picture), picture, context), ...(box && { box }) }]
}

type ReadGraphic = (graphic: XmlElement, frame: XmlElement, context: ShapeContext) => Shape[]

/** Readers by the element in `a:graphicData`. */
const graphicReaders: ReadonlyMap<string, ReadGraphic> = new Map<string, ReadGraphic>([
  ['a:tbl', (table, _, context) => [{ type: 'table', table: readTable(table, context) }]],
  ['c:chart', (chart, frame) => [partShape('chart', chart.attributes['r:id'], frame)]],
  ['cx:chart', (chart, frame) => [partShape('chart', chart.attributes['r:id'], frame)]],
  ['dgm:relIds', (ids, frame) => [partShape('diagram', ids.attributes['r:dm'], frame)]],
  ['lc:lockedCanvas', (canvas, _, context) => readShapes(canvas, context)],
  ['p:oleObj', readObject],
  ['mc:AlternateContent', readGraphicAlternate],
])

function partShape(
  type: PartShape['type'],
  relationship: string | undefined,
  frame: XmlElement,
): PartShape {
  const alt = readAlt(frame)
  return { type, relationship, ...(alt !== undefined && { alt }) }
}

function readGraphicFrame(element: XmlElement, frame: Frame, context: ShapeContext): Shape[] {
  const key = readPlaceholderKey(element)
  const transform = findChild(element, 'p:xfrm') ?? findChild(element, 'a:xfrm')
  const box = readBox(transform, frame) ?? (key && context.template.inherit(key).box)
  const data = findPath(element, 'a:graphic', 'a:graphicData')
  const shapes = data?.children.flatMap((graphic) => readGraphic(graphic, element, context)) ?? []
  return shapes.map((shape) => ({ ...shape, ...(box && { box }) }))
}

function readGraphic(graphic: XmlElement, frame: XmlElement, context: ShapeContext): Shape[] {
  const read = graphicReaders.get(graphic.name)
  if (read) return read(graphic, frame, context)
  context.text.warnings.add('unknown_element', `A graphic <${graphic.name}> was skipped.`)
  return []
}

function readGraphicAlternate(
  alternate: XmlElement,
  frame: XmlElement,
  context: ShapeContext,
): Shape[] {
  return chooseAlternate(alternate, understood).flatMap((graphic) =>
    readGraphic(graphic, frame, context),
  )
}

/** Reads an embedded object as its preview picture; the object's own file is not read (19.3.2.4). */
function readObject(object: XmlElement, frame: XmlElement, context: ShapeContext): Shape[] {
  const { progId = 'of an unknown kind' } = object.attributes
  context.text.warnings.add('embedded_object', `An embedded object (${progId}) was left out.`)
  const picture = descendantsNamed(object, 'p:pic').next().value
  const alt = readAlt(frame) ?? (picture && readAlt(picture))
  return [describe(alt, picture || undefined, context)]
}

function describe(
  alt: string | undefined,
  picture: XmlElement | undefined,
  { findImage }: ShapeContext,
): PictureShape {
  const fill = findChild(picture, 'p:blipFill') ?? findChild(picture, 'a:blipFill')
  const source = findImage(findChild(fill, 'a:blip')?.attributes['r:embed'])
  return {
    type: 'picture',
    ...(alt !== undefined && { alt }),
    ...(source !== undefined && { source }),
  }
}
