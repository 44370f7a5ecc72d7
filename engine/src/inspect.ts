/** Shows how a PDF was read: an SVG of one page, or an HTML file with all pages beside their Markdown. */
import { defaultLimits } from './limits.ts'
import {
  type InspectPagesOptions,
  inspectPdfPages,
  type PaintedPage,
} from './readers/pdf/inspect/index.ts'
import { escapeHtml, writeMarkdown } from './writers/markdown/index.ts'

export {
  type InspectionStage,
  type InspectOptions,
  inspectionStages,
  inspectPdf,
} from './readers/pdf/inspect/index.ts'

export type InspectHtmlOptions = Omit<InspectPagesOptions, 'most'> & {
  /** The page to show, from 1; by default the first 50. */
  readonly page?: number
}

/** The most pages in one file; each takes about 150 kB. */
const MAX_PAGES = 50

/**
 * Writes a self-contained HTML file: each page's picture with its blocks, beside the Markdown that begins on it.
 *
 * @throws {ConversionError} if the document cannot be read.
 */
export async function inspectPdfAsHtml(
  bytes: Uint8Array,
  { page, ...options }: InspectHtmlOptions,
): Promise<string> {
  const { document, pages } = await inspectPdfPages(bytes, { ...options, most: page ?? MAX_PAGES })
  const shown = page === undefined ? pages : pages.filter(({ number }) => number === page)
  const markdown = writeMarkdown(document, {
    tables: 'html',
    limits: defaultLimits,
    pageBreaks: true,
  })
  const parts = partsOf(markdown)
  const left = document.pages.length - shown.length
  const more =
    page === undefined && left > 0
      ? `<p>The first ${MAX_PAGES} pages are shown; --page N shows a later one.</p>`
      : ''
  const name = escapeHtml(options.filename)
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
<title>${name}</title>
<style>${style}</style>
<h1>${name}</h1>
${more}${shown.map((each) => toSection(each, parts.get(each.number) ?? '')).join('\n')}
</html>
`
}

const style = `
body { margin: 1.5rem; font: 15px/1.5 system-ui, sans-serif; color: #1f2937; background: #eef0f3 }
section { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 36rem), 1fr)); gap: 1.5rem; align-items: start }
svg { width: 100%; height: auto }
pre { margin: 0; padding: 1rem; background: #fff; border: 1px solid #c5cad3; white-space: pre-wrap; overflow-wrap: anywhere; font: 13px/1.5 ui-monospace, monospace }
`

function toSection({ number, svg }: PaintedPage, markdown: string): string {
  return `<h2>Page ${number}</h2>\n<section>\n${svg}<pre>${escapeHtml(markdown)}</pre>\n</section>`
}

/** Splits the Markdown at its comments `<!-- page 3 -->`. */
function partsOf(markdown: string): Map<number, string> {
  const [, ...sections] = markdown.split(/^<!-- page (\d+) -->$/m)
  const parts = new Map<number, string>()
  for (let at = 0; at < sections.length; at += 2) {
    parts.set(Number(sections[at]), (sections[at + 1] ?? '').trim())
  }
  return parts
}
