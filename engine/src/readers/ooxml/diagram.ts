/**
 * A SmartArt diagram → its texts as a nested list.
 *
 * ECMA-376 Part 1, 21.4.2: points and the connections between them. Layout, colours and styles are not read.
 */
import type { Block, Item } from '../../model/index.ts'
import { readInteger } from './drawing-lengths.ts'
import { hasText, readTextBody, type TextBody, type TextContext } from './drawing-text.ts'
import { toInlines } from './drawing-text-blocks.ts'
import { childrenNamed, findChild, findPath, type XmlElement } from './xml.ts'

/** A text and what is below it. */
export interface DiagramNode {
  readonly text: TextBody
  readonly children: readonly DiagramNode[]
}

/** Levels of a diagram; PowerPoint's own text pane makes nine. What is deeper stands beside the others at the end. */
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
  // Points that no connection leads to, or too many: a damaged model; their text is there all the same.
  const rest = points
    .filter((point) => isContent(point))
    .flatMap((point) => readNode(point, 0, model))
  return [...connected, ...rest]
}

interface Model {
  readonly context: TextContext
  readonly points: ReadonlyMap<string, XmlElement>
  /** By the id of the parent, in order. */
  readonly children: ReadonlyMap<string, readonly string[]>
  /** Ids that have been read, so that a cycle ends. */
  readonly seen: Set<string>
}

/** 21.4.2.8, 21.4.7.23: connections of the kind `parOf`, which is the default, make the tree. */
function readConnections(root: XmlElement): Map<string, string[]> {
  const order = ({ attributes }: XmlElement): number => readInteger(attributes['srcOrd']) ?? 0
  const connections = childrenNamed(findChild(root, 'dgm:cxnLst'), 'dgm:cxn')
    .filter(({ attributes }) => (attributes['type'] ?? 'parOf') === 'parOf')
    .sort((a, b) => order(a) - order(b))
  const children = new Map<string, string[]>()
  for (const { attributes } of connections) {
    const { srcId = '', destId = '' } = attributes
    const known = children.get(srcId)
    if (known) known.push(destId)
    else children.set(srcId, [destId])
  }
  return children
}

/** 21.4.7.51: the other kinds are transitions and what the layout makes of the points. */
function isContent({ attributes }: XmlElement): boolean {
  return ['node', 'asst', undefined].includes(attributes['type'])
}

function readChildren(id: string | undefined, depth: number, model: Model): DiagramNode[] {
  return (model.children.get(id ?? '') ?? []).flatMap((child) => {
    const point = model.points.get(child)
    return point && isContent(point) ? readNode(point, depth, model) : []
  })
}

/** A point without text gives its children its place. */
function readNode(point: XmlElement, depth: number, model: Model): DiagramNode[] {
  const id = point.attributes['modelId'] ?? ''
  if (model.seen.has(id)) return []
  model.seen.add(id)
  const text = readTextBody(findChild(point, 'dgm:t'), model.context)
  const children = depth < MAX_DEPTH ? readChildren(id, depth + 1, model) : []
  return text.paragraphs.some(hasText) ? [{ text, children }] : children
}

/** The relationship id of the drawing that shows the diagram ([MS-ODRAWXML] 2.18, `dsp:dataModelExt`). */
export function findDiagramDrawing(root: XmlElement): string | undefined {
  return childrenNamed(findChild(root, 'dgm:extLst'), 'a:ext')
    .map((extension) => findChild(extension, 'dsp:dataModelExt')?.attributes['relId'])
    .find((id) => id !== undefined)
}

/** The texts of a `dsp:drawing`, shape by shape: for a diagram whose data model is lost. */
export function readDiagramDrawing(root: XmlElement, context: TextContext): DiagramNode[] {
  return childrenNamed(findPath(root, 'dsp:spTree'), 'dsp:sp')
    .map((shape) => readTextBody(findChild(shape, 'dsp:txBody'), context))
    .filter((text) => text.paragraphs.some(hasText))
    .map((text) => ({ text, children: [] }))
}

/** A nested list; nothing for no nodes. */
export function toDiagramBlocks(nodes: readonly DiagramNode[]): Block[] {
  return nodes.length === 0 ? [] : [{ type: 'list', items: nodes.map(toItem) }]
}

function toItem({ text, children }: DiagramNode): Item {
  const own: Block = { type: 'paragraph', inlines: toInlines(text) }
  return { marker: { type: 'bullet' }, blocks: [own, ...toDiagramBlocks(children)] }
}
