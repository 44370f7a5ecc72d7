/** Parses a number format code into sections, with the values and the kind of output of each. ECMA-376 Part 1, 18.8.31. */
import { tokenize } from 'numfmt'
import type { DateParts } from './dates.ts'
import { type Decimal, findDecimal, type Token } from './decimal.ts'

interface Section {
  /** Returns true for values of this section; without a condition the position of the section decides. */
  readonly condition?: (value: number) => boolean
  readonly kind: SectionKind
}

/** `date` prints ISO 8601, `decimal` and `general` have formatters here, the library handles `other`. */
export type SectionKind =
  | { readonly type: 'date'; readonly parts: DateParts }
  | { readonly type: 'decimal'; readonly decimal: Decimal }
  | { readonly type: 'general' }
  | { readonly type: 'other' }

export interface FormatCode {
  /** The code without languages and scripts: `[$€-407]` becomes `"€"`, `[$-409]` and `[DBNum1]` disappear. */
  readonly code: string
  /** One to three sections for numbers. */
  readonly sections: readonly Section[]
  /** True if the format changes text. */
  readonly changesText: boolean
}

/**
 * General in the spelling of East Asian programs, which would otherwise parse as a date.
 * The words of other languages fail as invalid codes, which are General anyway.
 */
const generalWords = /^G\/(?:通用格式|標準|표준)$/i

/** @throws {Error} of the library, if the code cannot be parsed. */
export function parseFormatCode(source: string): FormatCode {
  const tokens = tokenize(source.replace(generalWords, 'General'))
  const parts = splitSections(tokens.map(withoutLanguage))
  const text = parts[3] ?? parts.find((part) => part.some(({ type }) => type === 'TEXT'))
  const numeric = parts.slice(0, 3).filter((part) => part !== text)
  return {
    code: parts.map((part) => part.map(({ raw }) => raw).join('')).join(';'),
    sections: toSections(numeric),
    changesText: text !== undefined && !isPlainText(text),
  }
}

/** Tokens of a text section that add only spaces to the text: `_-@_-`. */
const plainTextTokens: ReadonlySet<string> = new Set(['TEXT', 'SKIP', 'FILL', 'SPACE', 'COLOR'])

/** Returns false for an empty section, which prints no text: `;;;` hides it. */
function isPlainText(tokens: readonly Token[]): boolean {
  return tokens.length > 0 && tokens.every(({ type }) => plainTextTokens.has(type))
}

/** Drops the language, which would change separators; Excel takes these from the user's system instead. */
function withoutLanguage(token: Token): Token {
  if (token.type === 'LOCALE') {
    const currency = token.value.replace(/-.*$/, '').replaceAll('"', '')
    return currency === ''
      ? { ...token, raw: '' }
      : { type: 'STRING', raw: `"${currency}"`, value: currency }
  }
  return scripts.has(token.type) ? { ...token, raw: '' } : token
}

/** `[DBNum1]`, `[NatNum1]`: digits of another script. */
const scripts: ReadonlySet<string> = new Set(['DBNUM', 'NATNUM'])

function splitSections(tokens: readonly Token[]): Token[][] {
  const sections: Token[][] = [[]]
  for (const token of tokens) {
    if (token.type === 'BREAK') sections.push([])
    else sections.at(-1)?.push(token)
  }
  return sections
}

function toSections(parts: readonly (readonly Token[])[]): Section[] {
  if (parts.length === 0) return [{ kind: { type: 'general' } }]
  const isConditional = parts.some((tokens) => tokens.some(({ type }) => type === 'CONDITION'))
  return parts.map((tokens) => {
    const kind = findKind(tokens)
    if (!isConditional) return { kind }
    const test = toCondition(tokens.find(({ type }) => type === 'CONDITION')?.value ?? '')
    // The library decides which conditions print a minus sign.
    return {
      kind: kind.type === 'date' ? kind : { type: 'other' },
      ...(test && { condition: test }),
    }
  })
}

const comparisons: Readonly<Record<string, (value: number, operand: number) => boolean>> = {
  '=': (value, operand) => value === operand,
  '<>': (value, operand) => value !== operand,
  '<': (value, operand) => value < operand,
  '<=': (value, operand) => value <= operand,
  '>': (value, operand) => value > operand,
  '>=': (value, operand) => value >= operand,
}

function toCondition(condition: string): ((value: number) => boolean) | undefined {
  const [, operator = '', operand = ''] = /^([<>=]{1,2})\s*(\S+)$/.exec(condition) ?? []
  const compare = comparisons[operator]
  return compare && ((value) => compare(value, Number(operand)))
}

function findKind(tokens: readonly Token[]): SectionKind {
  const printing = tokens.filter(({ type, raw }) => type !== 'COLOR' && raw !== '')
  if (printing.length === 1 && printing[0]?.type === 'GENERAL') return { type: 'general' }
  const parts = findDateParts(tokens)
  if (parts) return { type: 'date', parts }
  const decimal = findDecimal(tokens)
  return decimal ? { type: 'decimal', decimal } : { type: 'other' }
}

/** Returns `undefined` for elapsed time (`[h]:mm`) without a date, which is a duration and not ISO 8601. */
function findDateParts(tokens: readonly Token[]): DateParts | undefined {
  const dates = tokens.filter(({ type }) => ['DATETIME', 'DURATION', 'AMPM'].includes(type))
  const isTime = dates.map((token, index) => isTimeToken(token, dates[index - 1], dates[index + 1]))
  // `g` alone prints only the name of an era.
  const date = dates.some(({ raw }, index) => !isTime[index] && !/^g+$/i.test(raw))
  const time = isTime.includes(true)
  const isElapsed = dates.some(({ type }) => type === 'DURATION')
  // `d "days" h:mm` is a duration of less than a month.
  const isDaysAndTime = time && dates.every(({ raw }, index) => isTime[index] || /^dd?$/i.test(raw))
  if (!date && (!time || isElapsed)) return undefined
  if (date && isDaysAndTime) return undefined
  return { date, time, smallest: findSmallest(tokens) }
}

function findSmallest(tokens: readonly Token[]): DateParts['smallest'] {
  const seconds = tokens.findIndex(({ type, raw }) => type === 'DATETIME' && /^s/i.test(raw))
  if (seconds < 0) return 'minute'
  const hasFraction = tokens[seconds + 1]?.type === 'POINT' && tokens[seconds + 2]?.type === 'ZERO'
  return hasFraction ? 'fraction' : 'second'
}

function isTimeToken(token: Token, before: Token | undefined, after: Token | undefined): boolean {
  if (token.type !== 'DATETIME') return true
  if (/^[hs]/i.test(token.raw)) return true
  // 18.8.31: `m` and `mm` after hours or before seconds mean minutes.
  if (!/^mm?$/i.test(token.raw)) return false
  return /^\[?h/i.test(before?.raw ?? '') || /^\[?s/i.test(after?.raw ?? '')
}

/**
 * Returns the section that prints a value: by conditions if the code has any, else by sign.
 *
 * @returns `undefined` if no condition holds; Excel shows `####`.
 */
export function findSection(sections: readonly Section[], value: number): Section | undefined {
  const [first, second, third] = sections
  if (sections.some(({ condition }) => condition)) {
    return sections.find(({ condition }, index) =>
      condition ? condition(value) : index > 0 || value > 0,
    )
  }
  if (value > 0 || !second) return first
  if (value < 0) return second
  return third ?? first
}
