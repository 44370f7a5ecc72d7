/** The stages of a reading, by name, in their order: each tells what it found on a page. */
import type { Document } from '../../../model/index.ts'
import {
  findColumns,
  groupByFrame,
  groupIntoLines,
  type Piece,
  toPageBox,
  type Word,
} from '../layout/index.ts'
import { findFurniture, type StructurePage, wordsWithout } from '../structure/index.ts'
import { findTables } from '../tables/index.ts'
import { marksOfBlocks } from './blocks.ts'
import type { Mark, MarkKind, Marks } from './marks.ts'

/** A page, and the document that it is read with. */
export interface Subject {
  readonly page: StructurePage
  readonly pages: readonly StructurePage[]
  readonly document: Document
}

interface Stage {
  readonly about: string
  readonly find: (subject: Subject) => Marks
}

export const inspectionStages = {
  words: {
    about: 'each word, from the page’s text or recognised in its picture; text in pictures',
    find: ({ page }) => ({ marks: [...page.words.map(markOfWord), ...marksOfPictures(page)] }),
  },
  drawings: {
    about: 'rulings, fills, pictures and other shapes',
    find: ({ page }) => ({ marks: marksOfDrawings(page) }),
  },
  lines: {
    about: 'lines, numbered by column and line; running headers and footers apart',
    find: (subject) => ({ marks: marksOfLines(subject) }),
  },
  tables: {
    about: 'tables and their cells, by row and column, as found on the page alone',
    find: (subject) => ({ marks: marksOfTables(subject) }),
  },
  blocks: {
    about: 'headings with their levels, paragraphs, items, tables, captions and the like',
    find: ({ page, document }) => ({ marks: [...marksOfBlocks(document, page.number)] }),
  },
  order: {
    about: 'the same without running headers and footers, in the order of the Markdown',
    find: ({ page, document }) => ({ marks: orderOf(document, page.number), isOrdered: true }),
  },
} as const satisfies Readonly<Record<string, Stage>>

export type InspectionStage = keyof typeof inspectionStages

/** Letters reach from 0.72 em above the baseline to 0.22 below. */
function markOfWord({ frame, x0, x1, baseline, size }: Word): Mark {
  const box = toPageBox(frame, { x0, x1, y0: baseline - 0.72 * size, y1: baseline + 0.22 * size })
  return { box, kind: frame.angleDegrees === 0 ? 'word' : 'turned word' }
}

function marksOfPictures({ pictures = [] }: StructurePage): Mark[] {
  return pictures.flatMap(({ blocks }) =>
    blocks.map(({ box }): Mark => ({ box, kind: 'text in a picture' })),
  )
}

function marksOfDrawings({ drawings }: StructurePage): Mark[] {
  const { fills, shapes, images, rulings } = drawings
  return [
    ...fills.map((box): Mark => ({ box, kind: 'fill' })),
    ...shapes.map((box): Mark => ({ box, kind: 'shape' })),
    ...images.map((box): Mark => ({ box, kind: 'picture' })),
    ...rulings.map(({ isLevel, at, from, to }): Mark => {
      const [y, x] = [
        { y0: at, y1: at },
        { x0: at, x1: at },
      ]
      const box = isLevel ? { x0: from, x1: to, ...y } : { ...x, y0: from, y1: to }
      return { box, kind: 'ruling' }
    }),
  ]
}

/** Columns beside each other have different colours. */
const lineKinds: readonly MarkKind[] = [
  'line',
  'line of the next column',
  'line of the third column',
]

function marksOfLines({ page, pages }: Subject): Mark[] {
  const furniture = findFurniture(pages)
  const [running, body] = [[] as Piece[], [] as Piece[]]
  for (const piece of page.pieces) (furniture.has(piece) ? running : body).push(piece)
  const columns = groupByFrame(body).flatMap((pieces) => findColumns(pieces))
  return [
    ...columns.flatMap(({ pieces, leftwards }, column) =>
      groupIntoLines(pieces, leftwards).map((line, index): Mark => {
        const frame = line.pieces[0]?.frame
        const kind = lineKinds[column % lineKinds.length] ?? 'line'
        return {
          box: frame ? toPageBox(frame, line) : line,
          kind,
          label: `${column + 1}.${index + 1}`,
        }
      }),
    ),
    ...running.map((piece): Mark => {
      return { box: toPageBox(piece.frame, piece), kind: 'header or footer' }
    }),
  ]
}

function marksOfTables({ page, pages }: Subject): Mark[] {
  const words = wordsWithout(page, findFurniture(pages))
  return findTables({ ...page, words }).flatMap(({ box, kind, rowCount, columnCount, cells }) => [
    { box, kind: 'table', label: `${kind} ${rowCount}×${columnCount}` } as const,
    ...cells.flatMap(({ box: own, row, column, header }): Mark[] => {
      if (!own) return []
      return [{ box: own, kind: header ? 'header cell' : 'cell', label: `${row}.${column}` }]
    }),
  ])
}

function orderOf(document: Document, page: number): Mark[] {
  return [...marksOfBlocks(document, page)].filter(
    ({ label, kind }) => label !== undefined && kind !== 'header or footer',
  )
}
