/**
 * Generates the PDF that the benchmark converts: a book of two-column pages, in the form that typesetting programs
 * write.
 *
 * Has compressed streams, embedded TrueType fonts with a ToUnicode map, and justified lines with kerning in TJ arrays.
 * Fonts must be embedded, because otherwise the benchmark would measure how fast readers load substitutes.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { strFromU8, strToU8, zlibSync } from 'fflate'
import { createProse, type Prose } from './inputs.ts'

/** Widths of the characters 32 to 126, in thousandths of the em, for Helvetica; Liberation Sans has the same. */
const widths = (
  '278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 ' +
  '1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 ' +
  '333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584'
)
  .split(' ')
  .map(Number)

const SIZE = 9.5
const LEADING = 11.5
const COLUMN_WIDTH = 240
const LINES = 56

const toUnicode = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Adobe-Identity-UCS def /CMapType 2 def
1 begincodespacerange <00> <FF> endcodespacerange
1 beginbfrange <20> <7E> <0020> endbfrange
endcmap end end`

/** Generates a book with about 4,000 characters a page: running headers, headings, paragraphs. */
export function makeBook(pages: number): Uint8Array {
  const prose = createProse(1)
  return typeset(pages, (page) => pageContent(prose, page))
}

/**
 * Writes a PDF with the fonts F1 (regular) and F2 (bold). @param contentOf Returns the operators of a page; pages count
 * from 1.
 */
export function typeset(pages: number, contentOf: (page: number) => string): Uint8Array {
  const kids = Array.from({ length: pages }, (_, page) => `${10 + 2 * page} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages} /Kids [${kids}] >>`,
    stream(toUnicode),
    ...fontObjects('LiberationSans', 'LiberationSans-Regular.ttf', 4),
    ...fontObjects('LiberationSans-Bold', 'LiberationSans-Bold.ttf', 7),
  ]
  for (let page = 0; page < pages; page += 1) {
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 4 0 R /F2 7 0 R >> >> /Contents ${11 + 2 * page} 0 R >>`,
      stream(contentOf(page + 1)),
    )
  }
  return strToU8(joinObjects(objects), true)
}

function stream(content: string, extra = ''): string {
  const bytes = strFromU8(zlibSync(strToU8(content, true)), true)
  return `<< /Filter /FlateDecode /Length ${bytes.length}${extra} >>\nstream\n${bytes}\nendstream`
}

/** Writes a font, its descriptor and its file as the objects `first` to `first` + 2. */
function fontObjects(name: string, file: string, first: number): string[] {
  const folder = createRequire(import.meta.url).resolve('pdfjs-dist/package.json')
  const font = strFromU8(readFileSync(join(folder, '..', 'standard_fonts', file)), true)
  return [
    `<< /Type /Font /Subtype /TrueType /BaseFont /ABCDEF+${name} /Encoding /WinAnsiEncoding /FirstChar 32 /LastChar 126 /Widths [${widths.join(' ')}] /FontDescriptor ${first + 1} 0 R /ToUnicode 3 0 R >>`,
    `<< /Type /FontDescriptor /FontName /ABCDEF+${name} /Flags 32 /FontBBox [-203 -303 1050 910] /ItalicAngle 0 /Ascent 905 /Descent -212 /CapHeight 729 /StemV 80 /FontFile2 ${first + 2} 0 R >>`,
    stream(font, ` /Length1 ${font.length}`),
  ]
}

function pageContent(prose: Prose, page: number): string {
  const words = new WordSource(prose)
  const header = `BT /F1 8 Tf 54 752 Td (A Book of Measurements) Tj ET BT /F1 8 Tf 540 752 Td (${page}) Tj ET`
  return `${header}\n${column(prose, words, 54)}\n${column(prose, words, 318)}`
}

/** Generates words of sentences without end. */
export class WordSource {
  #words: string[] = []
  readonly #prose: Prose

  constructor(prose: Prose) {
    this.#prose = prose
  }

  next(): string {
    if (this.#words.length === 0) this.#words = this.#prose.sentence().split(' ').reverse()
    return this.#words.pop() ?? ''
  }
}

/** Writes a heading, then paragraphs of eight lines with an indented first line and a short last one. */
export function column(
  prose: Prose,
  words: WordSource,
  x: number,
  y = 724,
  lineCount = LINES,
): string {
  const lines = [`/F2 12 Tf [(${prose.words(3)})] TJ T* /F1 ${SIZE} Tf`]
  for (let line = 1; line < lineCount; line += 1) {
    const [indent, share] = [line % 8 === 1 ? 12 : 0, line % 8 === 0 ? 0.6 : 1]
    lines.push(`${indent} 0 Td ${setLine(words, COLUMN_WIDTH * share - indent, share === 1)} TJ`)
    lines.push(`${-indent} ${-LEADING} Td`)
  }
  return `BT ${LEADING} TL ${x} ${y} Td\n${lines.join('\n')}\nET`
}

/** Writes a line of words as a TJ array; in a justified line the blanks are wider. */
export function setLine(words: WordSource, width: number, justified: boolean): string {
  const line: string[] = []
  let room = (width / SIZE) * 1000
  for (let word = words.next(); ; word = words.next()) {
    const needed = widthOf(word) + (line.length > 0 ? widthOf(' ') : 0)
    if (needed > room) break
    room -= needed
    line.push(word)
  }
  const extra = justified && line.length > 1 ? Math.round(room / (line.length - 1)) : 0
  return `[${line.map((word, index) => `(${index > 0 ? ' ' : ''}${kerned(word)})`).join(String(-extra))}]`
}

const widthOf = (text: string): number =>
  [...text].reduce((sum, letter) => sum + (widths[letter.charCodeAt(0) - 32] ?? 0), 0)

/** Moves some pairs of letters closer together, as kerning does. */
const kerned = (word: string): string => word.replace(/(?<=[A-Z])(?=[aeo])|(?<=y)(?=[.,])/g, ')20(')

function joinObjects(objects: readonly string[]): string {
  const parts = ['%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n']
  let size = parts[0]?.length ?? 0
  const offsets = objects.map((object, index) => {
    const part = `${index + 1} 0 obj\n${object}\nendobj\n`
    const offset = size
    parts.push(part)
    size += part.length
    return offset
  })
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const count = objects.length + 1
  return `${parts.join('')}xref\n0 ${count}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${count} /Root 1 0 R >>\nstartxref\n${size}\n%%EOF\n`
}
