/** Composes whole documents: each kind has its parts, its mixture of blocks and its style constraints. */
import { type Block, type Note, type TrainingDocument, textOf } from './content.ts'
import { drawFurniture } from './frame.ts'
import {
  chapterFront,
  manualFront,
  metaLines,
  paperFront,
  references,
  reportFront,
} from './fronts.ts'
import {
  type Composition,
  cv,
  form,
  invoice,
  letter,
  minutes,
  newsletter,
  slides,
  statement,
  syllabus,
} from './kinds-special.ts'
import { contents, createMaker, type Maker, plainHeading, said, title } from './parts.ts'
import { type Mixture, sections, usualMixture } from './sections.ts'
import { type Composer, drawHeading, drawText } from './stock.ts'
import { drawStyle, type Style, type StyleWishes } from './style.ts'

interface Kind {
  readonly weight: number
  readonly wishes?: StyleWishes
  readonly compose: (maker: Maker) => Composition
}

/** The weights of 1, 2 and 3 columns for kinds that have one. */
const oneColumn = { 1: 1, 2: 0, 3: 0 }

const mixed = (maker: Maker, mixture: Partial<Mixture>): Block[] => {
  const { random } = maker.composer
  const letters = random.int(1800, 8500) * (maker.style.columns > 1 ? 1.5 : 1)
  const jitter = (value: number): number => value * random.between(0.3, 1.8)
  const whole = { ...usualMixture, letters, ...mixture }
  return sections(maker, {
    ...whole,
    list: jitter(whole.list),
    table: jitter(whole.table),
    figure: jitter(whole.figure),
    headings: jitter(whole.headings),
  })
}

const kinds = {
  report: {
    weight: 5,
    compose: (maker) => ({ front: reportFront(maker), blocks: mixed(maker, {}) }),
  },
  paper: {
    weight: 4,
    wishes: { columns: { 1: 4, 2: 8, 3: 0 }, numbered: 0.6 },
    compose: (maker) => ({
      front: paperFront(maker),
      blocks: [
        ...mixed(maker, { figure: 1.4, table: 1.6, formula: 0.6, list: 0.8 }),
        ...references(maker),
      ],
    }),
  },
  manual: {
    weight: 3,
    wishes: { columns: { 1: 9, 2: 1, 3: 0 } },
    compose: (maker) => ({
      front: [title(maker)],
      blocks: mixed(maker, { list: 4, code: 1.6, figure: 1, aside: 0.8 }),
    }),
  },
  policy: {
    weight: 2.5,
    wishes: { columns: { 1: 9, 2: 1, 3: 0 }, numbered: 0.7 },
    compose: (maker) => ({
      front: [title(maker), ...metaLines(maker)],
      blocks: mixed(maker, { list: 4, figure: 0.1, headings: 4, table: 0.8 }),
    }),
  },
  /** A manual of functions or options; made on request. */
  terms: {
    weight: 0,
    wishes: { columns: { 1: 7, 2: 3, 3: 0 }, regularTitle: 0.7 },
    compose: (maker) => ({
      front: maker.composer.random.chance(0.6) ? manualFront(maker) : [],
      blocks: mixed(maker, { terms: 12, code: 0.8, list: 1.5, figure: 0.3, table: 0.4 }),
    }),
  },
  /** Tables whose rules separate groups of rows; made on request. */
  bands: {
    weight: 0,
    wishes: { rules: { bands: 1, bandedGrid: 1.3 } },
    compose: (maker) => ({
      front: [],
      blocks: mixed(
        { ...maker, tables: { headless: 0.2, sorts: { calls: 14, entries: 6 } } },
        {
          table: 9,
          figure: 0,
          headings: 1.5,
          letters: maker.composer.random.int(900, 3500),
        },
      ),
    }),
  },
  /** Tables without rules, most of them without headers; made on request. */
  bare: {
    weight: 0,
    wishes: { rules: { none: 1 } },
    compose: (maker) => ({
      front: maker.composer.random.chance(0.6) ? paperFront(maker) : [],
      blocks: mixed(
        { ...maker, hasAlignedCode: true, tables: { headless: 0.6, sorts: { calls: 4 } } },
        {
          table: 6,
          terms: 1.5,
          code: 2.5,
          figure: 0,
          headings: 1.5,
          letters: maker.composer.random.int(1200, 4500),
        },
      ),
    }),
  },
  page: { weight: 6, compose: (maker) => ({ front: [], blocks: singlePage(maker) }) },
  contents: { weight: 1.5, wishes: { columns: { 1: 9, 2: 1, 3: 0 } }, compose: contentsPage },
  datasheet: {
    weight: 1.5,
    wishes: { columns: { 1: 3, 2: 4, 3: 0 }, bodySize: [7.5, 9.5] },
    compose: (maker) => ({
      front: [title(maker), said(maker, 'subtitle', drawHeading(maker.composer))],
      blocks: mixed(maker, { list: 3, table: 4, figure: 2, letters: 3000 }),
    }),
  },
  tables: {
    weight: 3,
    compose: (maker) => ({
      front: [],
      blocks: mixed(maker, {
        table: 9,
        figure: 0.5,
        headings: 1.5,
        letters: maker.composer.random.int(900, 3500),
      }),
    }),
  },
  charts: {
    weight: 2.5,
    compose: (maker) => ({
      front: [],
      blocks: mixed(maker, {
        figure: 8,
        table: 0.6,
        letters: maker.composer.random.int(1500, 4500),
      }),
    }),
  },
  lecture: {
    weight: 1.5,
    wishes: { columns: { 1: 9, 2: 1, 3: 0 } },
    compose: (maker) => ({
      front: [title(maker), ...metaLines(maker)],
      blocks: mixed({ ...maker, formulas: 0.5 }, { formula: 3, list: 2.5, code: 0.6 }),
    }),
  },
  thesis: {
    weight: 1.5,
    wishes: { columns: oneColumn, numbered: 0.85 },
    compose: (maker) => ({
      front: chapterFront(maker),
      blocks: mixed(maker, { paragraph: 14, list: 1 }),
    }),
  },
  letter: { weight: 1.5, wishes: { columns: oneColumn }, compose: letter },
  cv: { weight: 2, wishes: { columns: oneColumn, numbered: 0.03 }, compose: cv },
  slides: {
    weight: 2,
    wishes: {
      pages: { wide: 3, classic: 2 },
      columns: oneColumn,
      bodySize: [16, 22],
      numbered: 0.05,
    },
    compose: slides,
  },
  form: { weight: 1.5, wishes: { columns: oneColumn }, compose: form },
  invoice: {
    weight: 1.2,
    wishes: { columns: oneColumn, numbered: 0 },
    compose: invoice,
  },
  statement: {
    weight: 1,
    wishes: { columns: oneColumn, numbered: 0, bodySize: [7.5, 10] },
    compose: statement,
  },
  minutes: { weight: 1.2, wishes: { columns: oneColumn }, compose: minutes },
  syllabus: {
    weight: 1.5,
    wishes: { columns: oneColumn, numbered: 0.1 },
    compose: syllabus,
  },
  newsletter: {
    weight: 1.2,
    wishes: { columns: { 1: 0, 2: 5, 3: 4 }, bodySize: [8, 10], numbered: 0 },
    compose: newsletter,
  },
} as const satisfies Record<string, Kind>

export type KindName = keyof typeof kinds

export const isKindName = (name: string): name is KindName => Object.hasOwn(kinds, name)

const kindWeights = Object.fromEntries(
  Object.entries(kinds).map(([name, { weight }]) => [name, weight]),
  // Sound: the names of `kinds` are the names of its weights.
) as Readonly<Record<KindName, number>>

interface Composed {
  readonly document: TrainingDocument
  readonly style: Style
}

interface Wanted {
  readonly kind?: KindName
  readonly without?: readonly KindName[]
  /** Changes the drawn style for the engine. */
  readonly restyle?: (style: Style, kind: KindName) => Style
}

/** Composes one document with its style; the kind is drawn at random by default. */
export function composeDocument(composer: Composer, wanted: Wanted = {}): Composed {
  const { random } = composer
  const { without = [], restyle = (style: Style) => style } = wanted
  const weights = { ...kindWeights, ...Object.fromEntries(without.map((name) => [name, 0])) }
  const name = wanted.kind ?? random.weighted(weights)
  const kind: Kind = kinds[name]
  const style = restyle(drawStyle(random, kind.wishes), name)
  const maker = createMaker(composer, style)
  const { front, blocks } = kind.compose(maker)
  const first = [...front, ...blocks].find((block) => block.type === 'heading' && block.level === 0)
  const heading = first?.type === 'heading' ? textOf(first.leaf) : drawHeading(composer)
  return {
    style,
    document: {
      kind: name,
      title: heading,
      furniture: drawFurniture(composer, heading),
      front,
      blocks: [...blocks, ...pageNotes(maker.notes)],
    },
  }
}

const pageNotes = (notes: readonly Note[]): Block[] =>
  notes.length > 0 ? [{ type: 'notes', notes }] : []

/** The rest of a paragraph that began on the previous page. */
function tornParagraph(maker: Maker): Block {
  const { random } = maker.composer
  const words = drawText(maker.composer, 420).split(' ')
  return said(maker, 'body', words.slice(random.int(1, Math.max(1, words.length - 6))).join(' '))
}

function singlePage(maker: Maker): Block[] {
  const { random } = maker.composer
  const start: Block[] = random.chance(0.5) ? [tornParagraph(maker)] : []
  return [
    ...start,
    ...mixed(maker, {
      letters: random.int(1100, 3600) * (maker.style.columns > 1 ? 1.3 : 1),
      headings: random.between(0.5, 3),
      depth: random.pick([1, 2, 3]),
    }),
  ]
}

function contentsPage(maker: Maker): Composition {
  const { random } = maker.composer
  const head = plainHeading(
    maker,
    random.pick(['Contents', 'Table of Contents', 'CONTENTS', 'Index']),
  )
  const blocks: Block[] = [head, contents(maker)]
  if (random.chance(0.4))
    blocks.push(
      plainHeading(maker, random.pick(['List of Figures', 'List of Tables', 'Appendices'])),
      contents(maker),
    )
  if (random.chance(0.5))
    blocks.push({ type: 'break', kind: 'page' }, ...mixed(maker, { letters: 2000 }))
  return { front: random.chance(0.3) ? [title(maker)] : [], blocks }
}
