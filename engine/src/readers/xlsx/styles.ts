/** Reads the number format of each cell style. ECMA-376 Part 1, 18.8. */
import type { Warnings } from '../../errors.ts'
import { childrenNamed, findChild, type OfficePackage, type XmlElement } from '../ooxml/index.ts'
import {
  builtinFormat,
  createNumberFormat,
  type DateSystem,
  general,
  type NumberFormat,
} from './number-formats/index.ts'

/** Returns the number format of a cell style, by the index in `s`. */
export type FormatOf = (style: number) => NumberFormat

/**
 * The most format codes that are parsed, each in up to 3 ms. Excel allows about 200 custom codes; no program saves a file
 * of 64,000 styles with different codes.
 */
const MAX_CODES = 1000

/** Reads the number formats; without a readable style sheet every style is General. */
export async function readFormats(
  office: OfficePackage,
  part: string | undefined,
  system: DateSystem,
  warnings: Warnings,
): Promise<FormatOf> {
  const codes = findCodes(await office.findXml(part, warnings))
  const byStyle: NumberFormat[] = []
  const byCode = new Map<string, NumberFormat>()
  const formatOfCode = (code: string): NumberFormat => {
    const cached = byCode.get(code)
    if (cached) return cached
    if (byCode.size >= MAX_CODES) {
      warnings.add('too_many_number_formats', tooManyFormats)
      return general
    }
    const created = createFormat(code, system, warnings)
    byCode.set(code, created)
    return created
  }
  return (style) => {
    const code = codes[style]
    if (code === undefined) return general
    byStyle[style] ??= formatOfCode(code)
    return byStyle[style]
  }
}

const tooManyFormats =
  'The workbook has more number formats than Excel allows; numbers of the later ones are shown as stored.'

function createFormat(code: string, system: DateSystem, warnings: Warnings): NumberFormat {
  const created = createNumberFormat(code, system)
  if (created) return created
  const shown = code.length > 60 ? `${code.slice(0, 60)}…` : code
  warnings.add(
    'invalid_number_format',
    `The number format ${shown} is not valid; its numbers are shown as stored.`,
  )
  return general
}

/** Returns the code of each `xf` of `cellXfs`, in the order that `s` of a cell counts (18.8.10, 18.8.45). */
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
