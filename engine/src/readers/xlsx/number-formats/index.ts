/** Formats values by number format codes as the file displays them; dates and times as ISO 8601. */
import { type FormatOptions, format, isValidFormat } from 'numfmt'
import { type DateSystem, writeSerial } from './dates.ts'
import { writeDecimal } from './decimal.ts'
import { writeGeneral } from './general.ts'
import { type FormatCode, findSection, parseFormatCode, type SectionKind } from './sections.ts'

export { builtinFormat } from './builtin.ts'
export { type DateSystem, readIsoDate } from './dates.ts'

export interface NumberFormat {
  /** True for General, by which a short integer prints as it is stored. */
  readonly isGeneral: boolean
  /** @param value A finite number. */
  writeNumber(value: number): string
  writeText(value: string): string
}

export const general: NumberFormat = {
  isGeneral: true,
  writeNumber: writeGeneral,
  writeText: (value) => value,
}

/** The longest code that is parsed, characters: Excel's limit, which bounds the time of hostile codes. */
const MAX_CODE_LENGTH = 255

/** @returns `undefined` if the code is invalid. */
export function createNumberFormat(source: string, system: DateSystem): NumberFormat | undefined {
  if (/^(?:general)?$/i.test(source)) return general
  // A number in a text cell prints in full, beyond General's 11 characters.
  if (source === '@') return { ...general, isGeneral: false, writeNumber: writeFull }
  const parsed = findFormatCode(source)
  if (!parsed) return undefined
  return {
    isGeneral: false,
    writeNumber: (value) => writeNumber(parsed, value, system),
    writeText: (value) => (parsed.changesText ? format(parsed.code, value, options) : value),
  }
}

/** Matches brackets that the formatter does not support, such as `[~buddhist]`. Removing them keeps the number readable. */
const unknownBrackets =
  /\[(?![<>=$]|[hms]+\]|(?:DB|Nat)Num|(?:Black|Blue|Colou?r ?\d+|Cyan|Green|Magenta|Red|White|Yellow)\])[^\]]*\]/gi

function findFormatCode(source: string): FormatCode | undefined {
  if (source.length > MAX_CODE_LENGTH) return undefined
  const parsed = tryParse(source) ?? tryParse(source.replace(unknownBrackets, ''))
  if (parsed) return parsed
  // Programs write date codes that Excel would refuse; printing ISO 8601 only requires that the code formats a date.
  const date = tryParse(source, isDate)
  return date && { ...date, changesText: false }
}

function isDate({ code, sections }: FormatCode): boolean {
  return /yy|hh|ss/i.test(code) && sections.every(({ kind }) => kind.type === 'date')
}

/** @param isWritable Returns true if the code can be used; by default, if the library accepts it. */
function tryParse(source: string, isWritable = isAccepted): FormatCode | undefined {
  try {
    const parsed = parseFormatCode(source)
    return isWritable(parsed) ? parsed : undefined
  } catch {
    // The library throws for codes that Excel would refuse.
    return undefined
  }
}

function isAccepted({ code }: FormatCode): boolean {
  return isValidFormat(code)
}

/** English separators, and Excel's range of dates. */
const options: Partial<FormatOptions> = {
  locale: 'en',
  dateErrorNumber: true,
  dateSpanLarge: false,
}

/** Writes the 15 significant digits with which a number is stored. */
function writeFull(value: number): string {
  return String(Number(value.toPrecision(15)))
}

function writeNumber(parsed: FormatCode, value: number, system: DateSystem): string {
  const section = findSection(parsed.sections, value)
  if (!section) return writeGeneral(value)
  return (
    writeSection(section.kind, value, parsed, system) ??
    removePadding(format(parsed.code, value, options))
  )
}

/** @returns `undefined` for codes that only the library handles. */
function writeSection(
  kind: SectionKind,
  value: number,
  parsed: FormatCode,
  system: DateSystem,
): string | undefined {
  switch (kind.type) {
    case 'date':
      return writeSerial(value, kind.parts, system) ?? writeGeneral(value)
    case 'general':
      return parsed.sections.length === 1 ? writeGeneral(value) : undefined
    case 'decimal':
      return writeDecimal(kind.decimal, value, parsed.sections.length === 1)
    case 'other':
      return undefined
  }
}

/** Removes the spaces that align columns (`_)`, `?`, `* `), which have no meaning in a table of text. */
function removePadding(text: string): string {
  const trimmed = text.trim()
  return trimmed.includes('  ') ? trimmed.replace(/ {2,}/g, ' ') : trimmed
}
