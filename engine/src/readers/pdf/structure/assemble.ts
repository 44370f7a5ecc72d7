/** Pages of pieces → the document's blocks: paragraphs in reading order, joined over columns and pages, and furniture. */
import { type Furniture, type Paragraph, type Provenance, paragraph } from '../../../model/index.ts'
import {
  areMostlyLeftwards,
  boxAround,
  type Column,
  type Frame,
  findColumns,
  framesInOrder,
  groupByFrame,
  groupIntoLines,
  type Line,
  type Piece,
  toPageBox,
  typicalSize,
} from '../layout/index.ts'
import { type FurnitureKind, type FurniturePage, findFurniture } from './furniture.ts'
import { collectVocabulary, joinLines, type Vocabulary } from './hyphens.ts'
import { lazily } from './lazily.ts'
import { groupIntoParagraphs } from './paragraphs.ts'
import { withCharacters } from './places.ts'

/** The block being made of lines from one or more columns. */
interface Flow {
  text: string
  readonly size: number
  readonly provenance: Provenance[]
  /** Where the text of each piece but the last ends. */
  readonly ends: number[]
  /** Index of the column that its last line stands in. */
  column: number
}

/** A column of the document. */
interface PlacedColumn {
  readonly page: number
  readonly frame: Frame
  readonly lines: readonly Line[]
  readonly leftwards: boolean
  readonly isCell: boolean
}

/** Blocks of a document from its pages' pieces. */
export function assembleBlocks(pages: readonly FurniturePage[]): (Paragraph | Furniture)[] {
  const furniture = findFurniture(pages)
  const bodySize = typicalSize(piecesOf(pages))
  const columns: PlacedColumn[][] = pages.map((page) => columnsOf(page, furniture))
  const vocabulary = lazily(() => collectVocabulary(textsOf(columns)))
  const flows: (Flow | { readonly furniture: Furniture })[] = []
  const open: Flow[] = []
  let index = 0
  for (const [at, page] of pages.entries()) {
    for (const block of furnitureOf(page, furniture, 'header')) flows.push({ furniture: block })
    for (const column of columns[at] ?? []) {
      const found = flowsOf(column, index++, bodySize, vocabulary)
      for (const flow of found) {
        if (column.isCell || !continueFlow(open, flow, vocabulary)) flows.push(flow)
      }
      if (!column.isCell) open.push(...found)
      if (open.length > MAX_OPEN) open.splice(0, open.length - MAX_OPEN)
    }
    for (const block of furnitureOf(page, furniture, 'footer')) flows.push({ furniture: block })
  }
  return flows.map((flow) => ('furniture' in flow ? flow.furniture : blockOf(flow)))
}

function blockOf({ text, provenance, ends }: Flow): Paragraph {
  const places = ends.length === 0 ? provenance : withCharacters(provenance, ends, text.length)
  return { ...paragraph(text), provenance: places }
}

function* textsOf(columns: readonly PlacedColumn[][]): Generator<string> {
  for (const page of columns) for (const { lines } of page) for (const { text } of lines) yield text
}

function* piecesOf(pages: readonly FurniturePage[]): Generator<Piece> {
  for (const { pieces } of pages) yield* pieces
}

/** The columns of a page without its furniture, in reading order. */
function columnsOf(
  page: FurniturePage,
  furniture: ReadonlyMap<Piece, FurnitureKind>,
): PlacedColumn[] {
  return framesInOrder(page.pieces.filter((piece) => !furniture.has(piece))).flatMap((pieces) =>
    findColumns(pieces).map((column) => placeColumn(page, column)),
  )
}

function placeColumn(
  { number }: FurniturePage,
  { pieces, leftwards, isCell = false }: Column,
): PlacedColumn {
  const [first] = pieces
  const own = areMostlyLeftwards(pieces)
  return {
    page: number,
    frame: first?.frame ?? { angleDegrees: 0, cos: 1, sin: 0 },
    lines: groupIntoLines(pieces, own || (leftwards && !hasLetters(pieces))),
    leftwards: own,
    isCell,
  }
}

function hasLetters(pieces: readonly Piece[]): boolean {
  return pieces.some(({ text }) => /\p{L}/u.test(text))
}

function flowsOf(
  column: PlacedColumn,
  index: number,
  bodySize: number,
  vocabulary: () => Vocabulary,
): Flow[] {
  return groupIntoParagraphs(column.lines, column.leftwards, bodySize).map(({ lines }) => {
    let text = ''
    for (const line of lines) text = joinLines(text, line.text, vocabulary)
    const [first] = lines
    return {
      text,
      size: first?.size ?? 0,
      provenance: [provenanceOf(column, lines)],
      ends: [],
      column: index,
    }
  })
}

function provenanceOf({ page, frame }: PlacedColumn, lines: readonly Line[]): Provenance {
  return { type: 'page', page, bbox: toPageBox(frame, boxAround(lines)) }
}

/** Paragraphs that can still go on: those of the last columns. Notes, captions and tables may stand between. */
const MAX_OPEN = 24
/** Sizes of one text differ by less than this share. */
const SIZE_SHARE = 0.05

const endsSentence = /[.?!:]["'”’»)\]]*(?:\[?\d{1,3}\]?)?$/
const startsLower = /^[\p{Ll}]/u

/**
 * Joins the first paragraph of a column to the last one of its kind in a column before it: that ends within a sentence,
 * and this begins within one.
 */
function continueFlow(open: Flow[], flow: Flow, vocabulary: () => Vocabulary): boolean {
  if (!startsLower.test(flow.text)) return false
  const at = open.findLastIndex((other) => isAlike(other, flow))
  const before = open[at]
  if (!before || (before.column !== flow.column - 1 && before.column !== flow.column - 2))
    return false
  if (endsSentence.test(before.text)) return false
  before.text = joinLines(before.text, flow.text, vocabulary)
  before.ends.push(before.text.length - flow.text.length)
  before.provenance.push(...flow.provenance)
  before.column = flow.column
  return true
}

function isAlike(a: Flow, b: Flow): boolean {
  return Math.abs(a.size - b.size) <= SIZE_SHARE * Math.max(a.size, b.size)
}

export function furnitureOf(
  page: FurniturePage,
  furniture: ReadonlyMap<Piece, FurnitureKind>,
  kind: FurnitureKind,
): Furniture[] {
  const pieces = page.pieces.filter((piece) => furniture.get(piece) === kind)
  return groupByFrame(pieces).map((group) => {
    const [first] = group
    const frame = first?.frame ?? { angleDegrees: 0, cos: 1, sin: 0 }
    const leftwards = areMostlyLeftwards(group)
    const lines = groupIntoLines(group, leftwards)
    const bbox = toPageBox(frame, boxAround(group))
    const provenance: Provenance[] = [{ type: 'page', page: page.number, bbox }]
    return {
      type: 'furniture',
      kind,
      blocks: lines.map((line) => ({
        ...paragraph(line.text),
        provenance: [
          { type: 'page', page: page.number, bbox: toPageBox(frame, boxAround([line])) },
        ],
      })),
      provenance,
    }
  })
}
