/** Lists the stages of a reading in order: each shows the result of a pass on a page. */
import { boxOfRuling } from '../boxes.ts'
import { textBoxOf, toPageBox, type Word } from '../layout/index.ts'
import type { DocumentLayout, PassName, StructurePage } from '../structure/index.ts'
import { marksOfBlocks } from './blocks.ts'
import type { Mark, MarkKind, Marks } from './marks.ts'

export interface Stage {
  readonly about: string
  /** The pass whose result it shows. */
  readonly pass: PassName
  readonly find: (page: StructurePage, layout: DocumentLayout) => Marks
}

export const inspectionStages = {
  words: {
    about: 'each word, from the page’s text or recognised in its picture; text in pictures',
    pass: 'furniture',
    find: (page) => ({ marks: [...page.words.map(markOfWord), ...marksOfPictures(page)] }),
  },
  drawings: {
    about: 'rulings, fills, pictures and other shapes',
    pass: 'furniture',
    find: (page) => ({ marks: marksOfDrawings(page) }),
  },
  lines: {
    about: 'lines, numbered by column and line; running headers and footers apart',
    pass: 'paragraphs',
    find: (page, layout) => ({ marks: marksOfLines(page, layout) }),
  },
  tables: {
    about: 'tables and their cells, by row and column',
    pass: 'formulas',
    find: ({ number }, { tables }) => ({ marks: marksOfTables(number, tables) }),
  },
  blocks: {
    about: 'headings with their levels, paragraphs, items, tables, captions and the like',
    pass: 'figures placed',
    find: ({ number }, layout) => ({ marks: [...marksOfBlocks(layout, number)] }),
  },
  order: {
    about: 'the same without running headers and footers, in the order of the Markdown',
    pass: 'figures placed',
    find: ({ number }, layout) => ({ marks: orderOf(layout, number), isOrdered: true }),
  },
} as const satisfies Readonly<Record<string, Stage>>

export type InspectionStage = keyof typeof inspectionStages

function markOfWord(word: Word): Mark {
  const { frame } = word
  const box = toPageBox(frame, textBoxOf(word))
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
    ...rulings.map((ruling): Mark => ({ box: boxOfRuling(ruling), kind: 'ruling' })),
  ]
}

/** Neighbouring columns have different colours. */
const lineKinds: readonly MarkKind[] = [
  'line',
  'line of the next column',
  'line of the third column',
]

function marksOfLines(
  page: StructurePage,
  { layoutBlocks, pages, furniture }: DocumentLayout,
): Mark[] {
  const own = layoutBlocks[pages.indexOf(page)] ?? []
  const texts = own.filter((block) => block.type === 'text')
  const columns = [...Map.groupBy(texts, ({ column }) => column).values()]
  const running = page.fragments.filter((fragment) => furniture.has(fragment))
  return [
    ...columns.flatMap((inColumn, column) =>
      inColumn
        .flatMap(({ lines }) => lines)
        .map((line, index): Mark => {
          const frame = line.fragments[0]?.frame
          return {
            box: frame ? toPageBox(frame, line) : line,
            kind: lineKinds[column % lineKinds.length] ?? 'line',
            label: `${column + 1}.${index + 1}`,
          }
        }),
    ),
    ...running.map((fragment): Mark => {
      return { box: toPageBox(fragment.frame, fragment), kind: 'header or footer' }
    }),
  ]
}

function marksOfTables(page: number, tables: DocumentLayout['tables']): Mark[] {
  return tables.flatMap(({ kind, rowCount, columnCount, cells, parts, page: first }) => [
    ...parts
      .filter((part) => part.page === page)
      .map(
        ({ box }): Mark => ({ box, kind: 'table', label: `${kind} ${rowCount}×${columnCount}` }),
      ),
    ...cells.flatMap((cell): Mark[] => {
      const { box, row, column, header, page: own = first } = cell
      if (!box || own !== page) return []
      return [{ box, kind: header ? 'header cell' : 'cell', label: `${row}.${column}` }]
    }),
  ])
}

function orderOf(layout: DocumentLayout, page: number): Mark[] {
  return [...marksOfBlocks(layout, page)].filter(
    ({ label, kind }) => label !== undefined && kind !== 'header or footer',
  )
}
