/** For tests: styled lines and layout blocks from a few words and numbers. */
import { boxAround } from '../../boxes.ts'
import { line as plainLine } from '../../layout/testing/layout.ts'
import type { HeadingOptions } from '../headings.ts'
import type { LayoutBlock, TextBlock } from '../layout-blocks.ts'
import type { Style } from '../style.ts'
import type { Run, StyledLine } from '../styled-line.ts'

export const bodyStyle: Style = {
  bold: false,
  italic: false,
  mono: false,
  math: false,
  color: 0,
  font: 'Times',
}
export const boldStyle: Style = { ...bodyStyle, bold: true, font: 'Times-Bold' }
export const italicStyle: Style = { ...bodyStyle, italic: true, font: 'Times-Italic' }
export const monoStyle: Style = { ...bodyStyle, mono: true, font: 'Courier' }

/** A document of such text, without tags, figures or an outline. */
export const headingOptions: HeadingOptions = {
  body: { size: 10, style: bodyStyle },
  outline: [],
  figures: new Map(),
  runIns: new Set(),
  contents: new Set(),
  useTags: false,
}

/** A run; its text has the blank before it. */
export function run(text: string, style: Style = bodyStyle, more: Partial<Run> = {}): Run {
  return { text, style, ...more }
}

interface LineDescription {
  readonly x?: number
  readonly y?: number
  readonly size?: number
  readonly page?: number
}

export function styledLine(
  runs: readonly Run[],
  { x = 0, y = 100, size = 10, page = 1 }: LineDescription = {},
): StyledLine {
  const text = runs.map((own) => own.text).join('')
  const share = (test: (style: Style) => boolean) =>
    runs.reduce((sum, own) => sum + (test(own.style) ? own.text.length : 0), 0) / text.length
  return {
    ...plainLine(text, x, y, size),
    page,
    runs,
    style: runs.toSorted((a, b) => b.text.length - a.text.length)[0]?.style ?? bodyStyle,
    bold: share(({ bold }) => bold),
    italic: share(({ italic }) => italic),
    mono: share(({ mono }) => mono),
  }
}

export function blockOf(lines: StyledLine[], more: Partial<TextBlock> = {}): TextBlock {
  const box = boxAround(lines)
  const page = lines[0]?.page ?? 1
  return {
    type: 'text',
    lines,
    page,
    column: page - 1,
    isCell: false,
    leftwards: false,
    box,
    columnStart: 0,
    columnEnd: 300,
    spaceBefore: 1,
    provenance: [{ type: 'page', page, bbox: box }],
    laterParts: [],
    ...more,
  }
}

/** A block of one line in one style. */
export function textBlock(
  text: string,
  style: Style = bodyStyle,
  place: LineDescription = {},
  more: Partial<TextBlock> = {},
): TextBlock {
  return blockOf([styledLine([run(text, style)], place)], more)
}

const sentence = 'This is a sentence of the body of the document, as there are many of them. '

/** A paragraph of the body, long enough to be one. */
export function paragraphBlock(
  place: LineDescription = {},
  more: Partial<TextBlock> = {},
): TextBlock {
  return textBlock(sentence.repeat(5).trim(), bodyStyle, place, more)
}

/** Places blocks below each other, in the order given. */
export function under(blocks: readonly TextBlock[]): LayoutBlock[] {
  return blocks.map((own, index) => {
    const y0 = 100 + index * 20
    return { ...own, box: { ...own.box, y0, y1: y0 + 10 } }
  })
}
