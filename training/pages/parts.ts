/** Makes single blocks in the style of a document: headings with numbers, paragraphs with notes, code, asides. */
import { alignedCode } from './aligned-code.ts'
import type {
  Aside,
  Block,
  Code,
  Contents,
  Figure,
  Heading,
  Note,
  Paragraph,
  ParagraphRole,
  Run,
  Table,
} from './content.ts'
import { type FigureSort, makeFigure } from './figures.ts'
import { inlineFormula } from './formulas.ts'
import { type Composer, cutAtWord, decorated, drawHeading, drawText, leaf } from './stock.ts'
import { type Style, varyTable } from './style.ts'
import { makeTable, type TableSort } from './tables.ts'

/** How the tables of a document differ from the usual ones. */
export interface TableWishes {
  /** Chance of a table without header rows. */
  readonly headless?: number
  /** Weights that differ from the usual ones. */
  readonly sorts?: Partial<Readonly<Record<TableSort, number>>>
}

/** State shared by the composers of documents. */
export interface Maker {
  readonly composer: Composer
  readonly style: Style
  readonly counts: number[]
  readonly notes: Note[]
  readonly noteMarks: 'number' | 'symbol'
  readonly formulas: number
  readonly tables: TableWishes
  /** True if most of the code has aligned parts. */
  readonly hasAlignedCode: boolean
  readonly notesWanted: number
  readonly leads: number
  readonly labels: { readonly table: string; readonly figure: string }
}

export function createMaker(composer: Composer, style: Style): Maker {
  const { random } = composer
  return {
    composer,
    style,
    counts: [0, 0, 0],
    notes: [],
    noteMarks: random.chance(0.8) ? 'number' : 'symbol',
    formulas: random.chance(0.15) ? random.between(0.1, 0.6) : 0,
    tables: {},
    hasAlignedCode: false,
    notesWanted: random.chance(0.25) ? random.between(0.1, 0.4) : 0,
    leads: random.chance(0.2) ? random.between(0.05, 0.4) : 0,
    labels: {
      table: random.pick(['Table', 'Table', 'TABLE', 'Tab.', 'Exhibit']),
      figure: random.pick(['Figure', 'Figure', 'Fig.', 'FIGURE', 'Exhibit', 'Chart']),
    },
  }
}

const romans = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII'] as const

function numberFor({ style, counts }: Maker, level: number): string {
  const at = level - 1
  counts[at] = (counts[at] ?? 0) + 1
  counts.fill(0, level)
  const path = counts.slice(0, level).map(String)
  const capital = String.fromCharCode(64 + (((counts[at] ?? 1) - 1) % 26) + 1)
  const forms: Readonly<Record<Style['numbering'], string>> = {
    none: '',
    decimal: path.join('.'),
    dotted: `${path.join('.')}.`,
    roman:
      level === 1
        ? `${romans[((counts[0] ?? 1) - 1) % 12] ?? 'I'}.`
        : level === 2
          ? `${capital}.`
          : `${counts[at]})`,
    letters: level === 1 ? `${capital}.` : `${path.slice(1).join('.')}.`,
    section: level === 1 ? `Section ${counts[0]}.` : path.join('.'),
  }
  return forms[style.numbering]
}

export function heading(maker: Maker, level: 1 | 2 | 3, text?: string): Heading {
  const { composer, style } = maker
  const isRunIn = style.headings[level - 1]?.runIn
  const words = text ?? drawHeading(composer)
  const number = numberFor(maker, level)
  const runIn = isRunIn ? leaf(composer, paragraphRuns(maker, drawText(composer))) : undefined
  const stop = runIn && composer.random.chance(0.8) ? '.' : style.colons ? ':' : ''
  return {
    type: 'heading',
    level,
    number,
    leaf: leaf(composer, `${words}${stop}`),
    ...(runIn ? { runIn } : {}),
  }
}

/** A heading without a number, such as that of the references. */
export function plainHeading({ composer }: Maker, text: string): Heading {
  return { type: 'heading', level: 1, number: '', leaf: leaf(composer, text) }
}

export function title(maker: Maker, text?: string): Heading {
  const { composer } = maker
  return {
    type: 'heading',
    level: 0,
    number: '',
    leaf: leaf(composer, text ?? drawHeading(composer)),
  }
}

const symbols = ['*', '†', '‡', '§', '**', '††'] as const

function addNote(maker: Maker): Run {
  const { composer, notes, noteMarks } = maker
  composer.counters.note += 1
  const number = composer.counters.note
  const mark =
    noteMarks === 'number' ? String(number) : (symbols[(number - 1) % symbols.length] ?? '*')
  notes.push({ number, mark, leaf: leaf(composer, drawText(composer, 240)) })
  return { text: mark, note: number }
}

/** Some paragraphs begin with bold words that are not a heading. */
function leadIn({ composer }: Maker): Run[] {
  const { random } = composer
  const label = random.chance(0.4)
    ? random.pick(['Note:', 'Example.', 'Important:', 'Remark 1.', 'Q:', 'Proof.', 'Step 2.'])
    : `${cutAtWord(drawHeading(composer), 24)}:`
  return [{ text: label, mark: random.chance(0.8) ? 'bold' : 'italic' }, { text: ' ' }]
}

/** Text with a formula or a note mark between its sentences. */
function paragraphRuns(maker: Maker, text: string): Run[] {
  const { composer, formulas, notesWanted, leads } = maker
  const { random } = composer
  const runs = [...(random.chance(leads) ? leadIn(maker) : []), ...decorated(composer, text)]
  if (random.chance(formulas))
    runs.push(
      { text: ' Here ' },
      { text: '', formula: inlineFormula(composer) },
      { text: ` is ${drawHeading(composer).toLowerCase()}.` },
    )
  if (maker.notes.length < 6 && random.chance(notesWanted)) runs.push(addNote(maker))
  return runs
}

export function paragraph(maker: Maker, longest?: number): Paragraph {
  return {
    type: 'paragraph',
    role: 'body',
    leaf: leaf(maker.composer, paragraphRuns(maker, drawText(maker.composer, longest))),
  }
}

export const said = (
  maker: Maker,
  role: ParagraphRole,
  text: string | readonly Run[],
): Paragraph => ({
  type: 'paragraph',
  role,
  leaf: leaf(maker.composer, text),
})

export const columnWidth = ({ pageWidth, margins, columns, columnGap }: Style): number =>
  (pageWidth - margins[1] - margins[3] - (columns - 1) * columnGap) / columns

/** Width of all columns together. */
const textWidth = ({ pageWidth, margins }: Style): number => pageWidth - margins[1] - margins[3]

const isSpanning = ({ composer, style }: Maker): boolean =>
  style.columns > 1 && composer.random.chance(0.12)

export function table(maker: Maker, sort?: TableSort, captioned?: boolean): Table {
  const { composer, style, labels } = maker
  const { headless = 0, sorts } = maker.tables
  const { random } = composer
  const spanning = isSpanning(maker)
  return makeTable(composer, {
    style: varyTable(random, style.table),
    captioned: captioned ?? (style.tableCaption !== 'none' && random.chance(0.85)),
    captionSide: style.tableCaption === 'below' ? 'below' : 'above',
    label: random.chance(0.92) ? labels.table : '',
    narrow: !spanning && columnWidth(style) < 300,
    spanning,
    headless: headless > 0 && random.chance(headless),
    ...(sort ? { sort } : {}),
    ...(sorts ? { sorts } : {}),
  })
}

export function figure(maker: Maker, sort?: FigureSort, share = 1): Figure {
  const { composer, style, labels } = maker
  const { random } = composer
  const spanning = share === 1 && isSpanning(maker)
  return makeFigure(composer, {
    width: (spanning ? textWidth(style) : columnWidth(style)) * share,
    spanning,
    font: random.chance(0.5) ? style.headingFont : 'Liberation Sans',
    captioned: style.figureCaption !== 'none' && random.chance(0.9),
    captionSide: style.figureCaption === 'above' ? 'above' : 'below',
    label: random.chance(0.92) ? labels.figure : '',
    beside: share < 0.5,
    ...(sort ? { sort } : {}),
  })
}

export function code(maker: Maker): Code {
  const { composer, style } = maker
  const { random, stock } = composer
  const width = Math.floor(columnWidth(style) / (style.bodySize * 0.55)) - 2
  const drawn =
    maker.hasAlignedCode && random.chance(0.7) ? alignedCode(composer) : random.pick(stock.code)
  const lines = drawn
    .slice(0, random.int(2, 16))
    .map((line) => line.replaceAll('\t', '    ').slice(0, width))
  return { type: 'code', id: leaf(composer, '').id, language: '', style: style.code, lines }
}

export function aside(maker: Maker, floating = false): Aside {
  const { composer } = maker
  const { random } = composer
  const style = floating ? 'floating' : random.pick(['shaded', 'framed', 'bar', 'rules'] as const)
  if (random.chance(0.35))
    return { type: 'aside', style, blocks: [said(maker, 'pull', drawText(composer, 160))] }
  const blocks: Block[] = [paragraph(maker, 320)]
  if (random.chance(0.35))
    blocks.unshift(
      said(maker, 'meta', [
        { text: random.pick(['Note', 'Tip', 'Warning', 'Example', 'Key points']), mark: 'bold' },
      ]),
    )
  return { type: 'aside', style, blocks }
}

/** A contents page with invented headings. */
export function contents(maker: Maker): Contents {
  const { composer } = maker
  const { random } = composer
  const numbered = random.chance(0.6)
  let page = random.int(1, 4)
  const counts = [0, 0]
  const entries = Array.from({ length: random.int(8, 26) }, (_, at) => {
    const level = at > 0 && random.chance(0.55) ? 2 : 1
    if (level === 1) counts.splice(0, 2, (counts[0] ?? 0) + 1, 0)
    else counts[1] = (counts[1] ?? 0) + 1
    const number = numbered
      ? `${counts.slice(0, level).join('.')}${random.chance(0.2) ? '.' : ''} `
      : ''
    page += random.int(0, 4)
    return { leaf: leaf(composer, `${number}${drawHeading(composer)}`), level, page: String(page) }
  })
  return {
    type: 'contents',
    leaders: random.weighted({ dots: 6, blank: 2, rule: 1, none: 1 }),
    entries,
  }
}
