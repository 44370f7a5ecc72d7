/**
 * Lists the contestants of each task, Recto and its peers, with a converting function each; peers are loaded only when
 * they run.
 */
import { readFile } from 'node:fs/promises'

export type Task = 'pdf' | 'pdf-fidelity' | 'docx' | 'xlsx' | 'html' | 'scan'

/** @returns The text, so that a contestant cannot skip the work. */
type Convert = (path: string) => Promise<string>

export const mediaTypes: Readonly<Record<Task, string>> = {
  pdf: 'application/pdf',
  'pdf-fidelity': 'application/pdf',
  scan: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  html: 'text/html; charset=utf-8',
}

/** Contestants that run in a Node process. `pdftotext`, a program, is run by the benchmark itself. */
export const contestants: Readonly<Record<Task, Readonly<Record<string, () => Promise<Convert>>>>> =
  {
    pdf: {
      recto: () => ours('pdf'),
      'unpdf (pdf.js)': async () => {
        const { extractText, getDocumentProxy } = await import('unpdf')
        return async (path) => {
          const proxy = await getDocumentProxy(new Uint8Array(await readFile(path)))
          return (await extractText(proxy, { mergePages: true })).text
        }
      },
      officeparser: parseOffice,
    },
    'pdf-fidelity': {
      recto: () => ours('pdf-fidelity', 'fidelity'),
      'recto, fast profile': () => ours('pdf-fidelity'),
      'PDFium alone': loadPages,
      liteparse: async () => {
        const { LiteParse } = await import('@llamaindex/liteparse')
        const parser = new LiteParse({ ocrEnabled: false, outputFormat: 'markdown', quiet: true })
        return async (path) => (await parser.parse(await readFile(path))).text
      },
      'pdf-inspector': async () => {
        const { processPdf } = await import('@firecrawl/pdf-inspector')
        return async (path) => processPdf(await readFile(path)).markdown ?? ''
      },
      kreuzberg: extractFile,
    },
    scan: { recto: () => ours('scan', 'fidelity') },
    docx: {
      recto: () => ours('docx'),
      'mammoth + turndown': async () => {
        const { default: mammoth } = await import('mammoth')
        const toMarkdown = await turndown()
        return async (path) => toMarkdown((await mammoth.convertToHtml({ path })).value)
      },
      officeparser: parseOffice,
      kreuzberg: extractFile,
      'docling.rs': convertFile,
    },
    xlsx: {
      recto: () => ours('xlsx'),
      exceljs: async () => {
        const { default: excel } = await import('exceljs')
        return async (path) => {
          const workbook = new excel.Workbook()
          await workbook.xlsx.readFile(path)
          const lines: string[] = []
          workbook.eachSheet((sheet) => {
            lines.push(`## ${sheet.name}`)
            sheet.eachRow((row) => {
              const cells: string[] = []
              row.eachCell((cell) => cells.push(cell.text))
              lines.push(`| ${cells.join(' | ')} |`)
            })
          })
          return lines.join('\n')
        }
      },
      officeparser: parseOffice,
      kreuzberg: extractFile,
      'docling.rs': convertFile,
    },
    html: {
      recto: () => ours('html'),
      turndown: async () => {
        const toMarkdown = await turndown()
        return async (path) => toMarkdown(await readFile(path, 'utf8'))
      },
      'rehype-remark': async () => {
        const { unified } = await import('unified')
        const { default: parse } = await import('rehype-parse')
        const { default: toRemark } = await import('rehype-remark')
        const { default: gfm } = await import('remark-gfm')
        const { default: stringify } = await import('remark-stringify')
        const processor = unified().use(parse).use(toRemark).use(gfm).use(stringify)
        return async (path) => String(await processor.process(await readFile(path, 'utf8')))
      },
      'html-to-markdown': async () => {
        const { default: rust } = await import('@kreuzberg/html-to-markdown-node')
        return async (path) => rust.convert(await readFile(path, 'utf8')).content ?? ''
      },
      kreuzberg: extractFile,
      'docling.rs': convertFile,
    },
  }

/** Returns the address of compiled code, which is what users run: stripping types takes memory of the process. */
function built(path: string): string {
  return new URL(`../engine/dist/${path}`, import.meta.url).href
}

async function ours(task: Task, lane: 'fast' | 'fidelity' = 'fast'): Promise<Convert> {
  // Sound: it is compiled from these sources.
  const { convert } = (await import(built('index.js'))) as typeof import('../engine/src/index.ts')
  return async (path) => {
    return (await convert(await readFile(path), { mediaType: mediaTypes[task], lane })).markdown
  }
}

/** Loads pages and their characters and discards them: the lower limit for readers that use PDFium. */
async function loadPages(): Promise<Convert> {
  // Sound: it is compiled from these sources.
  const content = (await import(
    built('readers/pdf/content/index.js')
  )) as typeof import('../engine/src/readers/pdf/content/index.ts')
  return async (path) => {
    const engine = await content.acquireEngine(2 ** 29)
    const document = content.openDocument(engine, await readFile(path))
    const { pdfium } = engine
    let characters = 0
    for (let index = 0; index < document.pageCount; index += 1) {
      const page = pdfium.FPDF_LoadPage(document.handle, index)
      const text = pdfium.FPDFText_LoadPage(page)
      characters += pdfium.FPDFText_CountChars(text)
      pdfium.FPDFText_ClosePage(text)
      pdfium.FPDF_ClosePage(page)
    }
    content.closeDocument(document)
    content.releaseEngine(engine)
    return ' '.repeat(characters)
  }
}

async function parseOffice(): Promise<Convert> {
  const { parseOffice: parse } = await import('officeparser')
  return async (path) => (await parse(path)).toText()
}

async function extractFile(): Promise<Convert> {
  const kreuzberg = await import('@kreuzberg/node')
  const options = { outputFormat: 'markdown', useCache: false } as const
  return async (path) => (await kreuzberg.extractFile(path, null, options)).content
}

async function convertFile(): Promise<Convert> {
  const docling = await import('docling.rs')
  return async (path) => docling.convertFile(path).content
}

async function turndown(): Promise<(html: string) => string> {
  const { default: Turndown } = await import('turndown')
  const { gfm } = await import('turndown-plugin-gfm')
  const service = new Turndown()
  service.use(gfm)
  return (html) => service.turndown(html)
}
