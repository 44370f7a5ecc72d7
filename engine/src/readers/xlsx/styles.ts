/** The style sheet of a workbook → the number format of each cell style. ECMA-376 Part 1, 18.8. */
import type { Warnings } from '../../errors.ts'
import { childrenNamed, findChild, type OfficePackage, type XmlElement } from '../ooxml/index.ts'
import {
  builtinFormat,
  createNumberFormat,
  type DateSystem,
  general,
  type NumberFormat,
} from './number-formats/index.ts'

/** The format of a cell by its style, the index in `s`. */
export type FormatOf = (style: number) => NumberFormat

/** Reads the number formats; a workbook without a readable style sheet has General alone. */
export async function readFormats(
  office: OfficePackage,
  part: string | undefined,
  system: DateSystem,
  warnings: Warnings,
): Promise<FormatOf> {
  const codes = findCodes(await office.findXml(part, warnings))
  const byStyle: NumberFormat[] = []
  const byCode = new Map<string, NumberFormat>()
  return (style) => {
    const known = byStyle[style]
    if (known) return known
    const code = codes[style] ?? 'General'
    const created = byCode.get(code) ?? getFormat(code, system, warnings)
    byCode.set(code, created)
    if (style < codes.length) byStyle[style] = created
    return created
  }
}

function getFormat(code: string, system: DateSystem, warnings: Warnings): NumberFormat {
  const created = createNumberFormat(code, system)
  if (created) return created
  const shown = code.length > 60 ? `${code.slice(0, 60)}…` : code
  warnings.add(
    'invalid_number_format',
    `The number format ${shown} is not valid; its numbers are shown as stored.`,
  )
  return general
}

/** The code of each `xf` of `cellXfs`, in order: what `s` of a cell counts (18.8.10, 18.8.45). */
function findCodes(root: XmlElement | undefined): readonly string[] {
  const custom = new Map(
    childrenNamed(findChild(root, 'x:numFmts'), 'x:numFmt').map(({ attributes }) => [
      Number(attributes['numFmtId']),
      attributes['formatCode'] ?? '',
    ]),
  )
  return childrenNamed(findChild(root, 'x:cellXfs'), 'x:xf').map(({ attributes }) => {
    const id = Number(attributes['numFmtId'] ?? 0)
    return custom.get(id) ?? builtinFormat(id)
  })
}
