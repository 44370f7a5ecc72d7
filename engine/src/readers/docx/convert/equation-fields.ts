/**
 * Converts the instruction of an `EQ` field to LaTeX, or to text if it draws no formula.
 *
 * ECMA-376 Part 1, 17.16.5.17: all switches except those that only move or size. Formulas were typed this way before
 * Office Math, and Word sets readings above Chinese and Japanese text with `\o`.
 */

type EquationField =
  | { readonly type: 'formula'; readonly latex: string }
  | { readonly type: 'text'; readonly text: string }

/** The deepest nesting that is read; formulas typed by hand stay under ten. */
const MAX_DEPTH = 20

/** @param body The instruction after `EQ`. */
export function readEquationField(body: string): EquationField | undefined {
  // 17.16.4.3: switches that format the result.
  const text = body.replace(/\\\*\s*(?:"[^"]*"|[^\s"]+)/g, '')
  const latex = readSequence({ text, at: 0 }, '', 0).trim()
  if (latex === '') return undefined
  if (command.test(latex))
    return { type: 'formula', latex: latex.replace(ideographs, '\\text{$&}') }
  return { type: 'text', text: latex.replace(/\\([#$%&_{}])/g, '$1') }
}

/** LaTeX commands, superscripts and subscripts: text without them is not a formula. */
const command = /\\[a-z]|[_^]\{/

/** Scripts that LaTeX cannot set as variables. */
const ideographs = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/gu

interface Source {
  readonly text: string
  at: number
}

/** Reads up to one of the end characters, outside of parentheses. */
function readSequence(source: Source, ends: string, depth: number): string {
  let latex = ''
  while (source.at < source.text.length) {
    const character = source.text.charAt(source.at)
    if (ends.includes(character)) break
    source.at += 1
    latex += character === '\\' ? readSwitch(source, depth) : readPlain(character, source, depth)
  }
  return latex
}

/** Reads parentheses in pairs, so that commas between them do not separate arguments. */
function readPlain(character: string, source: Source, depth: number): string {
  if (character !== '(' || depth >= MAX_DEPTH) return escapeLatex(character)
  const inside = readSequence(source, ')', depth + 1)
  source.at += 1
  return `(${inside})`
}

function escapeLatex(character: string): string {
  return /[#$%&_{}]/.test(character) ? `\\${character}` : character
}

type WriteSwitch = (parts: readonly string[], options: string) => string

/** Writers by the letter of the switch. */
const formulas: ReadonlyMap<string, WriteSwitch> = new Map<string, WriteSwitch>([
  ['f', ([over = '', under = '']) => `\\frac{${over}}{${under}}`],
  [
    'r',
    ([first = '', second]) =>
      second === undefined ? `\\sqrt{${first}}` : `\\sqrt[${first}]{${second}}`,
  ],
  ['a', (parts, options) => writeArray(parts, options)],
  ['b', ([inside = ''], options) => writeBrackets(inside, options)],
  ['i', (parts, options) => writeIntegral(parts, options)],
  ['s', ([inside = ''], options) => writeScript(inside, options)],
  ['x', ([inside = '']) => `\\boxed{${inside}}`],
])

function readSwitch(source: Source, depth: number): string {
  const letter = source.text.charAt(source.at).toLowerCase()
  source.at += 1
  // 17.16.5.17: a backslash before any other character makes it literal.
  if (!/[a-z]/.test(letter)) return escapeLatex(letter)
  const options = readOptions(source)
  const parts = readParts(source, depth)
  if (letter === 'o') return overstrike(parts)
  if (letter === 'l') return parts.join(', ')
  const write = formulas.get(letter)
  if (!write) return parts.join('')
  return write(parts, options)
}

/** Overprints arguments: a reading above its base, a number in a circle. The last argument is the text. */
function overstrike(parts: readonly string[]): string {
  const [circle = ''] = parts
  const last = parts.at(-1) ?? ''
  const number = Number(last)
  const isCircled = /^[○〇◯]$/.test(circle) && number >= 1 && number <= MAX_CIRCLED
  return isCircled ? String.fromCodePoint(FIRST_CIRCLED + number - 1) : last
}

/** U+2460 to U+2473 are ① to ⑳. */
const FIRST_CIRCLED = 0x2460
const MAX_CIRCLED = 20

/** Reads the options between a switch and its parentheses: `\lc\[`, `\co2`, `\up 8`. */
function readOptions(source: Source): string {
  const start = source.at
  while (source.at < source.text.length && source.text.charAt(source.at) !== '(') {
    source.at += source.text.charAt(source.at) === '\\' ? 2 : 1
    // An option may name a parenthesis as its bracket.
    const option = source.text.slice(Math.max(start, source.at - 4), source.at)
    if (/\\[lrb]c\\$/i.test(option)) source.at += 1
  }
  return source.text.slice(start, source.at)
}

/** Splits arguments at commas, or at semicolons where the comma is the decimal sign. */
function readParts(source: Source, depth: number): string[] {
  const parts: string[] = []
  if (depth >= MAX_DEPTH) return parts
  while (source.at < source.text.length) {
    source.at += 1
    parts.push(readSequence(source, ',;)', depth + 1).trim())
    if (source.text.charAt(source.at) === ')') {
      source.at += 1
      break
    }
  }
  return parts
}

/** The most columns that Word lays out. */
const MAX_COLUMNS = 50

function writeArray(parts: readonly string[], options: string): string {
  const columns = Math.min(Number(/\\co\s*(\d{1,4})/i.exec(options)?.[1] ?? 1) || 1, MAX_COLUMNS)
  const rows: string[] = []
  for (let start = 0; start < parts.length; start += columns) {
    rows.push(parts.slice(start, start + columns).join(' & '))
  }
  return `\\begin{matrix} ${rows.join(' \\\\ ')} \\end{matrix}`
}

const brackets: Readonly<Record<string, string>> = {
  '{': '\\{',
  '}': '\\}',
  '<': '\\langle',
  '>': '\\rangle',
}
const closing: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}', '<': '>' }

function writeBrackets(inside: string, options: string): string {
  const named = (name: string): string | undefined =>
    new RegExp(`\\\\${name}c\\\\(.)`, 'i').exec(options)?.[1]
  const both = named('b')
  const isBare = !/\\[lrb]c\\/i.test(options)
  const left = both ?? named('l') ?? (isBare ? '(' : '.')
  const right = both === undefined ? (named('r') ?? (isBare ? ')' : '.')) : (closing[both] ?? both)
  return `\\left${brackets[left] ?? left} ${inside} \\right${brackets[right] ?? right}`
}

function writeIntegral(
  [lower = '', upper = '', inside = '']: readonly string[],
  options: string,
): string {
  const sum = /\\su/i.test(options) ? '\\sum' : undefined
  const operator = sum ?? (/\\pr/i.test(options) ? '\\prod' : '\\int')
  const limits = `${lower === '' ? '' : `_{${lower}}`}${upper === '' ? '' : `^{${upper}}`}`
  return `${operator}${limits} ${inside}`
}

function writeScript(inside: string, options: string): string {
  return /\\do/i.test(options) ? `_{${inside}}` : `^{${inside}}`
}
