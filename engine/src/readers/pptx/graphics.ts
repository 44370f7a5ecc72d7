/** Reads the charts and diagrams of a slide, which are stored in separate parts. */
import type { Block } from '../../model/index.ts'
import {
  findDiagramDrawing,
  type Relationships,
  readChart,
  readDiagram,
  readDiagramDrawing,
  toChartFigure,
  toDiagramBlocks,
} from '../ooxml/index.ts'
import type { Deck } from './deck.ts'
import type { PartShape, Shape } from './shapes.ts'

/** Blocks by part; caches a chart that several slides show. */
export type GraphicCache = Map<string, readonly Block[]>

/** Blocks of the slide's charts and diagrams by relationship id. */
export type Graphics = ReadonlyMap<string, readonly Block[]>

/** Reads the parts that the shapes refer to. */
export async function readGraphics(
  shapes: readonly Shape[],
  relationships: Relationships,
  deck: Deck,
  cache: GraphicCache,
): Promise<Graphics> {
  const graphics = new Map<string, readonly Block[]>()
  for (const { type, relationship } of partShapes(shapes)) {
    if (relationship === undefined || graphics.has(relationship)) continue
    const target = relationships.find(relationship)
    const part = target && !target.external && deck.office.has(target.target) && target.target
    const cached = part ? cache.get(part) : undefined
    const blocks = cached ?? (await readGraphic(type, part || undefined, relationships, deck))
    if (part) cache.set(part, blocks)
    graphics.set(relationship, blocks)
  }
  return graphics
}

function partShapes(shapes: readonly Shape[]): PartShape[] {
  return shapes.flatMap((shape) => {
    if (shape.type === 'group') return partShapes(shape.shapes)
    return shape.type === 'chart' || shape.type === 'diagram' ? [shape] : []
  })
}

async function readGraphic(
  type: PartShape['type'],
  part: string | undefined,
  relationships: Relationships,
  deck: Deck,
): Promise<readonly Block[]> {
  const { office, warnings } = deck
  if (part === undefined) warnings.add('missing_part', `A ${type} is missing from the file.`)
  const root = await office.findXml(part, warnings)
  if (type === 'chart') return root ? [toChartFigure(readChart(root, { warnings }), warnings)] : []
  const nodes = root ? readDiagram(root, { warnings }) : []
  if (nodes.length > 0) return toDiagramBlocks(nodes)
  const drawing = relationships.find(root && findDiagramDrawing(root))?.target
  const fallback = await office.findXml(
    drawing ?? relationships.findPart('diagramDrawing'),
    warnings,
  )
  return fallback ? toDiagramBlocks(readDiagramDrawing(fallback, { warnings })) : []
}
