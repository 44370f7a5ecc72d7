/** Writes a composed document as one HTML page. Links around leaves of text can record, in the PDF, where they were set. */
import type { Block, BlockOf, BlockType, TrainingDocument } from '../content.ts'
import type { Style } from '../style.ts'
import { escapeXml } from '../svg.ts'
import { tableRules, writeCss } from './css.ts'
import { type HtmlContext, type HtmlOptions, probe, writeLeaf } from './leaves.ts'
import { writeTable } from './tables.ts'

export function writeHtml(document: TrainingDocument, style: Style, options: HtmlOptions): string {
  const context: HtmlContext = { ...options, style, rules: [] }
  const { furniture } = document
  const notes = document.blocks.filter((block) => block.type === 'notes')
  const body = document.blocks.filter((block) => block.type !== 'notes')
  const flow = `${writeBlocks(document.front, context)}<main>${writeBlocks(body, context)}</main>`
  const marks = `${furniture.watermark ? `<div class="watermark">${furniture.watermark}</div>` : ''}${furniture.sideStamp ? `<div class="stamp">${escapeXml(furniture.sideStamp)}</div>` : ''}`
  const whole =
    notes.length > 0
      ? `<div class="page"><div>${flow}</div>${writeBlocks(notes, context)}</div>`
      : flow
  const css = `${writeCss(style, furniture)}\n${context.rules.join('\n')}`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeXml(document.title)}</title><style>${css}</style></head><body>${marks}${whole}</body></html>\n`
}

const writeBlocks = (blocks: readonly Block[], context: HtmlContext): string =>
  blocks.map((block) => writeBlock(block, context)).join('\n')

function writeBlock<Type extends BlockType>(block: BlockOf<Type>, context: HtmlContext): string {
  // Sound: the handler for the block's type accepts that block.
  const write = handlers[block.type] as (block: BlockOf<Type>, context: HtmlContext) => string
  return write(block, context)
}

const element = (
  name: string,
  semantic: boolean,
  names: string,
  html: string,
  style = '',
): string =>
  `<${semantic ? name : 'div'} class="${names}"${style ? ` style="${style}"` : ''}>${html}</${semantic ? name : 'div'}>`

const handlers: {
  readonly [Type in BlockType]: (block: BlockOf<Type>, context: HtmlContext) => string
} = {
  heading: writeHeading,
  paragraph: ({ role, leaf }, context) => `<p class="${role}">${writeLeaf(leaf, context)}</p>`,
  list: writeList,
  table: (table, context) => {
    const usual = table.style === context.style.table
    const name = usual ? 'usual' : `t${table.id}`
    if (!usual) context.rules.push(tableRules(table.style, context.style, `table.${name}`))
    const html = writeTable(table, name, context)
    return table.spanning ? `<div class="span">${html}</div>` : html
  },
  figure: writeFigure,
  formula: ({ id, formula, number }, context) =>
    `<div class="formula">${probe(id, `<math display="block">${formula.mathml}</math>`, context, ' class="block"')}${number}</div>`,
  code: ({ id, style, lines }, context) => {
    const width = String(lines.length).length
    const rows =
      style === 'numbered'
        ? lines.map((line, at) => `${String(at + 1).padStart(width)}  ${line}`)
        : lines
    return `<pre class="${style}">${rows.map((row) => probe(id, escapeXml(row), context)).join('\n')}</pre>`
  },
  contents: writeContents,
  sides: ({ widths, parts, role }, context) =>
    `<div class="sides ${role}">${parts.map((part, at) => `<div style="width:${widths[at] ?? 50}%">${writeBlocks(part, context)}</div>`).join('')}</div>`,
  aside: ({ style, blocks }, context) =>
    element('aside', context.semantic, `aside ${style}`, writeBlocks(blocks, context)),
  notes: ({ notes }, context) =>
    `<div class="notes">${notes.map(({ mark, leaf }) => `<p>${writeLeaf(leaf, context, `<sup>${mark}</sup> `)}</p>`).join('')}</div>`,
  break: ({ kind }) =>
    kind === 'rule' ? '<hr>' : `<div class="${kind === 'page' ? 'turn' : 'space'}"></div>`,
}

function writeHeading(
  { level, number, leaf, runIn }: BlockOf<'heading'>,
  context: HtmlContext,
): string {
  const heading = level === 0 ? context.style.title : context.style.headings[level - 1]
  const upper = heading?.letterCase === 'upper'
  const shown = upper
    ? { ...leaf, runs: leaf.runs.map((run) => ({ ...run, text: run.text.toUpperCase() })) }
    : leaf
  const prefix = number ? `<span class="number">${number}</span> ` : ''
  const text = writeLeaf(shown, context, prefix)
  if (runIn)
    return `<p class="body"><span class="run${level}">${text}</span> ${writeLeaf(runIn, context)}</p>`
  const name = `h${Math.max(1, level === 0 ? 1 : level + 1)}`
  return element(name, context.semantic, `h${level}`, text)
}

function writeList({ ordered, items }: BlockOf<'list'>, context: HtmlContext): string {
  const { list } = context.style
  if (!list.native || !context.semantic) {
    const rows = items.map(({ marker, leaf, blocks }) => {
      const inner = blocks.length > 0 ? `<div>${writeBlocks(blocks, context)}</div>` : ''
      return `<div class="item">${writeLeaf(leaf, context, `<span class="marker">${escapeXml(marker)}</span>`)}${inner}</div>`
    })
    return `<div class="list">${rows.join('')}</div>`
  }
  const rows = items.map(
    ({ marker, leaf, blocks }) =>
      `<li style="list-style-type:'${marker.replace(/['\\]/g, '')}\\00a0 '">${writeLeaf(leaf, context)}${writeBlocks(blocks, context)}</li>`,
  )
  return `<${ordered ? 'ol' : 'ul'}>${rows.join('')}</${ordered ? 'ol' : 'ul'}>`
}

function writeFigure(
  { id, svg, caption, captionSide, beside, spanning }: BlockOf<'figure'>,
  context: HtmlContext,
): string {
  const drawing = probe(id, svg, context, ' style="display:inline-block"')
  const words = caption ? `<p class="caption">${writeLeaf(caption, context)}</p>` : ''
  const usual = context.style.title.centred || id % 2 === 0 ? 'middle' : 'left'
  const place = spanning ? 'span' : beside ? 'beside' : usual
  return `<figure class="${place}">${captionSide === 'above' ? words + drawing : drawing + words}</figure>`
}

function writeContents({ leaders, entries }: BlockOf<'contents'>, context: HtmlContext): string {
  const fill = leaders === 'dots' ? escapeXml(' .'.repeat(160)) : ''
  const rows = entries.map(({ leaf, level, page }) => {
    const middle =
      leaders === 'none'
        ? '<span>&nbsp;&nbsp;</span>'
        : `<span class="fill ${leaders}">${fill}</span>`
    return `<div class="${level > 1 ? 'two' : 'one'}"><span>${writeLeaf(leaf, context)}</span>${middle}<span>${page}</span></div>`
  })
  return `<div class="contents">${rows.join('')}</div>`
}
