/** Builds XLSX files for tests, and reads them back. */
import { defaultLimits } from '../../../limits.ts'
import type { Cell, Section, Table } from '../../../model/index.ts'
import {
  makeContentTypes,
  makeCore,
  makeRelationships,
  namespaces,
  type Target,
} from '../../ooxml/testing/package.ts'
import { makeZip } from '../../ooxml/testing/zip.ts'
import type { ReadOptions } from '../../reader.ts'
import { readXlsx } from '../index.ts'

const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const rootNamespaces = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" ${namespaces}`

export interface TestWorkbook {
  /** Sheets by name: the content of `sheetData`, or the whole part if it begins with a declaration. */
  readonly sheets: Readonly<Record<string, string>>
  /** Elements after `sheetData`: merged cells, links. */
  readonly afterData?: string
  /** External targets of the first sheet, by id. */
  readonly links?: Readonly<Record<string, string>>
  /** The `si` of the shared strings. */
  readonly strings?: string
  /** Format codes of the styles from 1; style 0 is General. */
  readonly formats?: readonly string[]
  /** Attributes of `workbookPr`. */
  readonly properties?: string
  readonly title?: string
  /** Parts to add or replace; `undefined` removes one. */
  readonly parts?: Readonly<Record<string, string | Uint8Array | undefined>>
}

/** Builds a workbook whose sheets are `xl/worksheets/sheet1.xml`, …, with the relationship ids `s1`, … */
export function makeXlsx(workbook: TestWorkbook): Buffer {
  const sheets = Object.entries(workbook.sheets).map(([name, data], index) => ({
    name,
    id: `s${index + 1}`,
    part: `worksheets/sheet${index + 1}.xml`,
    xml: data.startsWith('<?xml') ? data : makeSheet(data, workbook.afterData ?? ''),
  }))
  const rows = sheets.map(({ name, id }) => `<sheet name="${name}" sheetId="1" r:id="${id}"/>`)
  const targets = sheets.map(({ id, part }): [string, Target] => [id, ['worksheet', part]])
  const links = Object.entries(workbook.links ?? {})
  const made: Record<string, string | Uint8Array | undefined> = {
    '[Content_Types].xml': makeContentTypes({
      '/xl/workbook.xml': `${contentType}.sheet.main+xml`,
      ...Object.fromEntries(
        sheets.map(({ part }) => [`/xl/${part}`, `${contentType}.worksheet+xml`]),
      ),
    }),
    '_rels/.rels': makeRelationships({
      m: ['officeDocument', 'xl/workbook.xml'],
      c: ['metadata/core-properties', 'docProps/core.xml'],
    }),
    'docProps/core.xml': makeCore(workbook.title ?? ''),
    'xl/workbook.xml': `<workbook ${rootNamespaces}><workbookPr ${workbook.properties ?? ''}/><sheets>${rows.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': makeRelationships({
      ...Object.fromEntries(targets),
      t: ['sharedStrings', 'sharedStrings.xml'],
      f: ['styles', 'styles.xml'],
    }),
    'xl/sharedStrings.xml': `<sst ${rootNamespaces}>${workbook.strings ?? ''}</sst>`,
    'xl/styles.xml': makeStyles(workbook.formats ?? []),
    'xl/worksheets/_rels/sheet1.xml.rels': makeRelationships(
      Object.fromEntries(
        links.map(([id, target]): [string, Target] => [id, ['hyperlink', target, 'external']]),
      ),
    ),
    ...Object.fromEntries(sheets.map(({ part, xml }) => [`xl/${part}`, xml])),
    ...workbook.parts,
  }
  return makeZip(
    Object.fromEntries(
      Object.entries(made).flatMap(([name, xml]) => (xml === undefined ? [] : [[name, xml]])),
    ),
  )
}

function makeSheet(data: string, afterData: string): string {
  return `<worksheet ${rootNamespaces}><sheetData>${data}</sheetData>${afterData}</worksheet>`
}

function makeStyles(codes: readonly string[]): string {
  const formats = codes.map(
    (code, index) =>
      `<numFmt numFmtId="${164 + index}" formatCode="${code.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')}"/>`,
  )
  const styles = codes.map((_, index) => `<xf numFmtId="${164 + index}"/>`)
  return `<styleSheet ${rootNamespaces}><numFmts>${formats.join('')}</numFmts><cellXfs><xf numFmtId="0"/>${styles.join('')}</cellXfs></styleSheet>`
}

interface TestResult {
  readonly title: string | undefined
  readonly names: readonly string[]
  readonly tables: readonly (Table | undefined)[]
  readonly warnings: readonly string[]
}

export async function read(
  workbook: TestWorkbook,
  more: Partial<ReadOptions> = {},
): Promise<TestResult> {
  const options: ReadOptions = { profile: 'fast', limits: defaultLimits, ...more }
  const { document, warnings } = await readXlsx(makeXlsx(workbook), options)
  const sections = document.blocks.filter((block): block is Section => block.type === 'section')
  return {
    title: document.title,
    names: document.pages.map(({ name }) => name ?? ''),
    tables: sections.map(({ blocks }) => blocks.find((block) => block.type === 'table')),
    warnings: warnings.map(({ code }) => code),
  }
}

/** Returns the texts of a table by row; spans follow the text of their cell. */
export function gridOf(table: Table | undefined): string[][] | undefined {
  return table?.rows.map(({ cells }) => {
    const texts = Array.from({ length: table.columnCount }, () => '')
    for (const cell of cells) texts[cell.column] = textOf(cell)
    return texts
  })
}

function textOf({ content, columnSpan = 1, rowSpan = 1 }: Cell): string {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  return columnSpan * rowSpan === 1 ? text : `${text} ${columnSpan}×${rowSpan}`
}

export async function readGrid(
  data: string,
  more: Omit<TestWorkbook, 'sheets'> = {},
): Promise<string[][]> {
  const { tables, warnings } = await read({ sheets: { S: data }, ...more })
  if (warnings.length > 0) throw new Error(`Unexpected warnings: ${warnings.join(', ')}`)
  return gridOf(tables[0]) ?? []
}

/** A row of inline strings; an empty text makes no cell. */
export function row(number: number, ...texts: readonly string[]): string {
  const cells = texts.map((text, index) => {
    const reference = `${String.fromCharCode(65 + index)}${number}`
    return text && `<c r="${reference}" t="inlineStr"><is><t>${text}</t></is></c>`
  })
  return `<row r="${number}">${cells.join('')}</row>`
}

/** A cell of an inline string. */
export function inline(text: string): string {
  return `<c t="inlineStr"><is><t>${text}</t></is></c>`
}
