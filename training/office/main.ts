/**
 * Prints the office corpora in `../shared` as PDFs: `npm run train:office -- --out DIR`.
 *
 * DIR gets NAME.pdf, from LibreOffice or Chromium, and NAME.md, the Markdown of the document itself, as its truth. The files
 * train the reader like real documents: they have many authors, applications and styles. Spreadsheets are left out: their
 * sheets have more areas that may be tables than all other office documents, and with them the reader invented 97 tables
 * in 126 manuals instead of 68. An existing PDF is kept.
 */
import { existsSync, readdirSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { shared } from '../../tools/folds/corpora.ts'
import { createPrinter } from '../pages/browser.ts'
import { printWithLibreOffice } from '../pages/libreoffice.ts'
import { writeTruth } from '../printed.ts'

const documentsPerStart = 12

/** Corpora that are left out: one whose headings look like text, and one whose documents show one feature each. */
const leftOut = new Set(['crafted', 'openxmlsdk-conformance'])

/** Corpora of single constructs; most of their pages have a few words, and only the longer ones are printed. */
const constructs = /^html-(?:turndown|markdownify|hast-util-to-mdast)-/
const MIN_CONSTRUCT_CHARACTERS = 600

interface OfficeDocument {
  readonly name: string
  readonly format: string
  readonly path: string
}

const { values } = parseArgs({ options: { out: { type: 'string' } } })
const { out } = values
if (!out) throw new Error('Say --out DIR')
await mkdir(out, { recursive: true })
const documents = listDocuments().filter(({ name }) => !existsSync(join(out, `${name}.pdf`)))
await printPages(documents.filter(({ format }) => format === 'html'))
await printOffice(documents.filter(({ format }) => format !== 'html'))
for (const { name, path } of documents) {
  if (existsSync(join(out, `${name}.pdf`))) await writeTruth(path, join(out, `${name}.md`))
}

function listDocuments(): OfficeDocument[] {
  const root = join(shared, 'corpus', 'office')
  return ['docx', 'html', 'pptx'].flatMap((format) =>
    readdirSync(join(root, format))
      .filter((corpus) => !leftOut.has(corpus))
      .flatMap((corpus) => {
        const folder = join(root, format, corpus, 'src')
        return readdirSync(folder)
          .filter((file) => file.endsWith(`.${format}`))
          .toSorted()
          .map((file) => ({
            name: `${format}-${corpus}-${file.slice(0, -format.length - 1).replaceAll(' ', '_')}`,
            format,
            path: join(folder, file),
          }))
      }),
  )
}

async function printPages(pages: readonly OfficeDocument[]): Promise<void> {
  const printer = await createPrinter()
  try {
    for (const { name, path } of pages) {
      const html = await readFile(path, 'utf8')
      if (constructs.test(name) && html.length < MIN_CONSTRUCT_CHARACTERS) continue
      const pdf = await printer.print(html, { tagged: false, outline: false })
      await writeFile(join(out as string, `${name}.pdf`), pdf)
    }
  } finally {
    await printer.close()
  }
}

async function printOffice(files: readonly OfficeDocument[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'recto-office-'))
  try {
    for (let at = 0; at < files.length; at += documentsPerStart) {
      const some = files.slice(at, at + documentsPerStart)
      const copies = some.map(({ name, format }) => join(folder, `${name}.${format}`))
      await Promise.all(some.map(({ path }, index) => copyFile(path, copies[index] as string)))
      await printWithLibreOffice({
        target: 'pdf',
        folder: out as string,
        profile: join(folder, 'profile'),
        files: copies,
      }).catch((error) => process.stderr.write(`${String(error)}\n`))
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
