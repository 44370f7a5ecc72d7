/** Converts fields to their results, with links, or to the text that the instruction defines. ECMA-376 Part 1, 17.16. */
import type { FieldBegin, FormField } from '../parse/index.ts'
import { readEquationField } from './equation-fields.ts'

/** The fields around the current text, the outermost first. */
export interface Fields {
  readonly open: OpenField[]
  /** The number of open fields whose separator has not been read yet; text is hidden while it is not 0. */
  instructions: number
}

interface OpenField {
  readonly form: FormField | undefined
  instruction: string
  hasResult: boolean
  /** Link target of the result: the field's own, or inherited from enclosing fields. */
  target: string | undefined
}

/** The longest instruction that is read, characters; Word's longest links have 2,000. */
const MAX_INSTRUCTION = 10_000

export function createFields(): Fields {
  return { open: [], instructions: 0 }
}

/** 17.16.18. Ignores fields without an end. */
export function beginField({ form, isClosed }: FieldBegin, fields: Fields): void {
  if (!isClosed) return
  fields.open.push({ form, instruction: '', hasResult: false, target: linkTarget(fields) })
  fields.instructions += 1
}

export function addInstruction(text: string, { open }: Fields): void {
  const field = open.at(-1)
  if (!field || field.hasResult || field.instruction.length > MAX_INSTRUCTION) return
  field.instruction += text
}

/** Marks the beginning of the field's result. */
export function separateField(fields: Fields): void {
  const field = fields.open.at(-1)
  if (!field || field.hasResult) return
  field.hasResult = true
  field.target = findLinkTarget(field.instruction) ?? field.target
  fields.instructions -= 1
}

/** The text of a field without a stored result. */
export type FieldResult =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'symbol'; readonly font: string; readonly code: number }
  | { readonly type: 'checkBox'; readonly checked: boolean }
  | { readonly type: 'formula'; readonly latex: string }

/** @returns The text of a field that has no stored result. */
export function endField(fields: Fields): FieldResult | undefined {
  const field = fields.open.pop()
  if (!field || field.hasResult) return undefined
  fields.instructions -= 1
  if (field.form?.type === 'checkBox') return field.form
  if (field.form) return { type: 'text', text: field.form.text }
  return resultOf(field.instruction)
}

/** Returns the target of the innermost link field. */
export function linkTarget({ open }: Fields): string | undefined {
  return open.at(-1)?.target
}

/** 17.16.5.68, 17.16.5.67: returns true within a stored table of contents or of authorities. */
export function isInContents({ open }: Fields): boolean {
  return open.some(({ hasResult, instruction }) => hasResult && /^\s*TO[CA]\b/i.test(instruction))
}

/** Computes the text of fields whose results Word does not store. */
export function resultOf(instruction: string): FieldResult | undefined {
  const [name = '', ...rest] = splitInstruction(instruction)
  switch (name.toUpperCase()) {
    case 'SYMBOL':
      return readSymbol(rest)
    case 'EQ':
      return readEquationField(instruction.trim().slice('EQ'.length))
    case 'MACROBUTTON':
    case 'GOTOBUTTON':
      // 17.16.5.33, 17.16.5.22: the name of a macro or bookmark, then the displayed text.
      return {
        type: 'text',
        text: instruction.trim().replace(/^\S+\s+\S+\s*/, ''),
      }
    default:
      return undefined
  }
}

/** 17.16.5.63: `SYMBOL 183 \f "Symbol"`; without a font the code is in Windows-1252, with `\u` in Unicode. */
function readSymbol(rest: readonly string[]): FieldResult | undefined {
  const code = Number(rest[0])
  const font = rest[rest.findIndex((part) => part.toLowerCase() === '\\f') + 1]
  if (!Number.isInteger(code)) return undefined
  return { type: 'symbol', font: rest.includes('\\f') ? (font ?? '') : '', code }
}

/** @returns A URL, or `#` and the name of a bookmark; `undefined` if the field is not a link. */
export function findLinkTarget(instruction: string): string | undefined {
  const [name = '', ...rest] = splitInstruction(instruction)
  switch (name.toUpperCase()) {
    case 'HYPERLINK':
      return readHyperlink(rest)
    // 17.16.5.51, 17.16.5.42, 17.16.5.39: `\h` makes the text or number of a bookmark a link to it.
    case 'REF':
    case 'PAGEREF':
    case 'NOTEREF':
      return rest[0] && rest.some((part) => /^\\h$/i.test(part)) ? `#${rest[0]}` : undefined
    default:
      return undefined
  }
}

/** 17.16.5.25: `HYPERLINK "url" \l "bookmark" \o "tip"`. */
function readHyperlink(rest: readonly string[]): string | undefined {
  let url: string | undefined
  let bookmark: string | undefined
  for (let index = 0; index < rest.length; index += 1) {
    const part = rest[index] ?? ''
    if (/^\\[lots]$/i.test(part)) {
      index += 1
      if (part.toLowerCase() === '\\l') bookmark = rest[index]
    } else if (!part.startsWith('\\')) url ??= part
  }
  return bookmark ? `${url ?? ''}#${bookmark}` : url || undefined
}

/** 17.16.3: splits at spaces outside of quotation marks, within which a backslash makes the next character literal. */
export function splitInstruction(instruction: string): string[] {
  const parts = instruction.matchAll(/["“”]((?:[^"“”\\]|\\.)*)["“”]?|([^\s"“”]+)/g)
  return [...parts].map(([, quoted, word]) => word ?? quoted?.replace(/\\(.)/g, '$1') ?? '')
}
