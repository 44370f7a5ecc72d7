/** Resolves locations in a workbook (`'My sheet'!A1`) to the Markdown headings of sheets. ECMA-376 Part 1, 18.3.1.47. */
import { createHeadingNames } from '../../model/index.ts'
import type { SheetEntry } from './workbook.ts'

/** @returns `#` and the name of the sheet's heading; `undefined` unless the location is a cell of another sheet. */
export type FindSheet = (location: string) => string | undefined

/** Makes a resolver for each sheet, in order; links to the sheet itself are not resolved. */
export function createFindSheets(sheets: readonly SheetEntry[]): readonly FindSheet[] {
  const nameOf = createHeadingNames()
  const names = new Map(sheets.map(({ name }) => [name.toLowerCase(), nameOf(name)]))
  return sheets.map((own) => (location) => {
    const sheet = sheetOf(location)?.toLowerCase()
    const name = sheet === own.name.toLowerCase() ? undefined : names.get(sheet ?? '')
    return name ? `#${name}` : undefined
  })
}

/** A quoted sheet name, with inner quotation marks doubled; LibreOffice separates sheet and cell by a full stop. */
const quoted = /^\$?'((?:[^']|'')+)'[!.]/
const plain = /^\$?([^'!]+?)(?:!|\.(?=\$?[A-Za-z]{1,3}\$?\d))/

function sheetOf(location: string): string | undefined {
  return quoted.exec(location)?.[1]?.replaceAll("''", "'") ?? plain.exec(location)?.[1]
}
