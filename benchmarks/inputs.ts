/** Generates the documents that the benchmark converts, from a seeded vocabulary: every run gets the same bytes. */
import { strToU8, zipSync } from 'fflate'
import { randomNumbers } from '../engine/src/testing/random.ts'

const vocabulary = (
  'the of and to in is that for it as was with be by on not this are or from at which but have an ' +
  'they you were her all she there would their we him been has when who will more no out so said ' +
  'what up its about into than them can only other new some could time these two may then do first ' +
  'any my now such like our over man me even most made after also did many before must through ' +
  'document conversion analysis structure reading recognition paragraph boundary measurement'
).split(' ')

export interface Prose {
  words(count: number): string
  sentence(): string
}

export function createProse(seed: number): Prose {
  const random = randomNumbers(seed)
  const words = (count: number): string =>
    Array.from(
      { length: count },
      () => vocabulary[Math.floor(random() * vocabulary.length)] ?? '',
    ).join(' ')
  const sentence = (): string => {
    const text = words(8 + Math.floor(random() * 14))
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
  }
  return { words, sentence }
}

const paragraphOf = (prose: Prose): string =>
  Array.from({ length: 5 }, () => prose.sentence()).join(' ')

const office = 'http://schemas.openxmlformats.org/'
const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

function packageOf(
  main: { part: string; type: string },
  parts: Readonly<Record<string, { type: string; xml: string; relation?: string }>>,
): Uint8Array {
  const folder = main.part.slice(0, main.part.lastIndexOf('/') + 1)
  const overrides = Object.entries(parts)
    .map(([name, { type }]) => `<Override PartName="/${name}" ContentType="${type}"/>`)
    .join('')
  const relations = Object.entries(parts)
    .filter(([, { relation }]) => relation)
    .map(
      ([name, { relation }], index) =>
        `<Relationship Id="rId${index + 1}" Type="${office}officeDocument/2006/relationships/${relation}" Target="${name.slice(folder.length)}"/>`,
    )
    .join('')
  const rels = (body: string): string =>
    `${xmlHead}<Relationships xmlns="${office}package/2006/relationships">${body}</Relationships>`
  return zipSync({
    '[Content_Types].xml': strToU8(
      `${xmlHead}<Types xmlns="${office}package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${overrides}</Types>`,
    ),
    '_rels/.rels': strToU8(
      rels(
        `<Relationship Id="rId1" Type="${office}officeDocument/2006/relationships/officeDocument" Target="${main.part}"/>`,
      ),
    ),
    [`${folder}_rels/${main.part.slice(folder.length)}.rels`]: strToU8(rels(relations)),
    ...Object.fromEntries(
      Object.entries(parts).map(([name, { xml }]) => [name, strToU8(xmlHead + xml)]),
    ),
  })
}

/** Generates a Word file; each page has a heading, eight paragraphs with formatted runs, a list and a table. */
export function makeDocx(pages: number): Uint8Array {
  const prose = createProse(2)
  const w = `xmlns:w="${office}wordprocessingml/2006/main"`
  const wordType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.'
  const body = Array.from({ length: pages }, () => docxPage(prose)).join('')
  const style = (id: string, name: string, level: number): string =>
    `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/><w:pPr><w:outlineLvl w:val="${level}"/></w:pPr></w:style>`
  return packageOf(
    { part: 'word/document.xml', type: 'docx' },
    {
      'word/document.xml': {
        type: `${wordType}document.main+xml`,
        xml: `<w:document ${w}><w:body>${body}</w:body></w:document>`,
      },
      'word/styles.xml': {
        type: `${wordType}styles+xml`,
        relation: 'styles',
        xml: `<w:styles ${w}>${style('Heading1', 'heading 1', 0)}${style('Heading2', 'heading 2', 1)}</w:styles>`,
      },
      'word/numbering.xml': {
        type: `${wordType}numbering+xml`,
        relation: 'numbering',
        xml: `<w:numbering ${w}><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="bullet"/><w:lvlText w:val="•"/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`,
      },
    },
  )
}

function docxPage(prose: Prose): string {
  const run = (text: string, properties = ''): string =>
    `<w:r>${properties && `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`
  const paragraph = (content: string, properties = ''): string =>
    `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}${content}</w:p>`
  const text = (): string =>
    paragraph(
      `${run(`${prose.sentence()} `)}${run(prose.words(3), '<w:b/>')}${run(` ${prose.sentence()} `)}${run(prose.words(2), '<w:i/>')}${run(` ${paragraphOf(prose)}`)}`,
    )
  const listItem = (): string =>
    paragraph(run(prose.sentence()), '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>')
  const tableRow = (): string =>
    `<w:tr>${Array.from({ length: 4 }, () => `<w:tc>${paragraph(run(prose.words(3)))}</w:tc>`).join('')}</w:tr>`
  return [
    paragraph(run(prose.words(4)), '<w:pStyle w:val="Heading1"/>'),
    ...Array.from({ length: 5 }, text),
    paragraph(run(prose.words(4)), '<w:pStyle w:val="Heading2"/>'),
    ...Array.from({ length: 4 }, listItem),
    `<w:tbl>${Array.from({ length: 5 }, tableRow).join('')}</w:tbl>`,
  ].join('')
}

/** Generates a workbook with one sheet of ten columns: shared strings, integers, decimals, dates, booleans. */
export function makeXlsx(rows: number): Uint8Array {
  const prose = createProse(3)
  const x = `xmlns="${office}spreadsheetml/2006/main" xmlns:r="${office}officeDocument/2006/relationships"`
  const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.'
  const strings = Array.from({ length: 5_000 }, () => `<si><t>${prose.words(3)}</t></si>`)
  const data = Array.from({ length: rows }, (_, row) => xlsxRow(row, strings.length)).join('')
  return packageOf(
    { part: 'xl/workbook.xml', type: 'xlsx' },
    {
      'xl/workbook.xml': {
        type: `${sheetType}sheet.main+xml`,
        xml: `<workbook ${x}><sheets><sheet name="Data" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      },
      'xl/worksheets/sheet1.xml': {
        type: `${sheetType}worksheet+xml`,
        relation: 'worksheet',
        xml: `<worksheet ${x}><dimension ref="A1:J${rows}"/><sheetData>${data}</sheetData></worksheet>`,
      },
      'xl/sharedStrings.xml': {
        type: `${sheetType}sharedStrings+xml`,
        relation: 'sharedStrings',
        xml: `<sst ${x} count="${strings.length}" uniqueCount="${strings.length}">${strings.join('')}</sst>`,
      },
      'xl/styles.xml': {
        type: `${sheetType}styles+xml`,
        relation: 'styles',
        xml: `<styleSheet ${x}><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellXfs count="4"><xf numFmtId="0"/><xf numFmtId="4" applyNumberFormat="1"/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="10" applyNumberFormat="1"/></cellXfs></styleSheet>`,
      },
    },
  )
}

function xlsxRow(row: number, strings: number): string {
  const number = row + 1
  const shared = (column: string, index: number): string =>
    `<c r="${column}${number}" t="s"><v>${index % strings}</v></c>`
  const value = (column: string, style: number, content: number): string =>
    `<c r="${column}${number}" s="${style}"><v>${content}</v></c>`
  return [
    `<row r="${number}" spans="1:10">`,
    shared('A', row),
    shared('B', row * 7),
    value('C', 0, row),
    value('D', 1, row * 3.75),
    value('E', 2, 40_000 + (row % 5_000)),
    value('F', 3, (row % 100) / 100),
    shared('G', row * 13),
    value('H', 0, row / 7),
    `<c r="I${number}" t="b"><v>${row % 2}</v></c>`,
    shared('J', row * 31),
    '</row>',
  ].join('')
}

/** Generates a web page of about `bytes` bytes: headings, paragraphs with links and formatting, lists, tables, code. */
export function makeHtml(bytes: number): Uint8Array {
  const prose = createProse(4)
  const parts: string[] = []
  for (let size = 0; size < bytes; size += parts.at(-1)?.length ?? 0) parts.push(htmlSection(prose))
  return strToU8(
    `<!doctype html><html><head><title>Benchmark</title></head><body>${parts.join('\n')}</body></html>`,
  )
}

function htmlSection(prose: Prose): string {
  const cells = (tag: string): string =>
    Array.from({ length: 4 }, () => `<${tag}>${prose.words(2)}</${tag}>`).join('')
  return `<section><h2>${prose.words(4)}</h2>
<p>${prose.sentence()} <a href="https://example.com/${prose.words(1)}">${prose.words(2)}</a> ${prose.sentence()} <strong>${prose.words(2)}</strong> ${prose.sentence()} <em>${prose.words(2)}</em> ${paragraphOf(prose)}</p>
<ul>${Array.from({ length: 4 }, () => `<li>${prose.sentence()}</li>`).join('\n')}</ul>
<p>${paragraphOf(prose)}</p>
<table><thead><tr>${cells('th')}</tr></thead><tbody>${Array.from({ length: 4 }, () => `<tr>${cells('td')}</tr>`).join('\n')}</tbody></table>
<pre><code>const ${prose.words(1)} = 1</code></pre></section>`
}
