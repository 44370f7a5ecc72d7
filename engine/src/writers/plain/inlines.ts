/** Writes inlines as text without markup. */
import { type Inline, plainTextOf, type Text, walkInlines } from '../../model/index.ts'

/** Characters and their raised and lowered forms (Unicode, blocks Superscripts and Subscripts, and Latin-1 Supplement). */
const forms = {
  super: formsOf('0123456789+-−=()in', '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁼⁽⁾ⁱⁿ'),
  sub: formsOf('0123456789+-−=()aehklmnopstx', '₀₁₂₃₄₅₆₇₈₉₊₋₋₌₍₎ₐₑₕₖₗₘₙₒₚₛₜₓ'),
} as const

function formsOf(from: string, to: string): ReadonlyMap<string, string> {
  return new Map([...from].map((character, at) => [character, [...to][at] ?? character]))
}

/** Keeps raised and lowered characters if Unicode has them: `10²⁰` and not `1020`. */
export function textOfInlines(inlines: readonly Inline[]): string {
  let whole = ''
  for (const { inline } of walkInlines(inlines)) {
    whole += inline.type === 'text' ? inForm(inline) : plainTextOf(inline)
  }
  return whole
}

function inForm({ text, script }: Text): string {
  if (!script) return text
  const written = [...text].map((character) => forms[script].get(character))
  return written.every((character) => character !== undefined) ? written.join('') : text
}
