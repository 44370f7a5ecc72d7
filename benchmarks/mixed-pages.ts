/**
 * Generates the PDF for the fidelity lane: pages of several kinds in turn, as in reports and papers.
 *
 * Covers prose in two columns under headings, lists, tables with all, some and no rulings, a drawn chart with labels,
 * contents with leaders, references.
 */
import { column, setLine, typeset, WordSource } from './book.ts'
import { createProse, type Prose } from './inputs.ts'

const LEFT = 54
const RIGHT = 558
const TOP = 752
/** Left edge of the second column. */
const SECOND = 318

interface Sources {
  readonly prose: Prose
  readonly words: WordSource
}

type PageMaker = (sources: Sources, page: number) => string

const kinds: readonly PageMaker[] = [
  columnsPage,
  listsPage,
  ruledPage,
  halfRuledPage,
  unruledPage,
  chartPage,
  contentsPage,
]

/** @param pages The number of pages; each kind has the same number if it is a multiple of the kinds. */
export function makeMixedPages(pages: number): Uint8Array {
  const prose = createProse(5)
  const sources = { prose, words: new WordSource(prose) }
  return typeset(pages, (page) => {
    const kind = kinds[(page - 1) % kinds.length] ?? columnsPage
    const running = `${show(LEFT, TOP, 'A Report of Measurements', 8)}\n${show(540, TOP, String(page), 8)}`
    return `${running}\n${kind(sources, page)}`
  })
}

function show(x: number, y: number, text: string, size: number, font = 'F1'): string {
  return `BT /${font} ${size} Tf ${x} ${y} Td (${text}) Tj ET`
}

/** Writes justified lines, the last one short. */
function paragraph({ words }: Sources, x: number, y: number, lines: number, width: number): string {
  const set = Array.from({ length: lines }, (_, line) => {
    const isLast = line === lines - 1
    return `${setLine(words, isLast ? width * 0.6 : width, !isLast)} TJ T*`
  })
  return `BT /F1 9.5 Tf 11.5 TL ${x} ${y} Td\n${set.join('\n')}\nET`
}

function line(x0: number, y0: number, x1: number, y1: number): string {
  return `${x0} ${y0} m ${x1} ${y1} l S`
}

function repeat(count: number, make: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => make(index)).join('\n')
}

function columnsPage({ prose, words }: Sources): string {
  return `${column(prose, words, LEFT)}\n${column(prose, words, SECOND)}`
}

function listsPage(sources: Sources, page: number): string {
  const { prose } = sources
  const item = (index: number): string => {
    const y = 560 - index * 34
    const marker = index < 6 ? '\\225' : `${index - 5}.`
    return `${show(LEFT + 12, y, marker, 9.5)}\n${paragraph(sources, LEFT + 28, y, 2, 460)}`
  }
  return [
    show(LEFT, 716, `${page}. ${prose.words(4)}`, 15, 'F2'),
    paragraph(sources, LEFT, 690, 9, RIGHT - LEFT),
    repeat(12, item),
  ].join('\n')
}

function cells(prose: Prose, rows: number, xs: readonly number[], y: number, step: number): string {
  return repeat(rows, (row) =>
    xs
      .map((x, index) => {
        const text = index === 0 ? prose.words(2) : `${(row * 37 + index * 11) % 900}.${index}`
        return show(x, y - row * step, row === 0 ? prose.words(1) : text, 8.5, row ? 'F1' : 'F2')
      })
      .join('\n'),
  )
}

const columnPlaces = [LEFT + 4, 210, 290, 370, 450] as const

function ruledPage(sources: Sources): string {
  const rows = 20
  const bottom = 700 - rows * 18
  return [
    repeat(rows + 1, (row) => line(LEFT, 700 - row * 18, RIGHT, 700 - row * 18)),
    ...[LEFT, 206, 286, 366, 446, RIGHT].map((x) => line(x, 700, x, bottom)),
    cells(sources.prose, rows, columnPlaces, 687, 18),
    show(LEFT, 716, `Table 1. ${sources.prose.words(7)}`, 9),
    paragraph(sources, LEFT, bottom - 30, 14, RIGHT - LEFT),
  ].join('\n')
}

function halfRuledPage(sources: Sources): string {
  const rows = 16
  return [
    ...[702, 686, 692 - rows * 14].map((y) => line(LEFT, y, RIGHT, y)),
    cells(sources.prose, rows, columnPlaces, 690, 14),
    show(LEFT, 716, `Table 2. ${sources.prose.words(7)}`, 9),
    paragraph(sources, LEFT, 430, 12, RIGHT - LEFT),
    show(LEFT, 270, sources.prose.words(4), 12, 'F2'),
    paragraph(sources, LEFT, 250, 12, RIGHT - LEFT),
  ].join('\n')
}

function unruledPage(sources: Sources): string {
  return [
    paragraph(sources, LEFT, 716, 10, RIGHT - LEFT),
    cells(sources.prose, 30, columnPlaces, 570, 13),
    paragraph(sources, LEFT, 150, 7, RIGHT - LEFT),
  ].join('\n')
}

function chartPage({ prose, words }: Sources): string {
  const bars = repeat(
    40,
    (bar) => `0.${bar % 9} 0.4 0.6 rg ${90 + bar * 11} 520 8 ${20 + ((bar * 53) % 170)} re f`,
  )
  const curve = `80 540 m ${repeat(60, (at) => `${83 + at * 7} ${560 + ((at * 29) % 120)} ${86 + at * 7} ${560 + ((at * 31) % 120)} ${87 + at * 7} ${560 + ((at * 17) % 120)} c`)} S`
  return [
    line(80, 520, 540, 520),
    line(80, 520, 80, 715),
    bars,
    curve,
    '0 g',
    repeat(10, (tick) => show(62, 520 + tick * 19, String(tick * 10), 7)),
    repeat(20, (tick) => show(90 + tick * 22, 508, String(2000 + tick), 7)),
    show(LEFT, 484, `Figure 1. ${prose.words(9)}`, 8.5),
    column(prose, words, LEFT, 456, 32),
    column(prose, words, SECOND, 456, 32),
  ].join('\n')
}

function contentsPage(sources: Sources): string {
  const { prose } = sources
  const entry = (index: number): string => {
    const y = 690 - index * 14
    const title = `${index + 1}. ${prose.words(3)}`
    return `${show(LEFT, y, `${title} ${'.'.repeat(60)}`, 9.5)}\n${show(530, y, String(3 + index * 4), 9.5)}`
  }
  const reference = (index: number): string =>
    `${show(LEFT, 400 - index * 29, `[${index + 1}]`, 8.5)}\n${paragraph(sources, LEFT + 24, 400 - index * 29, 2, 470)}`
  return [
    show(LEFT, 716, 'Contents', 15, 'F2'),
    repeat(16, entry),
    show(LEFT, 430, 'References', 13, 'F2'),
    repeat(11, reference),
  ].join('\n')
}
