/** Writes a document as an HTML page: semantic elements, no styles, no scripts; formulas as LaTeX between dollars. */
import { type Limits, refuse } from '../../limits.ts'
import type { Block, Caption, Document, Inline, NodeOf } from '../../model/index.ts'
import {
  cleanText,
  createState,
  embeddedHtml,
  escapeHtml,
  type HtmlHandlers,
  headingsBelow,
  type ImageTarget,
  oneLineLatex,
  pictureHtml,
  type State,
  toHtmlBlocks,
  toHtmlRows,
  wrap,
  writeInlinesHtml,
} from '../markdown/index.ts'

interface HtmlOptions {
  /** Used as the page title of a document without a title. */
  readonly filename: string
  readonly limits: Limits
  readonly imageTarget?: ImageTarget | undefined
}

/**
 * Writes a document as an HTML page.
 *
 * Escapes all text and drops links that run code, so that the page is safe to show, whatever the document.
 * @throws {ConversionError} `conversion_failed` if the text would exceed a limit.
 */
export function writeHtml(
  document: Document,
  { filename, limits, imageTarget }: HtmlOptions,
): string {
  const dialect = { handlers, noteMark: noteLink }
  const state = createState(
    document,
    { tables: 'html', limits, ...(imageTarget && { imageTarget }) },
    dialect,
  )
  const body = [...toHtmlBlocks(document.blocks, state), ...toNotes(state)].join('\n')
  if (body.length > limits.outputCharacters) refuse('its text would be too long')
  const title = escapeHtml(cleanText(document.title ?? filename).trim())
  const head = `<head>\n<meta charset="utf-8">\n<title>${title}</title>\n</head>`
  return `<!doctype html>\n<html>\n${head}\n<body>\n${body}\n</body>\n</html>\n`
}

function noteLink(number: number): string {
  return `<sup><a href="#note-${number}">${number}</a></sup>`
}

/** Writes notes in the order of first reference, including those that only other notes refer to. */
function toNotes(state: State): string[] {
  const { referenced } = state.notes
  const items: string[] = []
  for (let index = 0; index < referenced.length; index += 1) {
    const blocks = toHtmlBlocks(referenced[index]?.blocks ?? [], state).join('')
    items.push(`<li id="note-${index + 1}">${blocks}</li>`)
  }
  return items.length === 0 ? [] : ['<section>', '<ol>', ...items, '</ol>', '</section>']
}

const handlers: HtmlHandlers = {
  ...embeddedHtml.handlers,
  title: ({ inlines }, state) => toHeading(1, inlines, state),
  heading: ({ level, inlines }, state) => toHeading(state.headings.depthOf(level), inlines, state),
  codeBlock: ({ text, language }) => toCode(text, language),
  plainText: ({ text }) => toCode(text, undefined),
  formulaBlock: ({ latex, number }) => wrap('p', toDisplay(latex, number)),
  table: (block, state) => toTable(block, state),
  figure: (block, state) => toFigure(block, state),
  section: (block, state) => toSection(block, state),
}

function toHeading(depth: number, inlines: readonly Inline[], state: State): string {
  return wrap(`h${depth}`, writeInlinesHtml(inlines, state))
}

/** Writes code with white space and lines preserved. */
function toCode(text: string, language: string | undefined): string {
  const code = escapeHtml(text.replace(/\r\n?/g, '\n').replace(/\n+$/, ''))
  if (code === '') return ''
  const name =
    language === undefined ? '' : ` class="language-${language.replace(/[^\w+#.-]/g, '')}"`
  return `<pre><code${name}>${code}</code></pre>`
}

function toDisplay(latex: string, number: string | undefined): string {
  const formula = oneLineLatex(latex)
  if (formula === '') return ''
  const tag = number === undefined ? '' : ` \\tag{${oneLineLatex(number)}}`
  return `$$${escapeHtml(formula + tag)}$$`
}

function toTable(table: NodeOf<Block, 'table'>, state: State): string {
  if (table.rows.length * table.columnCount > state.options.limits.tableCells) {
    refuse('one of its tables has too many cells')
  }
  const caption = wrap('caption', captionHtml(table.caption, state))
  const lines = ['<table>', ...(caption === '' ? [] : [caption]), ...toHtmlRows(table, state)]
  return [...lines, '</table>', ...toHtmlBlocks(table.notes ?? [], state)].join('\n')
}

function toFigure(figure: NodeOf<Block, 'figure'>, state: State): string {
  const { caption, blocks } = figure
  const inner = wrap('p', pictureHtml(figure, state)) + toHtmlBlocks(blocks, state).join('')
  const text = wrap('figcaption', captionHtml(caption, state))
  return wrap('figure', caption?.position === 'above' ? text + inner : inner + text)
}

function captionHtml(caption: Caption | undefined, state: State): string {
  return caption ? writeInlinesHtml(caption.inlines, state) : ''
}

/** A slide's title and a sheet's name become second-level headings with inner headings below them, as in Markdown. */
function toSection({ kind, title, blocks }: NodeOf<Block, 'section'>, state: State): string {
  if (kind === 'comments') return ''
  const depth = kind === 'notes' ? 3 : 2
  const inner = toHtmlBlocks(blocks, { ...state, headings: headingsBelow(depth) })
  if (kind === 'notes' && inner.length === 0) return ''
  const heading = kind === 'notes' ? '<h3>Notes</h3>' : toHeading(2, title ?? [], state)
  return wrap('section', [heading, ...inner].filter((html) => html !== '').join('\n'))
}
