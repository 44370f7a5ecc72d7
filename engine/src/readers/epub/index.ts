/**
 * Reads an EPUB into a document: its chapters in reading order, joined into one HTML page. EPUB 3.3.
 *
 * Links between chapters and to notes at the end of the book keep their targets; tables of contents are dropped, because
 * the headings are in the text. The limits of zip files and HTML pages apply.
 */
import { ConversionError, Warnings } from '../../errors.ts'
import { LimitError } from '../../limits.ts'
import { readHtml } from '../html/index.ts'
import { type Archive, openArchive } from '../ooxml/index.ts'
import type { Reader } from '../reader.ts'
import { decodeText } from '../text/index.ts'
import { bodyOf, type ChapterContext } from './chapter.ts'
import { type Book, readBook } from './package.ts'

export const readEpub: Reader = async (bytes, options) => {
  const archive = await openArchive(bytes, options.limits)
  const book = await readBook(archive, options.limits)
  const warnings = new Warnings()
  const chapterNames = new Map(
    book.chapters.map((path, index) => [path.toLowerCase(), `c${index + 1}`]),
  )
  const bodies: string[] = []
  for (const path of book.chapters) {
    const text = await readChapter(archive, path, warnings)
    if (text === undefined) continue
    const chapter: ChapterContext = {
      path,
      name: chapterNames.get(path.toLowerCase()) ?? '',
      chapterNames,
    }
    bodies.push(bodyOf(text, chapter))
  }
  if (bodies.length === 0) {
    throw new ConversionError('conversion_failed', 'The document is damaged: it has no chapters.')
  }
  const page = Buffer.from(toPage(book, bodies))
  const reading = await readHtml(page, { ...options, charset: 'utf-8' })
  return { ...reading, warnings: [...warnings.list, ...reading.warnings] }
}

/** Reads a chapter; a missing or damaged one is skipped with a warning. */
async function readChapter(
  archive: Archive,
  path: string,
  warnings: Warnings,
): Promise<string | undefined> {
  try {
    return await decodeText(await archive.read(path), undefined)
  } catch (error) {
    if (!(error instanceof ConversionError) || error instanceof LimitError) throw error
    if (error.code !== 'conversion_failed') throw error
    warnings.add('damaged_part', `The chapter ${path} could not be read and was left out.`)
    return undefined
  }
}

function toPage({ title, language }: Book, bodies: readonly string[]): string {
  const name = title === undefined ? '' : `<title>${escapeText(title)}</title>`
  const lang = language === undefined ? '' : ` lang="${escapeText(language)}"`
  return `<!doctype html><html${lang}><head>${name}</head><body>${bodies.join('\n')}</body></html>`
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
