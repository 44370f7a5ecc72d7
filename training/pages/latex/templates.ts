/** The LaTeX classes for documents, each with its headings, numbering and text width. */
import type { Random } from '../random.ts'
import type { Numbering, Style } from '../style.ts'

interface Template {
  readonly name: string
  readonly weight: number
  readonly columns: Readonly<Record<'1' | '2' | '3', number>>
  readonly numbering: Numbering
  /** True if headings may be restyled or unnumbered. */
  readonly free: boolean
  readonly sizes: readonly number[]
  /** First heading level with text on the same line, or 9. */
  readonly runInFrom: number
  readonly upperLevels: readonly number[]
  readonly options: string
}

/** Returns true if `titlesec` can restyle the headings; KOMA and memoir have other mechanisms. */
export const isRestylable = ({ free, name }: Template): boolean =>
  free && !/^(?:scr|memoir)/.test(name)

const one = { 1: 1, 2: 0, 3: 0 } as const
const either = { 1: 3, 2: 2, 3: 0 } as const
const two = { 1: 0, 2: 1, 3: 0 } as const

const usual = {
  free: true,
  sizes: [10, 11, 12],
  runInFrom: 9,
  upperLevels: [],
  options: '',
  numbering: 'decimal',
} as const

export const templates: readonly Template[] = [
  { ...usual, name: 'article', weight: 9, columns: either },
  { ...usual, name: 'extarticle', weight: 3, columns: either, sizes: [8, 9, 14] },
  { ...usual, name: 'report', weight: 2, columns: one },
  { ...usual, name: 'scrartcl', weight: 4, columns: either, sizes: [9, 10, 11, 12] },
  { ...usual, name: 'scrreprt', weight: 1.5, columns: one },
  { ...usual, name: 'memoir', weight: 2, columns: one, options: 'oneside,article' },
  {
    ...usual,
    name: 'amsart',
    weight: 2,
    columns: one,
    free: false,
    numbering: 'dotted',
    runInFrom: 2,
  },
  {
    ...usual,
    name: 'IEEEtran',
    weight: 4,
    columns: two,
    free: false,
    sizes: [9, 10],
    numbering: 'roman',
    runInFrom: 3,
  },
  { ...usual, name: 'llncs', weight: 2, columns: one, free: false, sizes: [10], runInFrom: 3 },
  {
    ...usual,
    name: 'elsarticle',
    weight: 2.5,
    columns: either,
    free: false,
    sizes: [10, 12],
    numbering: 'dotted',
  },
  {
    ...usual,
    name: 'revtex4-2',
    weight: 2,
    columns: { 1: 1, 2: 3, 3: 0 },
    free: false,
    sizes: [10, 12],
    numbering: 'roman',
    upperLevels: [1],
    options: 'nofootinbib',
  },
]

export const beamer: Template = {
  ...usual,
  name: 'beamer',
  weight: 1,
  columns: one,
  numbering: 'none',
  free: false,
  sizes: [10, 11, 12],
}

const fonts: Readonly<
  Record<string, { readonly weight: number; readonly lines: readonly string[] }>
> = {
  'Computer Modern OT1': { weight: 4, lines: [] },
  'Computer Modern T1': { weight: 3, lines: ['\\usepackage[T1]{fontenc}'] },
  'Latin Modern': { weight: 3, lines: ['\\usepackage[T1]{fontenc}', '\\usepackage{lmodern}'] },
  'Latin Modern Sans': {
    weight: 1,
    lines: [
      '\\usepackage[T1]{fontenc}',
      '\\usepackage{lmodern}',
      '\\renewcommand{\\familydefault}{\\sfdefault}',
    ],
  },
  Times: { weight: 4, lines: ['\\usepackage[T1]{fontenc}', '\\usepackage{mathptmx}'] },
  Palatino: { weight: 2, lines: ['\\usepackage[T1]{fontenc}', '\\usepackage{mathpazo}'] },
  Helvetica: {
    weight: 2,
    lines: [
      '\\usepackage[T1]{fontenc}',
      '\\usepackage[scaled=.92]{helvet}',
      '\\renewcommand{\\familydefault}{\\sfdefault}',
    ],
  },
  Charter: { weight: 1.5, lines: ['\\usepackage[T1]{fontenc}', '\\usepackage{charter}'] },
  Utopia: { weight: 1, lines: ['\\usepackage[T1]{fontenc}', '\\usepackage{utopia}'] },
  Bookman: { weight: 0.7, lines: ['\\usepackage[T1]{fontenc}', '\\usepackage{bookman}'] },
}

export interface LatexStyle {
  readonly template: Template
  readonly style: Style
  readonly fontLines: readonly string[]
  /** Theme of the slides. */
  readonly theme: string
  readonly microtype: boolean
  /** Identifier of the table on a page turned by 90 degrees; 0 for none. */
  readonly turned: number
  readonly floats: 'H' | 'ht' | 't'
  /** Line numbers in the margin, as in manuscripts. */
  readonly lineNumbers: boolean
}

/** Values that the class defines override the drawn style. */
export function drawLatexStyle(random: Random, base: Style, template: Template): LatexStyle {
  const font = random.weighted(
    Object.fromEntries(Object.entries(fonts).map(([name, { weight }]) => [name, weight])),
  )
  const columns = Number(random.weighted(template.columns))
  const numbering =
    template.numbering === 'none' || (template.free && base.numbering === 'none')
      ? 'none'
      : template.numbering
  const level = (at: 1 | 2 | 3): Style['headings'][number] => {
    const drawn = base.headings[at - 1] ?? base.title
    const restylable = isRestylable(template)
    const runIn = restylable ? at > 1 && drawn.runIn : at >= template.runInFrom
    const letterCase = restylable
      ? drawn.letterCase
      : template.upperLevels.includes(at)
        ? 'upper'
        : 'none'
    return { ...drawn, runIn, letterCase }
  }
  const style: Style = {
    ...base,
    page: base.page === 'a4' ? 'a4' : template.name === 'beamer' ? base.page : 'letter',
    columns,
    numbering,
    bodyFont: font,
    headingFont: font,
    postScript: true,
    bodySize: random.pick(template.sizes),
    title: { ...base.title, letterCase: 'none' },
    headings: [level(1), level(2), level(3)],
    tagged: false,
    // TeX's files have no ToUnicode maps; names of ligatures exist where the file has an encoding.
    torn: base.torn === 'letters' && font !== 'Computer Modern OT1' ? 'components' : 'none',
    list: { ...base.list, native: true },
  }
  return {
    template,
    style,
    fontLines: fonts[font]?.lines ?? [],
    theme: random.pick([
      'default',
      'Madrid',
      'Boadilla',
      'Singapore',
      'Berlin',
      'CambridgeUS',
      'Warsaw',
      'Pittsburgh',
      'Rochester',
      'Goettingen',
    ]),
    microtype: random.chance(0.3),
    turned: 0,
    lineNumbers: columns === 1 && random.chance(0.05),
    floats: random.weighted({ H: 5, ht: 4, t: 2 }),
  }
}
