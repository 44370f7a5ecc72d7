/** Counts the sheets of an XLSX file, hidden ones included, without reading them. */
import { Warnings } from '../../errors.ts'
import type { Limits } from '../../limits.ts'
import { openPackage } from '../ooxml/index.ts'
import { readWorkbook } from './workbook.ts'

export async function countSheets(bytes: Uint8Array, limits: Limits): Promise<number> {
  const office = await openPackage(bytes, limits)
  if (!office) return 0
  return (await readWorkbook(office, new Warnings())).sheets.length
}
