/** Writes a composed document as one flat OpenDocument file for LibreOffice. */
import type { Block, BlockOf, BlockType, Note, TrainingDocument } from '../content.ts'
import { probeAddress } from '../html/leaves.ts'
import { columnWidth } from '../parts.ts'
import type { Style } from '../style.ts'
import { escapeXml } from '../svg.ts'
import { type OdtContext, odtFormula, odtProbe, odtText, writeLeaf } from './leaves.ts'
import {
  frameStyle,
  listStyles,
  masterPages,
  namedStyles,
  pageLayout,
  paragraphStyle,
} from './styles.ts'
import { writeTable } from './tables.ts'

const namespaces = [
  ['office', 'urn:oasis:names:tc:opendocument:xmlns:office:1.0'],
  ['style', 'urn:oasis:names:tc:opendocument:xmlns:style:1.0'],
  ['text', 'urn:oasis:names:tc:opendocument:xmlns:text:1.0'],
  ['table', 'urn:oasis:names:tc:opendocument:xmlns:table:1.0'],
  ['draw', 'urn:oasis:names:tc:opendocument:xmlns:drawing:1.0'],
  ['fo', 'urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0'],
  ['xlink', 'http://www.w3.org/1999/xlink'],
  ['svg', 'urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0'],
] as const

export function writeOdt(document: TrainingDocument, style: Style, probes: boolean): string {
  const notes = new Map<number, Note>()
  for (const block of document.blocks)
    if (block.type === 'notes') for (const note of block.notes) notes.set(note.number, note)
  const context: OdtContext = { style, probes, notes, automatic: new Map(), inBox: false }
  const front = writeBlocks(
    document.front,
    context,
    style.pageWidth - style.margins[1] - style.margins[3],
  )
  const columns = `<style:style style:name="columns" style:family="section"><style:section-properties text:dont-balance-text-columns="${style.bodySize > 9.5}"><style:columns fo:column-count="${style.columns}" fo:column-gap="${style.columnGap.toFixed(1)}pt"/></style:section-properties></style:style>`
  const flow = front + writeFlow(document.blocks, context)
  const fonts = [...new Set([style.bodyFont, style.headingFont, style.monoFont])]
    .map((font) => `<style:font-face style:name="${font}" svg:font-family="'${font}'"/>`)
    .join('')
  const start = document.furniture.firstPage ? '' : '<text:p text:style-name="start"/>'
  return `<?xml version="1.0" encoding="UTF-8"?>
<office:document ${namespaces.map(([name, address]) => `xmlns:${name}="${address}"`).join(' ')} office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text">
<office:font-face-decls>${fonts}</office:font-face-decls>
<office:styles><style:default-style style:family="paragraph"><style:text-properties style:font-name="${style.bodyFont}" fo:font-size="${style.bodySize}pt" fo:language="en" fo:country="GB"/></style:default-style><style:style style:name="Standard" style:family="paragraph"/>
${namedStyles(style)}${frameStyle(style)}${listStyles(style)}</office:styles>
<office:automatic-styles>${pageLayout(style, document.furniture)}${columns}<style:style style:name="start" style:family="paragraph" style:parent-style-name="body" style:master-page-name="First"/>${[...context.automatic.values()].join('\n')}</office:automatic-styles>
<office:master-styles>${masterPages(document.furniture)}</office:master-styles>
<office:body><office:text>${start}${flow}</office:text></office:body></office:document>
`
}

/** Columns form a section; a block that spans them is written between two sections. */
function writeFlow(blocks: readonly Block[], context: OdtContext): string {
  const { style } = context
  const width = columnWidth(style)
  if (style.columns === 1) return writeBlocks(blocks, context, width)
  const groups: Block[][] = [[]]
  for (const block of blocks) {
    const spanning = (block.type === 'table' || block.type === 'figure') && block.spanning
    if (spanning) groups.push([block], [])
    else groups.at(-1)?.push(block)
  }
  const whole = style.pageWidth - style.margins[1] - style.margins[3]
  return groups
    .map((group, at) => {
      if (group.length === 0) return ''
      // Every second group is one block that spans all columns.
      if (at % 2 === 1) return writeBlocks(group, context, whole)
      return `<text:section text:style-name="columns" text:name="part${at}">${writeBlocks(group, context, width)}</text:section>`
    })
    .join('')
}

const writeBlocks = (blocks: readonly Block[], context: OdtContext, width: number): string =>
  blocks.map((block, at) => writeBlock(block, context, { width, after: blocks[at - 1] })).join('\n')

interface Place {
  readonly width: number
  readonly after: Block | undefined
}

function writeBlock<Type extends BlockType>(
  block: BlockOf<Type>,
  context: OdtContext,
  place: Place,
): string {
  // Sound: the handler for the block's type accepts that block.
  const write = handlers[block.type] as (
    block: BlockOf<Type>,
    context: OdtContext,
    place: Place,
  ) => string
  return write(block, context, place)
}

const handlers: {
  readonly [Type in BlockType]: (block: BlockOf<Type>, context: OdtContext, place: Place) => string
} = {
  heading: ({ level, number, leaf, runIn }, context) => {
    const text = writeLeaf(leaf, context, number ? `${number} ` : '')
    if (runIn)
      return `<text:p text:style-name="body"><text:span text:style-name="run${level}">${text}</text:span> ${writeLeaf(runIn, context)}</text:p>`
    return `<text:h text:style-name="h${level}" text:outline-level="${Math.max(1, level)}">${text}</text:h>`
  },
  paragraph: ({ role, leaf }, context, { after }) => {
    const follows = role === 'body' && after?.type === 'paragraph' && after.role === 'body'
    return `<text:p text:style-name="${follows ? 'follow' : role}">${writeLeaf(leaf, context)}</text:p>`
  },
  list: writeList,
  table: (table, context, { width }) => writeTable(table, context, width),
  figure: writeFigure,
  formula: ({ id, formula, number }, context) =>
    `<text:p text:style-name="formula">${odtFormula(formula.mathml, true)}${number ? odtProbe(id, `   ${number}`, context) : ''}</text:p>`,
  code: ({ id, lines, style }, context) =>
    lines
      .map(
        (line, at) =>
          `<text:p text:style-name="code">${odtProbe(id, odtText(style === 'numbered' ? `${String(at + 1).padStart(2)}  ${line}` : line || ' '), context)}</text:p>`,
      )
      .join(''),
  contents: ({ entries, leaders }, context, { width }) =>
    entries
      .map(
        ({ leaf, level, page }) =>
          `<text:p text:style-name="${entryStyle(level, leaders, width, context)}">${writeLeaf(leaf, context)}${leaders === 'none' ? '  ' : '<text:tab/>'}${page}</text:p>`,
      )
      .join(''),
  sides: writeSides,
  aside: ({ style, blocks }, context, place) =>
    blocks
      .map((block) =>
        block.type === 'paragraph'
          ? `<text:p text:style-name="aside-${style}">${writeLeaf(block.leaf, context)}</text:p>`
          : writeBlock(block, context, place),
      )
      .join(''),
  // Footnotes are written at their marks.
  notes: () => '',
  break: ({ kind }) => `<text:p text:style-name="${kind === 'page' ? 'turn' : 'body'}"/>`,
}

/** Writes a native list, or paragraphs with a marker and a tab, as many authors do. */
function writeList(list: BlockOf<'list'>, context: OdtContext, place: Place): string {
  const { native } = context.style.list
  if (native)
    return `<text:list text:style-name="${list.ordered ? 'numbers' : 'bullets'}">${listItems(list, context, place)}</text:list>`
  const name = handStyle(list.level, context)
  return list.items
    .map(
      ({ marker, leaf, blocks }) =>
        `<text:p text:style-name="${name}">${writeLeaf(leaf, context, `${marker}\t`)}</text:p>${writeBlocks(blocks, context, place.width)}`,
    )
    .join('')
}

function listItems({ items, ordered }: BlockOf<'list'>, context: OdtContext, place: Place): string {
  const start = ordered ? Number.parseInt(items[0]?.marker ?? '', 10) : 1
  return items
    .map(({ leaf, blocks }, at) => {
      const inner = blocks.map((block) =>
        block.type === 'list'
          ? `<text:list text:style-name="${block.ordered ? 'numbers' : 'bullets'}">${listItems(block, context, place)}</text:list>`
          : writeBlock(block, context, { ...place, after: undefined }),
      )
      return `<text:list-item${at === 0 && start > 1 ? ` text:start-value="${start}"` : ''}><text:p text:style-name="item">${writeLeaf(leaf, context)}</text:p>${inner.join('')}</text:list-item>`
    })
    .join('')
}

function handStyle(level: number, { automatic, style }: OdtContext): string {
  const name = `hand${level}`
  const left = (style.list.indent + 1.5 + level * 1.6) * style.bodySize
  const hang = style.list.hanging ? -1.5 * style.bodySize : 0
  const tabs = `<style:tab-stops><style:tab-stop style:position="${style.list.hanging ? '0pt' : `${style.bodySize * 1.5}pt`}"/></style:tab-stops>`
  automatic.set(
    name,
    paragraphStyle(
      name,
      {
        left: style.list.hanging ? left : left - 1.5 * style.bodySize,
        indent: hang,
        after: style.list.gap * style.bodySize,
        align: style.justified ? 'justify' : 'start',
        tabs,
      },
      style,
    ),
  )
  return name
}

function entryStyle(
  level: number,
  leaders: string,
  width: number,
  { automatic, style }: OdtContext,
): string {
  const name = `entry${level}${leaders}`
  const left = level > 1 ? style.bodySize * 1.6 : 0
  const leader =
    leaders === 'dots'
      ? ' style:leader-style="dotted" style:leader-text="."'
      : leaders === 'rule'
        ? ' style:leader-style="solid" style:leader-text="_"'
        : ''
  const tabs = `<style:tab-stops><style:tab-stop style:position="${(width - left).toFixed(1)}pt" style:type="right"${leader}/></style:tab-stops>`
  automatic.set(name, paragraphStyle(name, { left, tabs, after: 1 }, style))
  return name
}

function writeFigure(
  { id, svg, width, height, caption, captionSide }: BlockOf<'figure'>,
  context: OdtContext,
): string {
  const frame = `<draw:frame text:anchor-type="as-char" svg:width="${width.toFixed(1)}pt" svg:height="${height.toFixed(1)}pt"><draw:image draw:mime-type="image/svg+xml"><office:binary-data>${Buffer.from(svg).toString('base64')}</office:binary-data></draw:image></draw:frame>`
  const linked = context.probes
    ? `<draw:a xlink:type="simple" xlink:href="${probeAddress}${id}">${frame}</draw:a>`
    : frame
  const words = caption
    ? `<text:p text:style-name="caption">${writeLeaf(caption, context)}</text:p>`
    : ''
  const drawing = `<text:p text:style-name="picture">${linked}</text:p>`
  return captionSide === 'above' ? words + drawing : drawing + words
}

/** Writes blocks side by side as a table without rules, as authors do. */
function writeSides(
  { parts, widths }: BlockOf<'sides'>,
  context: OdtContext,
  { width }: Place,
): string {
  const shares = parts.map((_, at) => ((widths[at] ?? 50) / 100) * width)
  const columns = shares.map((share) => {
    const name = `side${Math.round(share)}`
    context.automatic.set(
      name,
      `<style:style style:name="${name}" style:family="table-column"><style:table-column-properties style:column-width="${share.toFixed(1)}pt"/></style:style>`,
    )
    return `<table:table-column table:style-name="${escapeXml(name)}"/>`
  })
  const cells = parts.map(
    (part, at) =>
      `<table:table-cell>${writeBlocks(part, { ...context, inBox: true }, (shares[at] ?? 100) - 4) || '<text:p/>'}</table:table-cell>`,
  )
  return `<table:table>${columns.join('')}<table:table-row>${cells.join('')}</table:table-row></table:table>`
}
