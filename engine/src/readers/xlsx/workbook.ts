/** Reads the workbook part: sheets in order, date system, shared parts. ECMA-376 Part 1, 18.2. */
import { ConversionError, type Warnings } from '../../errors.ts'
import {
  childrenNamed,
  findChild,
  type OfficePackage,
  type Relationships,
  type XmlElement,
} from '../ooxml/index.ts'
import type { DateSystem } from './number-formats/index.ts'

export interface Workbook {
  readonly sheets: readonly SheetEntry[]
  readonly dateSystem: DateSystem
  /** Names of the parts that all sheets share, if the package holds them. */
  readonly sharedStrings: string | undefined
  readonly styles: string | undefined
  readonly relationships: Relationships
}

export interface SheetEntry {
  readonly name: string
  /** `undefined` if the package lacks the sheet's part. */
  readonly part: string | undefined
}

/**
 * Reads the workbook part: all sheets except charts, hidden ones included, in tab order.
 *
 * If the part cannot be read or lists no sheet, uses the sheets found in the package.
 * @throws {ConversionError} `conversion_failed` if the package holds none.
 */
export async function readWorkbook(office: OfficePackage, warnings: Warnings): Promise<Workbook> {
  const root = await office.findXml(office.main, warnings)
  const relationships = await office.relationships(office.main)
  const listed = listSheets(root, relationships, office, warnings)
  const date1904 = findChild(root, 'x:workbookPr')?.attributes['date1904']
  return {
    sheets: listed.length > 0 ? listed : findSheets(root, office),
    dateSystem: date1904 === '1' || date1904 === 'true' ? 1904 : 1900,
    sharedStrings: findSharedPart('sharedStrings', relationships, office),
    styles: findSharedPart('styles', relationships, office),
    relationships,
  }
}

function listSheets(
  root: XmlElement | undefined,
  relationships: Relationships,
  office: OfficePackage,
  warnings: Warnings,
): SheetEntry[] {
  const targets = new Set(relationships.all.map(({ target }) => target))
  const unclaimed = sheetParts(office).filter((part) => !targets.has(part))
  return childrenNamed(findChild(root, 'x:sheets'), 'x:sheet').flatMap(({ attributes }, index) => {
    const relationship = relationships.find(attributes['r:id'])
    // A chart sheet has no cells. A dialog sheet of Excel 5 is kept as an empty tab.
    if (relationship?.type === 'chartsheet') return []
    const name = attributes['name'] || `Sheet${index + 1}`
    const target = relationship?.target ?? ''
    if (office.has(target)) return [{ name, part: target }]
    const part = unclaimed.shift()
    if (part !== undefined) {
      const guess = `The workbook does not name the part of the sheet ${name}; ${part} was read instead.`
      warnings.add('guessed_part', guess)
    }
    return [{ name, part }]
  })
}

/** Finds the sheet parts of a package whose workbook lists none; the part names become sheet names. */
function findSheets(root: XmlElement | undefined, office: OfficePackage): SheetEntry[] {
  // A workbook that lists only chart sheets has no sheet to convert.
  if (childrenNamed(findChild(root, 'x:sheets'), 'x:sheet').length > 0) return []
  const parts = sheetParts(office)
  if (parts.length === 0) {
    throw new ConversionError('conversion_failed', 'The document is damaged: it holds no sheet.')
  }
  return parts.map((part) => ({
    name: part.replace(/^.*\//, '').replace(/\.xml$/i, ''),
    part,
  }))
}

/** `sheet2` before `sheet10`. */
const byNumber = new Intl.Collator('en', { numeric: true })

function sheetParts(office: OfficePackage): string[] {
  const worksheet = /spreadsheetml\.worksheet\+xml$/i
  return office.parts
    .filter(
      (part) =>
        worksheet.test(office.contentType(part) ?? '') || /\/worksheets\/[^/]+\.xml$/i.test(part),
    )
    .toSorted(byNumber.compare)
}

/** Finds a part by relationship, else by the name that all programs use. */
function findSharedPart(
  type: 'sharedStrings' | 'styles',
  relationships: Relationships,
  office: OfficePackage,
): string | undefined {
  const usual = `${office.main.replace(/[^/]*$/, '')}${type}.xml`
  return relationships.findPart(type) ?? (office.has(usual) ? usual : undefined)
}
