/** Reads the shared strings of a workbook as a stream. ECMA-376 Part 1, 18.4.9. */
import type { Warnings } from '../../errors.ts'
import { type Limits, refuse } from '../../limits.ts'
import type { OfficePackage } from '../ooxml/index.ts'
import { readDamaged } from './damage.ts'
import { createTextReader, type RichText } from './rich-text.ts'

/**
 * Reads the shared strings; of a damaged part those before the damage.
 *
 * @param withMarks True to keep the marks of runs.
 * @throws {ConversionError} if a limit is exceeded.
 */
export async function readSharedStrings(
  office: OfficePackage,
  part: string | undefined,
  withMarks: boolean,
  limits: Limits,
  warnings: Warnings,
): Promise<readonly RichText[]> {
  const strings: RichText[] = []
  if (part === undefined) return strings
  const reader = createTextReader(withMarks)
  await readDamaged(part, warnings, () =>
    office.streamXml(part, {
      open: reader.open,
      text: reader.text,
      close: (name) => {
        reader.close(name)
        if (name !== 'x:si') return
        if (strings.length >= limits.tableCells) refuse('it has too many strings')
        strings.push(reader.take())
      },
    }),
  )
  return strings
}
