/**
 * Reads an XLSX file into a document: a section for every sheet, with one table of the displayed values.
 *
 * Covered: hidden sheets, shared and inline strings, number formats, merged ranges, links, stored results of
 * formulas, files of ISO/IEC 29500 Strict. Left out: chart sheets, drawings, comments, styling (docs/formats/xlsx.md).
 */
import { ConversionError, Warnings } from '../../errors.ts'
import type { Page, Section } from '../../model/index.ts'
import { type ChosenPages, choosePages } from '../../page-ranges.ts'
import { findRelationships, type OfficePackage, openPackage, readTitle } from '../ooxml/index.ts'
import type { Reader, ReadOptions } from '../reader.ts'
import type { CellContext } from './cell-values.ts'
import { readComments } from './comments.ts'
import { createFindLink } from './contents.ts'
import { readDrawing } from './drawings.ts'
import { toFurniture } from './headers-and-footers.ts'
import { coverMerged } from './merges.ts'
import { splitRegions } from './regions.ts'
import { readRichValues } from './rich-values.ts'
import { readSharedStrings } from './shared-strings.ts'
import { readSheet } from './sheet.ts'
import { createFindSheets, type FindSheet } from './sheet-links.ts'
import { readFormats } from './styles.ts'
import { type TableContext, toBlocks } from './tables.ts'
import { readWorkbook, type SheetEntry, type Workbook } from './workbook.ts'

export { countSheets } from './count-sheets.ts'

export const readXlsx: Reader = async (bytes, options) => {
  const office = await openPackage(bytes, options.limits)
  if (office?.format !== 'xlsx') {
    throw new ConversionError('unsupported_media_type', 'The file is not an XLSX workbook.')
  }
  const warnings = new Warnings()
  const workbook = await readWorkbook(office, warnings)
  const { pages: ranges, maxPages } = options
  const chosen = choosePages(workbook.sheets.length, { ranges, maxPages, pageNoun: 'sheets' })
  const context = await readContext(office, workbook, options, warnings)
  const sections = await readSections(office, workbook.sheets, chosen, context, options)
  const title = await readTitle(office, warnings)
  return {
    document: {
      ...(title !== undefined && { title }),
      pages: [...chosen].map((number): Page => pageOf(number, workbook.sheets)),
      blocks: sections,
      notes: [],
    },
    warnings: warnings.list,
  }
}

function pageOf(number: number, sheets: readonly SheetEntry[]): Page {
  const name = sheets[number - 1]?.name
  return { number, ...(name !== undefined && { name }) }
}

async function readContext(
  office: OfficePackage,
  workbook: Workbook,
  options: ReadOptions,
  warnings: Warnings,
): Promise<CellContext> {
  const { styles, sharedStrings, dateSystem } = workbook
  const withMarks = options.profile === 'fidelity'
  return {
    strings: await readSharedStrings(office, sharedStrings, withMarks, options.limits, warnings),
    formatOf: await readFormats(office, styles, dateSystem, warnings),
    richValueOf: await readRichValues(office, workbook.relationships, warnings),
    dateSystem,
    warnings,
    size: { cells: 0, characters: 0 },
  }
}

async function readSections(
  office: OfficePackage,
  sheets: readonly SheetEntry[],
  chosen: ChosenPages,
  context: CellContext,
  options: ReadOptions,
): Promise<Section[]> {
  const sections: Section[] = []
  const findSheets = options.profile === 'fidelity' ? createFindSheets(sheets) : []
  let readable = 0
  for (const [index, entry] of sheets.entries()) {
    if (!chosen.has(index + 1)) continue
    const sheetContext = { number: index + 1, findSheet: findSheets[index] }
    const section = await readSection(office, entry, sheetContext, context, options)
    if (section) readable += 1
    sections.push(section ?? emptySection(entry.name))
    options.onProgress?.({ stage: 'sheets', pagesDone: sections.length, pagesTotal: chosen.length })
  }
  if (readable === 0 && chosen.length > 0) {
    throw new ConversionError('conversion_failed', 'The document is damaged: no sheet can be read.')
  }
  return sections
}

function emptySection(name: string): Section {
  return { type: 'section', kind: 'sheet', title: [{ type: 'text', text: name }], blocks: [] }
}

interface SheetContext {
  /** Counted from 1. */
  readonly number: number
  readonly findSheet: FindSheet | undefined
}

/** @returns `undefined` if no part of the sheet can be read. */
async function readSection(
  office: OfficePackage,
  { name, part }: SheetEntry,
  { number, findSheet }: SheetContext,
  context: CellContext,
  options: ReadOptions,
): Promise<Section | undefined> {
  const { limits, profile } = options
  const { warnings } = context
  if (part === undefined) {
    warnings.add('missing_part', `The sheet ${name} is missing from the file.`)
    return undefined
  }
  const sheet = await readSheet(office, part, context, {
    limits,
    isFidelity: profile === 'fidelity',
  })
  if (!sheet) return undefined
  const relationships = await findRelationships(office, part, warnings)
  const findLink = createFindLink(sheet.links, relationships, findSheet)
  const rows = coverMerged(sheet, warnings)
  const tableContext: TableContext = { sheet: number, findLink, limits, warnings }
  const regions = profile === 'fast' ? [rows] : splitRegions(rows)
  const tables = toBlocks(regions, tableContext)
  if (profile === 'fast') return { ...emptySection(name), blocks: tables }
  const comments = await readComments(office, relationships, warnings)
  const printed = toFurniture(sheet.printed, name)
  const blocks = [
    ...printed.filter(({ kind }) => kind === 'header'),
    ...tables,
    ...(await readDrawing(office, relationships, warnings, options.withSources === true)),
    ...(comments ? [comments] : []),
    ...printed.filter(({ kind }) => kind === 'footer'),
  ]
  return { ...emptySection(name), blocks }
}
