/**
 * Parses a SmartArt diagram into a nested list of its texts.
 *
 * ECMA-376 Part 1, 21.4.2: points and the connections between them. Layout, colours and styles are not read.
 */
import type { Block, Item } from '../../model/index.ts'
import { readInteger } from './drawing-lengths.ts'
import { hasText, readTextBody, type TextBody, type TextContext } from './drawing-text.ts'
import { toInlines } from './drawing-text-blocks.ts'
import { childrenNamed, findChild, findPath, type XmlElement } from './xml.ts'

/** A text and the nodes below it. */
export interface DiagramNode {
  readonly text: TextBody
  readonly children: readonly DiagramNode[]
}

/** The deepest level that is nested; PowerPoint's own editor makes nine. Deeper texts are appended at the end. */
const MAX_DEPTH = 16

/** @param root A `dgm:dataModel`. */
export function readDiagram(root: XmlElement, context: TextContext): DiagramNode[] {
  const points = childrenNamed(findChild(root, 'dgm:ptLst'), 'dgm:pt')
  const model: Model = {
    context,
    points: new Map(points.map((point) => [point.attributes['modelId'] ?? '', point])),
    children: readConnections(root),
    seen: new Set(),
  }
  const roots = points.filter(({ attributes }) => attributes['type'] === 'doc')
  const connected = roots.flatMap(({ attributes }) => readChildren(attributes['modelId'], 0, model))
  // Points without a connection or below the depth limit come last, so that no text of a damaged model is lost.
  const rest = points
    .filter((point) => isContent(point))
    .flatMap((point) => readNode(point, 0, model))
  return [...connected, ...rest]
}

interface Model {
  readonly context: TextContext
  readonly points: ReadonlyMap<string, XmlElement>
  /** Ids of children by the id of the parent, in order. */
  readonly children: ReadonlyMap<string, readonly string[]>
  /** Ids already read, so that cycles end. */
  readonly seen: Set<string>
}

/** 21.4.2.8, 21.4.7.23: connections of type `parOf`, the default, form the tree. */
function readConnections(root: XmlElement): Map<string, string[]> {
  const order = ({ attributes }: XmlElement): number => readInteger(attributes['srcOrd']) ?? 0
  const connections = childrenNamed(findChild(root, 'dgm:cxnLst'), 'dgm:cxn')
    .filter(({ attributes }) => (attributes['type'] ?? 'parOf') === 'parOf')
    .sort((a, b) => order(a) - order(b))
  const children = new Map<string, string[]>()
  for (const { attributes } of connections) {
    const { srcId = '', destId = '' } = attributes
    const siblings = children.get(srcId)
    if (siblings) siblings.push(destId)
    else children.set(srcId, [destId])
  }
  return children
}

/** 21.4.7.51: returns true for points with content; points of other types are transitions and layout results. */
function isContent({ attributes }: XmlElement): boolean {
  return ['node', 'asst', undefined].includes(attributes['type'])
}

function readChildren(id: string | undefined, depth: number, model: Model): DiagramNode[] {
  return (model.children.get(id ?? '') ?? []).flatMap((child) => {
    const point = model.points.get(child)
    return point && isContent(point) ? readNode(point, depth, model) : []
  })
}

/** Replaces a point without text by its children. */
function readNode(point: XmlElement, depth: number, model: Model): DiagramNode[] {
  const id = point.attributes['modelId'] ?? ''
  if (model.seen.has(id)) return []
  model.seen.add(id)
  const text = readTextBody(findChild(point, 'dgm:t'), model.context)
  const children = depth < MAX_DEPTH ? readChildren(id, depth + 1, model) : []
  return text.paragraphs.some(hasText) ? [{ text, children }] : children
}

/** Returns the relationship id of the drawing that shows the diagram ([MS-ODRAWXML] 2.18, `dsp:dataModelExt`). */
export function findDiagramDrawing(root: XmlElement): string | undefined {
  return childrenNamed(findChild(root, 'dgm:extLst'), 'a:ext')
    .map((extension) => findChild(extension, 'dsp:dataModelExt')?.attributes['relId'])
    .find((id) => id !== undefined)
}

/** Reads the texts of a `dsp:drawing`, shape by shape, for a diagram whose data model is missing. */
export function readDiagramDrawing(root: XmlElement, context: TextContext): DiagramNode[] {
  return childrenNamed(findPath(root, 'dsp:spTree'), 'dsp:sp')
    .map((shape) => readTextBody(findChild(shape, 'dsp:txBody'), context))
    .filter((text) => text.paragraphs.some(hasText))
    .map((text) => ({ text, children: [] }))
}

/** Converts nodes to a nested list; returns no blocks for no nodes. */
export function toDiagramBlocks(nodes: readonly DiagramNode[]): Block[] {
  return nodes.length === 0 ? [] : [{ type: 'list', items: nodes.map(toItem) }]
}

function toItem({ text, children }: DiagramNode): Item {
  const own: Block = { type: 'paragraph', inlines: toInlines(text) }
  return { marker: { type: 'bullet' }, blocks: [own, ...toDiagramBlocks(children)] }
}
