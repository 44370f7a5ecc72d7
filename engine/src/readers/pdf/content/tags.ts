/** Reads the structure tree of a loaded page: for each marked content of the page, the element that holds it. */
import { type Engine, readString } from './engine.ts'
import { contentLimits as limits } from './settings.ts'
import { placeInTable, type TablePlace, type TagCell } from './table-tags.ts'

/** A block-level element of the structure tree, not a run within a line (ISO 32000-1, 14.8.4). */
export interface TagElement {
  /** Standard type, role map applied: `H2`, `P`, `LBody`. */
  readonly type: string
  /** Types of the elements around it, the nearest first. */
  readonly within: readonly string[]
  /** Index among the elements of the page, in the order of the tree. */
  readonly order: number
  /** The table cell that the element is, or that contains it. */
  readonly cell?: TagCell
}

/** Elements by marked-content identifier. */
export type MarkedContent = ReadonlyMap<number, TagElement>

/** Types of runs within a block (ISO 32000-1, 14.8.4.4). */
const inlineTypes: ReadonlySet<string> = new Set([
  'Span',
  'Link',
  'Quote',
  'Reference',
  'BibEntry',
  'Code',
  'Annot',
  'Em',
  'Strong',
  'Sub',
  'NonStruct',
  'Ruby',
  'RB',
  'RT',
  'RP',
  'Warichu',
])

interface Waiting {
  readonly handle: number
  readonly depth: number
  readonly around: TagElement | undefined
  /** Index among its siblings. */
  readonly index: number
  readonly place: TablePlace | undefined
}

/** @returns `undefined` for a page without a structure tree. */
export function readTags(engine: Engine, page: number): MarkedContent | undefined {
  const { pdfium } = engine
  const tree = pdfium.FPDF_StructTree_GetForPage(page)
  if (tree === 0) return undefined
  const found = new Map<number, TagElement>()
  const stack: Waiting[] = []
  const roots = Math.min(pdfium.FPDF_StructTree_CountChildren(tree), limits.maxObjects)
  for (let index = roots - 1; index >= 0; index--) {
    const handle = pdfium.FPDF_StructTree_GetChildAtIndex(tree, index)
    stack.push({ handle, depth: 0, around: undefined, index, place: undefined })
  }
  let count = 0
  for (let next = stack.pop(); next && count < limits.maxObjects; next = stack.pop()) {
    if (next.handle === 0) continue
    count++
    visit(engine, next, count, stack, found)
  }
  pdfium.FPDF_StructTree_Close(tree)
  return found.size > 0 ? found : undefined
}

function visit(
  engine: Engine,
  { handle, depth, around, index: own, place }: Waiting,
  order: number,
  stack: Waiting[],
  found: Map<number, TagElement>,
): void {
  const { pdfium } = engine
  const type = readString(engine, 'utf16', (buffer, room) =>
    pdfium.FPDF_StructElement_GetType(handle, buffer, room),
  )
  const isInline = inlineTypes.has(type) && around !== undefined
  const childCount = Math.min(pdfium.FPDF_StructElement_CountChildren(handle), limits.maxObjects)
  const within = placeInTable(engine, { handle, type, index: own, childCount }, place)
  const element = isInline
    ? around
    : {
        type,
        order,
        within: around ? [around.type, ...around.within] : [],
        ...(within?.cell && { cell: within.cell }),
      }
  // Pushed in reverse, so that the stack returns them in order.
  for (let index = childCount - 1; index >= 0; index--) {
    const id = pdfium.FPDF_StructElement_GetChildMarkedContentID(handle, index)
    if (id >= 0) {
      found.set(id, element)
      continue
    }
    const child = pdfium.FPDF_StructElement_GetChildAtIndex(handle, index)
    if (child !== 0 && depth < limits.maxDepth && stack.length < limits.maxObjects) {
      stack.push({ handle: child, depth: depth + 1, around: element, index, place: within })
    }
  }
}
