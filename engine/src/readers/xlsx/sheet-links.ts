/** Places in a workbook (`'My sheet'!A1`) → links to the headings that sheets are in Markdown. ECMA-376 Part 1, 18.3.1.47. */
import { createHeadingNames } from '../../model/index.ts'
import type { SheetEntry } from './workbook.ts'

/** @returns `#` and the name of the sheet's heading; `undefined` for what is no cell of another sheet. */
export type FindSheet = (place: string) => string | undefined

/** For the links of each sheet, in order; one to the sheet itself leads nowhere new. */
export function createFindSheets(sheets: readonly SheetEntry[]): readonly FindSheet[] {
  const nameOf = createHeadingNames()
  const names = new Map(sheets.map(({ name }) => [name.toLowerCase(), nameOf(name)]))
  return sheets.map((own) => (place) => {
    const sheet = sheetOf(place)?.toLowerCase()
    const name = sheet === own.name.toLowerCase() ? undefined : names.get(sheet ?? '')
    return name ? `#${name}` : undefined
  })
}

/** In quotation marks where it is not a plain word, with those inside doubled; LibreOffice parts it from the cell by a full stop. */
const quoted = /^\$?'((?:[^']|'')+)'[!.]/
const plain = /^\$?([^'!]+?)(?:!|\.(?=\$?[A-Za-z]{1,3}\$?\d))/

function sheetOf(place: string): string | undefined {
  return quoted.exec(place)?.[1]?.replaceAll("''", "'") ?? plain.exec(place)?.[1]
}
