/** Replaces signs that typesetting programs print in text for those of a keyboard. */
import { tildes } from './code-signs.ts'
import type { Style } from './style.ts'

/** Matches TeX's three spaced dots, with the blank before punctuation; longer rows are leaders. */
const spacedDots = /(?<!\. ?)\.(?: \.){2}(?! ?\.)(?: (?=[,;:)\]}]))?/g
/** Matches a minus beside another: groff prints minus signs for hyphens. */
const doubledMinus = /\u2212(?=\u2212)|(?<=\u2212)\u2212/g
/** Matches a minus between letters, of which one side has two: a difference has single ones. */
const minusInWord = /(?<=\p{L}{2})\u2212(?=\p{L})|(?<=\p{L})\u2212(?=\p{L}{2})/gu
/** Matches a minus between words of three letters: in italics, shorter ones may be variables. */
const minusInLongWord = /(?<=\p{L}{3})\u2212(?=\p{L}{3})/gu
/** Matches a minus before a word. */
const minusBeforeWord = /(?<![^\s([|/"'“‘])\u2212(?=\p{L}{3})/gu
/** Matches a minus before a letter: in bold text, that of an option. */
const minusOfOption = /(?<![^\s([|])\u2212(?=\p{L})/gu
/** Matches two single quotes in place of a double one. */
const doubledQuotes = /\u2018\u2018|\u2019\u2019/g
/** Matches TeX's tilde before the name of a user in an address. */
const tildeOfAddress = new RegExp(`(?<=/)[${tildes}](?=\\w)`, 'g')

/**
 * Returns text with `...` for spaced dots, hyphens for the minus signs of words and options, double quotes for two single ones, and the
 * tilde of addresses. Typewriter text may be code, which has other signs.
 *
 * Of 500 documents, 121 have spaced dots, and 49 such minus signs.
 */
export function withPlainSigns(text: string, { bold, italic, mono, math }: Style): string {
  const whole = text.replace(tildeOfAddress, '~')
  if (mono) return whole.replaceAll('\u2212', '-')
  const quoted = whole
    .replace(spacedDots, '...')
    .replace(doubledQuotes, (two) => (two < '\u2019' ? '\u201c' : '\u201d'))
  if (math || !quoted.includes('\u2212')) return quoted
  if (italic) return quoted.replace(doubledMinus, '-').replace(minusInLongWord, '-')
  const hyphened = quoted
    .replace(doubledMinus, '-')
    .replace(minusInWord, '-')
    .replace(minusBeforeWord, '-')
  return bold ? hyphened.replace(minusOfOption, '-') : hyphened
}
