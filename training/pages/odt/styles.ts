/** Writes the style of a document as OpenDocument styles: page, frame, paragraphs, lists. */
import type { Furniture } from '../content.ts'
import type { HeadingStyle, Style } from '../style.ts'
import { escapeXml } from '../svg.ts'

const points = (value: number): string => `${Math.round(value * 100) / 100}pt`

interface ParagraphStyle {
  readonly size?: number
  readonly font?: string
  readonly bold?: boolean
  readonly italic?: boolean
  readonly colour?: string
  readonly align?: 'start' | 'center' | 'end' | 'justify'
  readonly before?: number
  readonly after?: number
  readonly left?: number
  readonly right?: number
  readonly indent?: number
  readonly keep?: boolean
  readonly more?: string
  readonly moreText?: string
  readonly tabs?: string
}

export function paragraphStyle(
  name: string,
  paragraph: ParagraphStyle,
  { leading, bodySize }: Style,
): string {
  const { size = bodySize, before = 0, after = 0, left = 0, right = 0, indent = 0 } = paragraph
  const line = `fo:line-height="${Math.round(Math.max(1, leading / 1.17) * 100)}%"`
  const keep = paragraph.keep ? ' fo:keep-with-next="always"' : ''
  const text = `fo:font-size="${points(size)}"${paragraph.font ? ` style:font-name="${paragraph.font}"` : ''}${paragraph.bold ? ' fo:font-weight="bold"' : ''}${paragraph.italic ? ' fo:font-style="italic"' : ''}${paragraph.colour ? ` fo:color="${colour(paragraph.colour)}"` : ''}${paragraph.moreText ?? ''}`
  return `<style:style style:name="${name}" style:family="paragraph" style:parent-style-name="Standard"><style:paragraph-properties ${line} fo:margin-top="${points(before)}" fo:margin-bottom="${points(after)}" fo:margin-left="${points(left)}" fo:margin-right="${points(right)}" fo:text-indent="${points(indent)}" fo:text-align="${paragraph.align ?? 'start'}"${keep}${paragraph.more ?? ''}>${paragraph.tabs ?? ''}</style:paragraph-properties><style:text-properties ${text}/></style:style>`
}

/** Writes `#000` as `#000000`: LibreOffice does not read the short form. */
export const colour = (value: string): string =>
  value.length === 4 ? `#${[...value.slice(1)].map((digit) => digit + digit).join('')}` : value

function headingStyle(heading: HeadingStyle, level: number, style: Style): string {
  const { bodySize, leading, accent, ground, bodyFont, headingFont } = style
  const rule = {
    none: '',
    below: ` fo:border-bottom="0.8pt solid ${colour(accent)}" fo:padding-bottom="2pt"`,
    above: ` fo:border-top="0.8pt solid ${colour(accent)}" fo:padding-top="3pt"`,
    bar: ` fo:background-color="${colour(accent)}" fo:padding="2pt"`,
    shade: ` fo:background-color="${colour(ground)}" fo:padding="2pt"`,
  }[heading.rule]
  const letters =
    heading.letterCase === 'upper'
      ? ' fo:text-transform="uppercase"'
      : heading.letterCase === 'small-caps'
        ? ' fo:font-variant="small-caps"'
        : ''
  return paragraphStyle(
    `h${level}`,
    {
      size: heading.size * bodySize,
      font: heading.ownFont ? headingFont : bodyFont,
      bold: heading.bold,
      italic: heading.italic,
      colour: heading.rule === 'bar' ? '#ffffff' : heading.colour,
      align: heading.centred ? 'center' : 'start',
      before: heading.before * leading * bodySize,
      after: heading.after * leading * bodySize,
      keep: true,
      more: rule,
      moreText: `${letters}${heading.underline ? ' style:text-underline-style="solid"' : ''}`,
    },
    style,
  )
}

/** Paragraph styles by role, and other named styles. */
export function namedStyles(style: Style): string {
  const paragraphs = { ...textStyles(style), ...boxStyles(style) }
  return [
    ...[style.title, ...style.headings].map((heading, level) =>
      headingStyle(heading, level, style),
    ),
    ...Object.entries(paragraphs).map(([name, paragraph]) =>
      paragraphStyle(name, paragraph, style),
    ),
    ...runStyles(style),
    ...style.headings.map((heading, at) => runInStyle(heading, at + 1, style)),
  ].join('\n')
}

type ParagraphStyles = Readonly<Record<string, ParagraphStyle>>

function textStyles(style: Style): ParagraphStyles {
  const { bodySize, leading, paragraphs, accent, captionSize, captionItalic, list } = style
  const gap = paragraphs === 'indent' ? 0 : leading * bodySize * 0.55
  const align = style.justified ? 'justify' : 'start'
  const head = style.title.centred ? 'center' : 'start'
  return {
    body: { align, after: gap },
    follow: { align, after: gap, indent: paragraphs === 'space' ? 0 : bodySize * 1.4 },
    abstract: { align, after: gap, left: 14, right: 14, size: bodySize * 0.93 },
    quote: { align, left: 24, right: 24, before: 4, after: 6, italic: captionItalic },
    author: { align: head, after: 2 },
    affiliation: { align: head, size: bodySize * 0.88, after: 1 },
    date: { align: head, size: bodySize * 0.9, after: 2 },
    address: {},
    meta: { after: 2 },
    signature: {},
    pull: { size: bodySize * 1.25, colour: accent, before: 5, after: 5 },
    stamp: {},
    reference: { size: bodySize * 0.9, left: 18, indent: -18, after: 2 },
    term: { align, ...(list.hanging && { left: 20, indent: -20 }), after: list.gap * bodySize },
    subtitle: { size: bodySize * 1.25, colour: accent, align: head, after: 4 },
    caption: {
      size: bodySize * captionSize,
      italic: captionItalic,
      before: 4,
      after: 6,
      align: head,
    },
    tablenote: { size: bodySize * 0.82, after: 6 },
    note: { size: bodySize * 0.8 },
    picture: { before: 5, align: head, keep: true },
    formula: { before: 4, after: 4, align: 'center' },
    item: { align, after: list.gap * bodySize },
    turn: { more: ' fo:break-before="page"' },
    cell: { size: bodySize * style.table.size },
  }
}

/** Paragraphs with borders or a fill: code, and boxes outside of the text flow. */
function boxStyles({
  bodySize,
  justified,
  monoFont,
  accent,
  ground,
  code,
}: Style): ParagraphStyles {
  const shade = ` fo:background-color="${colour(ground)}"`
  const thin = '0.7pt solid #555555'
  const boxes = {
    shaded: shade,
    framed: ` fo:border="0.7pt solid ${colour(accent)}"`,
    bar: ` fo:border-left="3pt solid ${colour(accent)}"`,
    rules: ` fo:border-top="${thin}" fo:border-bottom="${thin}"`,
    floating: ` fo:border-top="1.5pt solid ${colour(accent)}"`,
  }
  const align = justified ? 'justify' : 'start'
  const asides = Object.entries(boxes).map(([name, more]): [string, ParagraphStyle] => [
    `aside-${name}`,
    { align, before: 4, after: 4, left: 6, right: 6, more: `${more} fo:padding="5pt"` },
  ])
  const codeBox =
    code === 'boxed' ? ` fo:border="${thin}" fo:padding="4pt"` : code === 'plain' ? '' : shade
  const codeStyle: ParagraphStyle = { size: bodySize * 0.88, font: monoFont, more: codeBox }
  return { ...Object.fromEntries(asides), code: codeStyle }
}

function runStyles({ bodySize, monoFont, accent }: Style): string[] {
  const runs: Readonly<Record<string, string>> = {
    leaf: '',
    bold: 'fo:font-weight="bold"',
    italic: 'fo:font-style="italic"',
    code: `style:font-name="${monoFont}" fo:font-size="${points(bodySize * 0.9)}"`,
    link: `fo:color="${colour(accent)}" style:text-underline-style="solid"`,
    superscript: 'style:text-position="super 60%"',
    subscript: 'style:text-position="sub 60%"',
  }
  return Object.entries(runs).map(
    ([name, text]) =>
      `<style:style style:name="${name}" style:family="text"><style:text-properties ${text}/></style:style>`,
  )
}

const runInStyle = (heading: HeadingStyle, level: number, style: Style): string =>
  `<style:style style:name="run${level}" style:family="text"><style:text-properties style:font-name="${heading.ownFont ? style.headingFont : style.bodyFont}"${heading.bold ? ' fo:font-weight="bold"' : ''}${heading.italic ? ' fo:font-style="italic"' : ''} fo:color="${colour(heading.colour)}"${heading.letterCase === 'upper' ? ' fo:text-transform="uppercase"' : heading.letterCase === 'small-caps' ? ' fo:font-variant="small-caps"' : ''}/></style:style>`

export function pageLayout(style: Style, furniture: Furniture): string {
  const { pageWidth, pageHeight, margins } = style
  const [top, right, bottom, left] = margins
  const shown = (side: string): boolean =>
    Object.keys(furniture.places).some((place) => place.startsWith(side))
  const room = (side: 'top' | 'bottom', margin: number): number =>
    shown(side) ? Math.max(14, margin * 0.5) : margin
  const size = `fo:page-width="${points(pageWidth)}" fo:page-height="${points(pageHeight)}" style:print-orientation="${pageWidth > pageHeight ? 'landscape' : 'portrait'}"`
  const rule = (side: 'top' | 'bottom', wanted: boolean): string =>
    wanted ? ` fo:border-${side}="0.6pt solid #444444" fo:padding-${side}="3pt"` : ''
  const head = shown('top')
    ? `<style:header-style><style:header-footer-properties fo:min-height="${points(margins[0] * 0.5)}" fo:margin-bottom="6pt"${rule('bottom', furniture.topRule)}/></style:header-style>`
    : ''
  const foot = shown('bottom')
    ? `<style:footer-style><style:header-footer-properties fo:min-height="${points(margins[2] * 0.5)}" fo:margin-top="6pt"${rule('top', furniture.bottomRule)}/></style:footer-style>`
    : ''
  const layout = (name: string, from: number, to: number, frame: string): string =>
    `<style:page-layout style:name="${name}"><style:page-layout-properties ${size} fo:margin-top="${points(from)}" fo:margin-bottom="${points(to)}" fo:margin-left="${points(left)}" fo:margin-right="${points(right)}"/>${frame}</style:page-layout>`
  return (
    layout('usual', room('top', top), room('bottom', bottom), head + foot) +
    layout('bare', top, bottom, '')
  )
}

export function masterPages(furniture: Furniture): string {
  const head = frameLine(furniture, 'top')
  const foot = frameLine(furniture, 'bottom')
  const first = furniture.firstPage
    ? ''
    : '<style:master-page style:name="First" style:page-layout-name="bare" style:next-style-name="Standard"/>'
  return `<style:master-page style:name="Standard" style:page-layout-name="usual">${head ? `<style:header>${head}</style:header>` : ''}${foot ? `<style:footer>${foot}</style:footer>` : ''}</style:master-page>${first}`
}

export function frameStyle(style: Style): string {
  const width = style.pageWidth - style.margins[1] - style.margins[3]
  const tabs = `<style:tab-stops><style:tab-stop style:position="${points(width / 2)}" style:type="center"/><style:tab-stop style:position="${points(width)}" style:type="right"/></style:tab-stops>`
  return paragraphStyle(
    'frame',
    { size: style.bodySize * 0.82, font: style.headingFont, tabs },
    style,
  )
}

function frameLine({ places }: Furniture, side: 'top' | 'bottom'): string {
  const texts = (['left', 'center', 'right'] as const).map((at) => places[`${side}-${at}`] ?? '')
  if (texts.every((text) => text === '')) return ''
  const fields = texts.map((text) =>
    escapeXml(text)
      .replace('{page}', '<text:page-number text:select-page="current">1</text:page-number>')
      .replace('{pages}', '<text:page-count>1</text:page-count>'),
  )
  return `<text:p text:style-name="frame">${fields.join('<text:tab/>').replace(/(?:<text:tab\/>)+$/, '')}</text:p>`
}

/** Splits `(a)` into prefix, format and suffix of the numbering. */
export function listStyles({ list, bodySize }: Style): string {
  const level = (pattern: string, at: number, ordered: boolean): string => {
    const indent = (list.indent + 1.4 + at * 1.6) * bodySize
    const hang = list.hanging ? -1.4 * bodySize : 0
    const place = `<style:list-level-properties text:list-level-position-and-space-mode="label-alignment"><style:list-level-label-alignment text:label-followed-by="listtab" text:list-tab-stop-position="${points(indent + (list.hanging ? 0 : bodySize * 1.4))}" fo:text-indent="${points(hang)}" fo:margin-left="${points(list.hanging ? indent : indent - bodySize * 1.4)}"/></style:list-level-properties>`
    if (!ordered)
      return `<text:list-level-style-bullet text:level="${at + 1}" text:bullet-char="${escapeXml(pattern)}">${place}</text:list-level-style-bullet>`
    const [, before = '', format = '1', after = ''] = /^(\W*)(\w)(\W*)$/.exec(pattern) ?? []
    return `<text:list-level-style-number text:level="${at + 1}" style:num-prefix="${before}" style:num-suffix="${after}" style:num-format="${format}">${place}</text:list-level-style-number>`
  }
  const make = (name: string, patterns: readonly string[], ordered: boolean): string =>
    `<text:list-style style:name="${name}">${patterns.map((pattern, at) => level(pattern, at, ordered)).join('')}</text:list-style>`
  return make('bullets', list.bullets, false) + make('numbers', list.ordered, true)
}
