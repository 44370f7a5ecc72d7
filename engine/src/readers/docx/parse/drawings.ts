/**
 * Parses drawings (DrawingML, VML, embedded objects): text boxes, texts of shapes, charts, diagrams, alternative texts of
 * pictures.
 */
import {
  chooseAlternate,
  findChild,
  findDescription,
  findPath,
  readChart,
  readDiagram,
  readTextBody,
  type TextContext,
  type XmlElement,
} from '../../ooxml/index.ts'
import { type PartContext, understood } from './context.ts'
import type { Content } from './types.ts'

interface Drawing {
  readonly context: PartContext
  readonly out: Content[]
  /** Description of the whole drawing, until a picture in it takes it. */
  alt: string | undefined
  /** True if the drawing floats, false if it is inline. */
  readonly isFloating: boolean
}

type Handler = (element: XmlElement, drawing: Drawing) => void

/** @param element `w:drawing`, `w:pict`, `w:object`. */
export function readDrawing(element: XmlElement, context: PartContext): Content[] {
  const anchor = element.children.find(({ name }) => name === 'wp:anchor' || name === 'wp:inline')
  const out: Content[] = []
  readInside(element, {
    context,
    out,
    alt: findDescription(findChild(anchor, 'wp:docPr')),
    isFloating: anchor?.name === 'wp:anchor',
  })
  return out
}

const handlers: ReadonlyMap<string, Handler> = new Map<string, Handler>([
  [
    'mc:AlternateContent',
    (element, drawing) => {
      for (const child of chooseAlternate(element, understood)) readElement(child, drawing)
    },
  ],
  [
    'w:txbxContent',
    (element, { context, out }) => {
      // Fields cannot extend beyond the text box.
      out.push({ type: 'frame', story: context.readStory(element, { ...context, openFields: [] }) })
    },
  ],
  ['a:txBody', readShapeText],
  ['v:textpath', readTextPath],
  ['c:chart', readChartPart],
  ['cx:chart', readChartPart],
  ['dgm:relIds', readDiagramPart],
  ['pic:pic', readPicture],
  ['v:shape', readVmlShape],
  ['o:OLEObject', readEmbedding],
])

function readElement(element: XmlElement, drawing: Drawing): void {
  const handle = handlers.get(element.name)
  if (handle) handle(element, drawing)
  else readInside(element, drawing)
}

/** Reads children recursively: shapes, groups and canvases nest; an unknown element may contain known ones. */
function readInside(element: XmlElement, drawing: Drawing): void {
  for (const child of element.children) readElement(child, drawing)
}

/** Reads DrawingML text, which shapes of a locked canvas have (20.3.2.1). */
function readShapeText(element: XmlElement, { context, out }: Drawing): void {
  out.push({ type: 'shapeText', body: readTextBody(element, textContext(context)) })
}

function textContext({ warnings, relationships }: PartContext): TextContext {
  return { warnings, findLink: (id) => relationships.find(id)?.target }
}

/** Reads legacy WordArt (Part 4, 19.1.2.23). */
function readTextPath({ attributes }: XmlElement, { out }: Drawing): void {
  const text = attributes['string']?.trim() ?? ''
  if (text === '') return
  const run = { type: 'text', text, marks: {} } as const
  out.push({
    type: 'shapeText',
    body: { paragraphs: [{ level: 0, style: {}, runs: [run] }], styles: [] },
  })
}

function readChartPart({ attributes }: XmlElement, drawing: Drawing): void {
  const { context, out } = drawing
  const part = takeDrawingPart(attributes['r:id'], context)
  if (!part) return
  out.push({ type: 'chart', chart: readChart(part, textContext(context)), alt: takeAlt(drawing) })
}

function takeAlt(drawing: Drawing): string | undefined {
  const { alt } = drawing
  drawing.alt = undefined
  return alt
}

function readDiagramPart({ attributes }: XmlElement, { context, out }: Drawing): void {
  const part = takeDrawingPart(attributes['r:dm'], context)
  if (part) out.push({ type: 'diagram', nodes: readDiagram(part, textContext(context)) })
}

function takeDrawingPart(id: string | undefined, context: PartContext): XmlElement | undefined {
  const { relationships, drawingParts, shownParts, warnings } = context
  const target = relationships.find(id)?.target ?? ''
  if (!shownParts.has(target)) {
    shownParts.add(target)
    return drawingParts.get(target)
  }
  if (drawingParts.has(target)) {
    warnings.add(
      'repeated_part',
      'A chart or diagram is used more than once; only its first use was converted.',
    )
  }
  return undefined
}

function readPicture(element: XmlElement, drawing: Drawing): void {
  const { context, out, isFloating } = drawing
  if (!context.withFigures) return
  const alt = takeAlt(drawing)
  const own = findDescription(findPath(element, 'pic:nvPicPr', 'pic:cNvPr'))
  const blip = findPath(element, 'pic:blipFill', 'a:blip')
  const source = findSource(blip?.attributes['r:embed'], context)
  out.push({ type: 'picture', alt: alt ?? own ?? '', isFloating, ...source })
}

/** @param id Relationship id of the image. */
function findSource(
  id: string | undefined,
  { withSources, relationships }: PartContext,
): { readonly source?: string } {
  const part = withSources ? relationships.find(id) : undefined
  return part && !part.external ? { source: part.target } : {}
}

function readVmlShape(element: XmlElement, drawing: Drawing): void {
  const { context, out } = drawing
  const image = findChild(element, 'v:imagedata')
  if (image && context.withFigures) {
    const descr = element.attributes['alt'] ?? image.attributes['o:title'] ?? ''
    const alt = findDescription({ ...element, attributes: { descr } }) ?? ''
    const source = findSource(image.attributes['r:id'], context)
    out.push({ type: 'picture', alt, isFloating: false, ...source })
  }
  readInside(element, drawing)
}

/** Reads an embedded object as its preview picture; the object's own file is not read (17.3.3.19). */
function readEmbedding({ attributes }: XmlElement, { context }: Drawing): void {
  const { ProgID: program = 'of an unknown kind' } = attributes
  context.warnings.add('embedded_object', `An embedded object (${program}) was left out.`)
}
