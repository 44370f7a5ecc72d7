/** Composes whole documents: each kind has its parts, its mixture of blocks and its wishes for the style. */
import type { Block, Furniture, Note, TrainingDocument } from './content.ts'
import { drawFurniture } from './frame.ts'
import {
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
import {
  aside,
  contents,
  createMaker,
  heading,
  type Maker,
  paragraph,
  said,
  title,
} from './parts.ts'
import { type Mixture, sections, usualMixture } from './sections.ts'
import { type Composer, drawDate, drawHeading, drawPerson, drawText } from './stock.ts'
import { drawStyle, type Style, type StyleWishes } from './style.ts'

/** The front goes over all columns, the blocks into them. */
export interface Composition {
  readonly front: readonly Block[]
  readonly blocks: readonly Block[]
}

interface Kind {
  readonly weight: number
  readonly wishes?: StyleWishes
  readonly compose: (maker: Maker) => Composition
}

const mixed = (maker: Maker, mixture: Partial<Mixture>): Block[] => {
  const { random } = maker.composer
  const letters = random.int(1200, 7500)
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
    wishes: { columns: { 1: 1, 2: 0, 3: 0 }, numbered: 0.85 },
    compose: (maker) => ({
      front: chapterFront(maker),
      blocks: mixed(maker, { paragraph: 14, list: 1 }),
    }),
  },
  letter: { weight: 1.5, wishes: { columns: { 1: 1, 2: 0, 3: 0 } }, compose: letter },
  cv: { weight: 2, wishes: { columns: { 1: 1, 2: 0, 3: 0 }, numbered: 0.03 }, compose: cv },
  slides: {
    weight: 2,
    wishes: {
      pages: { wide: 3, classic: 2 },
      columns: { 1: 1, 2: 0, 3: 0 },
      bodySize: [16, 22],
      numbered: 0.05,
    },
    compose: slides,
  },
  form: { weight: 1.5, wishes: { columns: { 1: 1, 2: 0, 3: 0 } }, compose: form },
  invoice: {
    weight: 1.2,
    wishes: { columns: { 1: 1, 2: 0, 3: 0 }, numbered: 0 },
    compose: invoice,
  },
  statement: {
    weight: 1,
    wishes: { columns: { 1: 1, 2: 0, 3: 0 }, numbered: 0, bodySize: [7.5, 10] },
    compose: statement,
  },
  minutes: { weight: 1.2, wishes: { columns: { 1: 1, 2: 0, 3: 0 } }, compose: minutes },
  syllabus: {
    weight: 1.5,
    wishes: { columns: { 1: 1, 2: 0, 3: 0 }, numbered: 0.1 },
    compose: syllabus,
  },
  newsletter: {
    weight: 1.2,
    wishes: { columns: { 1: 0, 2: 5, 3: 4 }, bodySize: [8, 10], numbered: 0 },
    compose: newsletter,
  },
} as const satisfies Record<string, Kind>

export type KindName = keyof typeof kinds

const kindWeights = Object.fromEntries(
  Object.entries(kinds).map(([name, { weight }]) => [name, weight]),
  // The names of `kinds` are the names of its weights.
) as Readonly<Record<KindName, number>>

export interface Composed {
  readonly document: TrainingDocument
  readonly style: Style
}

/** One document with its style, of a kind drawn at random unless told. */
export function composeDocument(composer: Composer, wanted?: KindName): Composed {
  const { random } = composer
  const name = wanted ?? random.weighted(kindWeights)
  const kind: Kind = kinds[name]
  const style = drawStyle(random, kind.wishes)
  const maker = createMaker(composer, style)
  const { front, blocks } = kind.compose(maker)
  const heading = drawHeading(composer)
  const furniture: Furniture = drawFurniture(composer, heading)
  return {
    style,
    document: {
      kind: name,
      title: heading,
      furniture,
      front,
      blocks: [...blocks, ...pageNotes(maker.notes)],
    },
  }
}

const pageNotes = (notes: readonly Note[]): Block[] =>
  notes.length > 0 ? [{ type: 'notes', notes }] : []

function metaLines(maker: Maker): Block[] {
  const { composer } = maker
  const { random } = composer
  const lines = [
    `Version ${random.int(1, 5)}.${random.int(0, 9)}`,
    drawDate(composer),
    `Author: ${drawPerson(composer).name}`,
    `Document no. ${random.int(100, 9999)}-${random.pick(['A', 'B', 'C'])}`,
  ]
  return random
    .shuffle(lines)
    .slice(0, random.int(0, 3))
    .map((text) => said(maker, 'meta', text))
}

function reportFront(maker: Maker): Block[] {
  const { composer } = maker
  const { random } = composer
  const blocks: Block[] = random.chance(0.75) ? [title(maker)] : []
  if (blocks.length > 0 && random.chance(0.4))
    blocks.push(said(maker, 'subtitle', drawHeading(composer)))
  if (blocks.length > 0 && random.chance(0.5)) blocks.push(...metaLines(maker))
  if (random.chance(0.2)) blocks.push(aside(maker))
  return blocks
}

function paperFront(maker: Maker): Block[] {
  const { composer } = maker
  const { random } = composer
  const people = Array.from({ length: random.int(1, 5) }, () => drawPerson(composer))
  const blocks: Block[] = [title(maker)]
  if (random.chance(0.15))
    blocks.unshift(
      said(
        maker,
        'meta',
        random.pick(['Research Article', 'ORIGINAL PAPER', 'Review', 'Technical Note']),
      ),
    )
  if (random.chance(0.25) && people.length > 1) blocks.push(authorGrid(maker, people.slice(0, 3)))
  else {
    blocks.push(
      said(
        maker,
        'author',
        people.flatMap(({ name }, at) => [
          { text: at === 0 ? name : `, ${name}` },
          { text: String(at + 1), look: 'superscript' as const },
        ]),
      ),
      ...people
        .slice(0, 3)
        .map(({ place }, at) =>
          said(maker, 'affiliation', [
            { text: String(at + 1), look: 'superscript' },
            { text: ` ${place}` },
          ]),
        ),
    )
    if (random.chance(0.4)) blocks.push(said(maker, 'affiliation', people[0]?.mail ?? ''))
  }
  if (random.chance(0.3))
    blocks.push(
      said(maker, 'date', `Received ${drawDate(composer)}; accepted ${drawDate(composer)}`),
    )
  if (random.chance(0.85)) blocks.push(...abstract(maker))
  return blocks
}

function authorGrid(
  maker: Maker,
  people: readonly { name: string; place: string; mail: string }[],
): Block {
  return {
    type: 'sides',
    role: 'columns',
    widths: people.map(() => 100 / people.length),
    parts: people.map(({ name, place, mail }) => [
      said(maker, 'author', name),
      said(maker, 'affiliation', place),
      said(maker, 'affiliation', mail),
    ]),
  }
}

function abstract(maker: Maker): Block[] {
  const { composer } = maker
  const { random } = composer
  const text = drawText(composer, 1100)
  const words = random.chance(0.5)
    ? [
        said(maker, 'abstract', [
          { text: 'Keywords: ', look: 'bold' },
          { text: [1, 2, 3].map(() => drawHeading(composer).toLowerCase()).join(', ') },
        ]),
      ]
    : []
  if (random.chance(0.5))
    return [
      said(maker, 'abstract', [
        { text: random.pick(['Abstract. ', 'Abstract—', 'ABSTRACT: ', 'Summary. ']), look: 'bold' },
        { text },
      ]),
      ...words,
    ]
  const plain: Maker = { ...maker, style: { ...maker.style, numbering: 'none' }, counts: [0, 0, 0] }
  const head = heading(plain, 1, random.pick(['Abstract', 'ABSTRACT', 'Summary']))
  return [
    { type: 'heading', level: 1, number: '', leaf: head.leaf },
    said(maker, 'abstract', text),
    ...words,
  ]
}

function references(maker: Maker): Block[] {
  const { composer } = maker
  const { random } = composer
  if (random.chance(0.35)) return []
  const marks = random.pick(['[{n}] ', '{n}. ', '', '({n}) '])
  const entries = Array.from({ length: random.int(4, 18) }, (_, at) => {
    const people = Array.from({ length: random.int(1, 3) }, () => drawPerson(composer).name).join(
      ', ',
    )
    const year = random.int(1985, 2026)
    const text = `${marks.replace('{n}', String(at + 1))}${people} (${year}). ${drawHeading(composer)}. Journal of ${drawHeading(composer)}, ${random.int(1, 60)}(${random.int(1, 9)}), ${random.int(1, 300)}–${random.int(301, 900)}.`
    return said(maker, 'reference', text)
  })
  return [
    {
      ...heading(
        { ...maker, style: { ...maker.style, numbering: 'none' } },
        1,
        random.pick(['References', 'Bibliography', 'REFERENCES', 'Literature']),
      ),
    },
    ...entries,
  ]
}

function singlePage(maker: Maker): Block[] {
  const { random } = maker.composer
  const start: Block[] = random.chance(0.5) ? [paragraph(maker, 300)] : []
  return [
    ...start,
    ...mixed(maker, {
      letters: random.int(700, 2600),
      headings: random.between(0.5, 3),
      depth: random.pick([1, 2, 3]),
    }),
  ]
}

function contentsPage(maker: Maker): Composition {
  const { random } = maker.composer
  const head = heading(
    { ...maker, style: { ...maker.style, numbering: 'none' } },
    1,
    random.pick(['Contents', 'Table of Contents', 'CONTENTS', 'Index']),
  )
  const blocks: Block[] = [head, contents(maker)]
  if (random.chance(0.4))
    blocks.push(
      {
        ...head,
        leaf: title(maker, random.pick(['List of Figures', 'List of Tables', 'Appendices'])).leaf,
      },
      contents(maker),
    )
  if (random.chance(0.5))
    blocks.push({ type: 'break', look: 'page' }, ...mixed(maker, { letters: 2000 }))
  return { front: random.chance(0.3) ? [title(maker)] : [], blocks }
}

function chapterFront(maker: Maker): Block[] {
  const { composer } = maker
  const { random } = composer
  const number = random.int(1, 9)
  if (random.chance(0.6)) maker.counts[0] = number
  const head = title(maker)
  return random.chance(0.6)
    ? [
        said(maker, 'meta', `${random.pick(['Chapter', 'CHAPTER', 'Part', 'Appendix'])} ${number}`),
        head,
      ]
    : [head]
}
