/** Reads charts, pictures and text boxes of a sheet's drawing from top to bottom. ECMA-376 Part 1, 20.5. */
import type { Warnings } from '../../errors.ts'
import { type Block, toFigure } from '../../model/index.ts'
import {
  findChild,
  findDescription,
  findPath,
  findRelationships,
  type OfficePackage,
  type Relationships,
  readChart,
  readTextBody,
  toChartFigure,
  toTextBlocks,
  type XmlElement,
} from '../ooxml/index.ts'

interface DrawingContext {
  readonly office: OfficePackage
  readonly relationships: Relationships
  readonly warnings: Warnings
  /** True to keep the names of image parts. */
  readonly withSources: boolean
}

/** Reads the drawing that a sheet refers to. */
export async function readDrawing(
  office: OfficePackage,
  relationships: Relationships,
  warnings: Warnings,
  withSources: boolean,
): Promise<readonly Block[]> {
  const part = relationships.findPart('drawing')
  const root = await office.findXml(part, warnings)
  if (!root || part === undefined) return []
  const own = await findRelationships(office, part, warnings)
  const context: DrawingContext = { office, relationships: own, warnings, withSources }
  const blocks: Block[] = []
  for (const anchor of root.children.toSorted((a, b) => rowOf(a) - rowOf(b))) {
    blocks.push(...(await readObjects(anchor, context)))
  }
  return blocks
}

/** Returns the anchor's row; absolute anchors have none and come first. */
function rowOf(anchor: XmlElement): number {
  return Number(findPath(anchor, 'xdr:from', 'xdr:row')?.text ?? 0) || 0
}

async function readObjects(element: XmlElement, context: DrawingContext): Promise<Block[]> {
  switch (element.name) {
    case 'c:chart':
    case 'cx:chart':
      return readChartPart(element, context)
    case 'xdr:pic':
      return readPicture(element, context)
    case 'xdr:txBody':
      return toTextBlocks(readTextBody(element, context))
    default:
      return readChildren(element, context)
  }
}

async function readChildren(element: XmlElement, context: DrawingContext): Promise<Block[]> {
  // The choice has the content; the fallback only says that the program is too old.
  const choice =
    element.name === 'mc:AlternateContent' ? findChild(element, 'mc:Choice') : undefined
  const blocks: Block[] = []
  for (const child of choice?.children ?? element.children) {
    blocks.push(...(await readObjects(child, context)))
  }
  return blocks
}

async function readChartPart(
  { attributes }: XmlElement,
  { office, relationships, warnings }: DrawingContext,
): Promise<Block[]> {
  const target = relationships.find(attributes['r:id'])
  if (!target || target.external) return []
  const root = await office.findXml(target.target, warnings)
  return root ? [toChartFigure(readChart(root, { warnings }), warnings)] : []
}

function readPicture(picture: XmlElement, { relationships, withSources }: DrawingContext): Block[] {
  const alt = findDescription(findPath(picture, 'xdr:nvPicPr', 'xdr:cNvPr')) ?? ''
  const blip = findPath(picture, 'xdr:blipFill', 'a:blip')
  const image = withSources ? relationships.find(blip?.attributes['r:embed']) : undefined
  const source = image && !image.external ? { source: image.target } : {}
  return alt === '' && !image ? [] : [toFigure({ type: 'image', alt, ...source })]
}
