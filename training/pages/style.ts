/** Draws a style at random: page, fonts, headings, lists, tables, captions, furniture. */
import type { CodeStyle, RunMark, TableHead, TableRules, TableStyle } from './content.ts'
import { drawFonts, type Fonts } from './fonts.ts'
import type { Random } from './random.ts'

export type Numbering = 'none' | 'decimal' | 'dotted' | 'roman' | 'letters' | 'section'
type HeadingCase = 'none' | 'upper' | 'small-caps'

export interface HeadingStyle {
  /** Relative to the body's size. */
  readonly size: number
  readonly bold: boolean
  readonly italic: boolean
  readonly underline: boolean
  readonly letterCase: HeadingCase
  readonly centred: boolean
  readonly colour: string
  readonly runIn: boolean
  readonly rule: 'none' | 'below' | 'above' | 'bar' | 'shade'
  /** Blank above and below, in lines. */
  readonly before: number
  readonly after: number
  readonly ownFont: boolean
}

export interface ListStyle {
  readonly bullets: readonly [string, string, string]
  readonly ordered: readonly [string, string, string]
  readonly hanging: boolean
  /** Relative to the body's size. */
  readonly indent: number
  readonly gap: number
  /** True for native lists, false for marker and text as one line. */
  readonly native: boolean
}

export interface Style extends Fonts {
  readonly page: string
  readonly pageWidth: number
  readonly pageHeight: number
  readonly margins: readonly [number, number, number, number]
  readonly columns: number
  readonly columnGap: number
  readonly columnRule: boolean
  readonly bodySize: number
  readonly leading: number
  readonly justified: boolean
  readonly hyphenated: boolean
  readonly paragraphs: 'indent' | 'space' | 'both'
  readonly numbering: Numbering
  /** True if headings end with a colon. */
  readonly colons: boolean
  readonly title: HeadingStyle
  readonly headings: readonly [HeadingStyle, HeadingStyle, HeadingStyle]
  readonly headingScale: string
  readonly list: ListStyle
  readonly table: TableStyle
  readonly tableCaption: 'above' | 'below' | 'none'
  readonly figureCaption: 'below' | 'above' | 'none'
  readonly captionSize: number
  readonly captionItalic: boolean
  readonly code: CodeStyle
  readonly term: RunMark
  readonly accent: string
  readonly ground: string
  readonly tagged: boolean
  /** The damage applied to the finished file. */
  readonly torn: 'none' | 'noUnicode' | 'letters' | 'wordSpacing' | 'components'
}

const accents = [
  '#1f3864',
  '#2e74b5',
  '#c00000',
  '#385723',
  '#7030a0',
  '#006d77',
  '#b45f06',
  '#444444',
  '#0b5394',
] as const

const pages = {
  a4: [595, 842],
  letter: [612, 792],
  a5: [420, 595],
  legal: [612, 1008],
  wide: [960, 540],
  classic: [720, 540],
  landscape: [842, 595],
} as const
type PageName = keyof typeof pages

export interface StyleWishes {
  readonly pages?: Partial<Record<PageName, number>>
  readonly columns?: Readonly<Record<'1' | '2' | '3', number>>
  readonly numbered?: number
  readonly bodySize?: readonly [number, number]
  /** Weights of the rules of tables. */
  readonly rules?: Partial<Readonly<Record<TableRules, number>>>
  /** Chance of a larger, centred title in regular type, as LaTeX's classes set it over bold headings. */
  readonly regularTitle?: number
}

export function drawStyle(random: Random, wishes: StyleWishes = {}): Style {
  const page = drawPage(random, wishes)
  const columns = Number(random.weighted(wishes.columns ?? { 1: 14, 2: 5, 3: 0.7 }))
  const [low, high] = wishes.bodySize ?? (columns > 1 ? [8, 10.5] : [8.5, 12])
  const bodySize = Math.round(random.between(low, high) * 2) / 2
  const accent = random.pick(accents)
  const torn = random.weighted<Style['torn']>({
    none: 92,
    noUnicode: 2,
    letters: 4,
    wordSpacing: 2,
    components: 0,
  })
  return {
    ...page,
    columns,
    columnGap: random.between(1.2, 3) * bodySize,
    columnRule: columns > 1 && random.chance(0.12),
    ...drawFonts(random),
    bodySize,
    leading: random.between(1.08, 1.65),
    // Justification would space out letters and words that are separate boxes.
    justified: random.chance(columns > 1 ? 0.75 : 0.4) && (torn === 'none' || torn === 'noUnicode'),
    hyphenated: random.chance(columns > 1 ? 0.4 : 0.12),
    paragraphs: random.weighted({ indent: columns > 1 ? 5 : 2.5, space: 6, both: 0.6 }),
    ...drawHeadings(random, accent, wishes),
    colons: random.chance(0.06),
    list: drawList(random),
    table: drawTableStyle(random, accent, wishes.rules ?? usualRules),
    tableCaption: random.weighted({ above: 5, below: 2, none: 3 }),
    figureCaption: random.weighted({ below: 7, above: 1, none: 1.5 }),
    captionSize: random.pick([1, 0.95, 0.9, 0.85, 0.8]),
    captionItalic: random.chance(0.25),
    code: random.weighted({ plain: 3, shaded: 5, boxed: 2, dark: 1, numbered: 1.5, rules: 1 }),
    term: random.pick(['bold', 'italic', 'code']),
    accent,
    ground: random.pick(['#f2f2f2', '#eef3fa', '#fff6e5', '#e8f3ec', '#f7f7f7']),
    tagged: random.chance(0.3),
    torn,
  }
}

function drawPage(
  random: Random,
  wishes: StyleWishes,
): Pick<Style, 'page' | 'pageWidth' | 'pageHeight' | 'margins'> {
  const name = random.weighted({
    a4: 0,
    letter: 0,
    a5: 0,
    legal: 0,
    wide: 0,
    classic: 0,
    landscape: 0,
    ...(wishes.pages ?? { a4: 10, letter: 10, a5: 0.7, legal: 0.5, landscape: 0.7 }),
  })
  const [pageWidth, pageHeight] = pages[name]
  const side = random.between(0.06, 0.16) * pageWidth
  const uneven = random.chance(0.15) ? random.between(1.2, 1.8) : 1
  const top = random.between(0.05, 0.11) * pageHeight
  const rounded = [top, side * uneven, random.between(0.055, 0.12) * pageHeight, side].map((part) =>
    Math.max(30, Math.round(part)),
  )
  const [a = 40, b = 40, c = 40, d = 40] = rounded
  return { page: name, pageWidth, pageHeight, margins: [a, b, c, d] }
}

/** Sizes of the first, second and third heading level relative to the text. */
const scales = {
  large: [1.9, 1.45, 1.2],
  medium: [1.45, 1.2, 1.05],
  slight: [1.15, 1.06, 1],
  same: [1, 1, 1],
  smallest: [1.08, 0.95, 0.9],
} as const

function drawHeadings(
  random: Random,
  accent: string,
  { numbered = 0.4, regularTitle = 0 }: StyleWishes,
): Pick<Style, 'numbering' | 'title' | 'headings' | 'headingScale'> {
  const headingScale = random.weighted({ large: 4, medium: 5, slight: 3, same: 3, smallest: 0.7 })
  const colour = random.chance(0.35) ? accent : '#000'
  const ownFont = random.chance(0.6)
  const make = (at: 0 | 1 | 2, above?: HeadingStyle): HeadingStyle =>
    drawHeading(random, { size: scales[headingScale][at], at, colour, ownFont }, above)
  const first = make(0)
  const second = make(1, first)
  const third = make(2, second)
  const numbering = random.chance(numbered)
    ? random.weighted<Numbering>({
        none: 0,
        decimal: 8,
        dotted: 3,
        roman: 2,
        letters: 1,
        section: 1,
      })
    : 'none'
  const title = {
    ...first,
    size: Math.max(first.size * 1.1, random.between(1.15, 2.6)),
    runIn: false,
    centred: random.chance(0.5),
    after: random.between(0.3, 1.5),
    rule: random.weighted({ none: 9, below: 1.5, above: 0, bar: 0, shade: 0.5 }),
  } as const
  const isRegular = regularTitle > 0 && random.chance(regularTitle)
  return {
    ...{ numbering, headingScale, headings: [first, second, third] },
    title: isRegular ? { ...title, ...regular, size: random.between(1.4, 1.9) } : title,
  }
}

const regular = {
  ...{ bold: false, italic: false, underline: false, ownFont: false, centred: true },
  ...{ colour: '#000', letterCase: 'none', rule: 'none' },
} as const satisfies Partial<HeadingStyle>

interface HeadingBasis {
  readonly size: number
  readonly at: 0 | 1 | 2
  readonly colour: string
  readonly ownFont: boolean
}

function drawHeading(
  random: Random,
  { size, at, colour, ownFont }: HeadingBasis,
  above?: HeadingStyle,
): HeadingStyle {
  const same = size <= 1.02
  const alike = above !== undefined && above.size - size < 0.04 && random.chance(0.85)
  const bold = random.chance(above?.bold ? 0.8 : 0.75)
  // Levels of one size differ in another property; otherwise no reader could distinguish them.
  const italic = alike
    ? bold === above.bold && !above.italic
    : random.chance(at === 0 ? 0.06 : 0.25)
  const letterCase = random.weighted({ none: 8, upper: at === 0 ? 1.6 : 0.5, 'small-caps': 0.5 })
  const plain = !bold && !italic && letterCase === 'none' && colour === '#000'
  const centred = at === 0 ? random.chance(0.15) : (above?.centred ?? false) && random.chance(0.5)
  return {
    size,
    bold: bold || (same && plain),
    italic,
    underline: random.chance(0.04),
    letterCase,
    centred,
    colour,
    runIn: at > 0 && random.chance(at === 2 ? 0.3 : 0.07),
    rule: random.weighted({
      none: 20,
      below: at === 0 ? 3 : 0.5,
      above: 0.4,
      bar: at === 0 ? 0.7 : 0,
      shade: at === 0 ? 0.8 : 0.2,
    }),
    before: random.between(0.5, 1.6),
    after: random.between(0, 0.8),
    ownFont,
  }
}

function drawList(random: Random): ListStyle {
  const bullets = random.pick([
    ['•', '–', '•'],
    ['•', '◦', '▪'],
    ['•', '•', '•'],
    ['–', '–', '–'],
    ['-', '-', '-'],
    ['▪', '•', '–'],
    ['●', '○', '■'],
    ['*', '-', '*'],
    ['➢', '•', '–'],
    ['✓', '–', '•'],
    ['o', '–', '•'],
    ['■', '–', '•'],
  ] as const)
  const ordered = random.pick([
    ['1.', 'a.', 'i.'],
    ['1.', '1.', '1.'],
    ['1)', 'a)', 'i)'],
    ['(1)', '(a)', '(i)'],
    ['a)', 'i)', '1)'],
    ['(a)', '(i)', '(1)'],
    ['A.', '1.', 'a.'],
    ['i.', 'a.', '1.'],
    ['(i)', '(a)', '(1)'],
  ] as const)
  return {
    bullets,
    ordered,
    hanging: random.chance(0.88),
    indent: random.pick([0, 0.8, 1.2, 1.8, 2.5]),
    gap: random.pick([0, 0, 0.15, 0.35, 0.7]),
    native: random.chance(0.35),
  }
}

const usualRules: NonNullable<StyleWishes['rules']> = {
  grid: 8,
  rows: 3,
  three: 5,
  none: 2,
  box: 1,
  head: 2,
  columns: 0.7,
  dotted: 0.6,
}

function drawTableStyle(
  random: Random,
  colour: string,
  weights: NonNullable<StyleWishes['rules']>,
): TableStyle {
  const rules = random.weighted<TableRules>(weights)
  const zebra = random.chance(rules === 'grid' ? 0.12 : 0.3)
  return {
    rules,
    head: random.weighted<TableHead>({
      bold: 8,
      shaded: 4,
      dark: 2,
      plain: 3,
      italic: 0.7,
      upper: 0.6,
      colour: 0.8,
    }),
    zebra,
    width: random.weighted({ full: 6, content: 4, wide: 0.6 }),
    padding: random.pick([0, 0.05, 0.15, 0.25, 0.4, 0.6]),
    gap: random.pick([0.25, 0.4, 0.5, 0.7, 1]),
    size: random.pick([1, 1, 0.95, 0.9, 0.85, 0.8]),
    centred: random.chance(0.4),
    colour,
    firstColumnBold: random.chance(0.12),
    hanging: random.chance(0.08),
  }
}

/** Varies the style of tables within a document: mostly alike, sometimes different. */
export function varyTable(random: Random, style: TableStyle): TableStyle {
  if (random.chance(0.75)) return style
  return {
    ...style,
    zebra: random.chance(0.3),
    width: random.pick(['full', 'content']),
    rules: random.weighted<TableRules>({
      grid: 5,
      rows: 2,
      three: 3,
      none: 2,
      box: 1,
      head: 1,
      columns: 0.3,
      dotted: 0.3,
    }),
  }
}
