/** Converts the characters of a run or token to nodes: letters, numbers, names, operators, accents, scripts, blanks. */
import { findStyledCharacter } from './alphabets.ts'
import { accent, fenced, limits, nothing, row, scripts, symbol, words } from './builders.ts'
import { findFunction } from './functions.ts'
import { findCombiningMark, findMark } from './marks.ts'
import { findSymbol } from './symbols.ts'
import type { Accent, MathNode, Name, Space, Variant } from './tree.ts'

interface CharacterStyle {
  readonly variant?: Variant
  /** Role of letter sequences; without it each letter is a variable. */
  readonly names?: Name['role']
  /** True if `x^2` and `x_1` are typed scripts (Unicode Technical Note 28). */
  readonly linear?: boolean
}

type ReadMatch = (match: string, style: CharacterStyle, nodes: MathNode[]) => void

/** Patterns with their readers; the first match wins. */
const rules: readonly { readonly pattern: RegExp; readonly read: ReadMatch }[] = [
  {
    pattern: /[0-9]+(?:\.[0-9]+)*/,
    read: (match, { variant }, nodes) => nodes.push(digits(match, variant)),
  },
  {
    // U+2061: function application.
    pattern: /[A-Za-z]{2,}\u2061/,
    read: (match, _style, nodes) => {
      nodes.push({ type: 'name', text: match.slice(0, -1), role: 'function' })
    },
  },
  { pattern: /[A-Za-z]{2,}(?: +[A-Za-z]{2,})+(?!\p{M})/u, read: readPhrase },
  { pattern: /[A-Za-z]{2,}(?!\p{M})/u, read: readLetters },
  {
    pattern: /[⁰¹²³⁴-⁹⁺⁻⁼⁽⁾ⁿⁱ]+/,
    read: (match, style, nodes) => nodes.push(postfix({ sup: plainCharacters(match, style) })),
  },
  {
    pattern: /[₀-₎ₐ-ₔₕ-ₜ]+/,
    read: (match, style, nodes) => nodes.push(postfix({ sub: plainCharacters(match, style) })),
  },
  {
    pattern: /[′″‴⁗']+/,
    read: (match, _style, nodes) => nodes.push(primes(countPrimes(match))),
  },
  { pattern: /°/, read: (_match, _style, nodes) => nodes.push(postfix({ sup: symbol('∘') })) },
  { pattern: /\.{3}/, read: (_match, _style, nodes) => nodes.push(symbol('…')) },
  { pattern: /->/, read: (_match, _style, nodes) => nodes.push(symbol('→')) },
  { pattern: /[\^_][A-Za-z0-9]+/, read: readTypedScript },
  { pattern: /\p{M}+/u, read: readMarks },
  { pattern: /./su, read: readOther },
]

const anyMatch = new RegExp(rules.map(({ pattern }) => `(${pattern.source})`).join('|'), 'gsu')

/** Reads characters in order without losing a visible one. */
export function readCharacters(text: string, style: CharacterStyle = {}): MathNode[] {
  // Shortcut: most tokens of MathML are one letter.
  if (/^[A-Za-z]$/.test(text)) return [letterOf(text, style.variant)]
  const nodes: MathNode[] = []
  for (const [match, ...groups] of text.matchAll(anyMatch)) {
    const rule = rules[groups.findIndex((group) => group !== undefined)]
    rule?.read(match, style, nodes)
  }
  return nodes
}

function digits(text: string, variant: Variant | undefined): MathNode {
  const shown = variantOf('digit', variant)
  return { type: 'digits', text, ...(shown && { variant: shown }) }
}

function readLetters(match: string, style: CharacterStyle, nodes: MathNode[]): void {
  if (style.names === undefined) {
    for (const letter of match) nodes.push(letterOf(letter, style.variant))
    return
  }
  const isPlain = style.variant === undefined || style.variant === 'normal'
  const role = isPlain && findFunction(match) ? 'function' : style.names
  nodes.push({
    type: 'name',
    text: match,
    role,
    ...(!isPlain && style.variant && { variant: style.variant }),
  })
}

/** Reads words separated by blanks as text, even without markup; products of variables are shorter. */
function readPhrase(match: string, style: CharacterStyle, nodes: MathNode[]): void {
  const parts = match.split(/ +/)
  const isPlain = style.variant === undefined || style.variant === 'normal'
  const longest = style.names ? 2 : 3
  const isText = parts.filter((part) => part.length >= longest).length > 1
  if (isPlain && isText && !parts.some(findFunction)) {
    nodes.push(words(parts.join(' '), style.names ? {} : { italic: true }))
    return
  }
  parts.forEach((part, index) => {
    if (index > 0) nodes.push(softBlank)
    readLetters(part, style, nodes)
  })
}

function letterOf(character: string, variant: Variant | undefined): MathNode {
  return symbol(character, variant === 'italic' ? undefined : variant)
}

function postfix(scriptPair: { readonly sub?: MathNode; readonly sup?: MathNode }): MathNode {
  return scripts(undefined, [scriptPair])
}

function readTypedScript(match: string, style: CharacterStyle, nodes: MathNode[]): void {
  const last = nodes.at(-1)
  if (style.linear && last && scriptable.has(last.type)) {
    const script = row(readCharacters(match.slice(1), style))
    nodes.push(postfix(match.startsWith('^') ? { sup: script } : { sub: script }))
    return
  }
  const { linear: _linear, ...plain } = style
  nodes.push(readSymbol(match.slice(0, 1), undefined))
  for (const node of readCharacters(match.slice(1), plain)) nodes.push(node)
}

const scriptable: ReadonlySet<MathNode['type']> = new Set(['symbol', 'digits', 'name', 'scripts'])

/** Converts superscript and subscript characters to plain ones. */
function plainCharacters(match: string, style: CharacterStyle): MathNode {
  return row(readCharacters(match.normalize('NFKC').replaceAll('−', '-'), style))
}

/** Returns primes as a script of the preceding node. */
function primes(count: number): MathNode {
  return postfix({ sup: row(Array.from({ length: count }, () => symbol('′'))) })
}

function countPrimes(match: string): number {
  let count = 0
  for (const character of match) count += Math.max(1, '′″‴⁗'.indexOf(character) + 1)
  return count
}

/** U+0338, U+0337 and U+20D2 through U+20D3 strike the preceding character out: not. */
const overlays = /[\u0337\u0338\u20d2\u20d3\u20e5]/

/** The most combining marks on a letter: no script uses more, and hostile texts would cover other lines. */
const MAX_MARKS = 6

function readMarks(marks: string, _style: CharacterStyle, nodes: MathNode[]): void {
  for (const mark of [...marks].slice(0, MAX_MARKS)) readMark(mark, nodes)
}

function readMark(mark: string, nodes: MathNode[]): void {
  const base = nodes.pop()
  if (base === undefined || base.type === 'space') {
    if (base) nodes.push(base)
    pushIsolatedMark(mark, nodes)
    return
  }
  if (overlays.test(mark) && base.type === 'symbol') {
    const composed = `${base.text}\u0338`.normalize('NFC')
    const symbolEntry = [...composed].length === 1 && findSymbol(composed)
    nodes.push(symbolEntry ? symbol(composed) : { ...base, negated: true })
    return
  }
  const combining = findCombiningMark(mark)
  if (combining) {
    nodes.push(accent(base, combining.character, combining.position))
    return
  }
  const isLetter = base.type === 'symbol' && /^\p{L}/u.test(base.text) && !findSymbol(base.text)
  nodes.push(isLetter ? { ...base, text: attach(base.text, mark) } : base)
  if (!isLetter) pushIsolatedMark(mark, nodes)
}

/** KaTeX cannot set most of U+0300–U+036F; a mark that does not compose with its base is dropped. */
const diacritic = /[\u0300-\u036f]/
/** Variation selectors, which choose between forms of a character. */
const variationSelector = /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}\u180b-\u180d]/u

function attach(base: string, mark: string): string {
  const composed = (base + mark).normalize('NFC')
  const isSettable = !diacritic.test(composed) && !variationSelector.test(mark)
  return isSettable ? composed : base
}

function pushIsolatedMark(mark: string, nodes: MathNode[]): void {
  const combining = findCombiningMark(mark)
  if (combining && (diacritic.test(mark) || findMark(mark, combining.position))) {
    nodes.push(accent(nothing, combining.character, combining.position))
  } else if (!diacritic.test(mark) && !variationSelector.test(mark)) {
    nodes.push(symbol(mark))
  }
}

/** Widths of blanks in em (Unicode, chapter 6.2). */
const blanks: ReadonlyMap<string, number> = new Map([
  ['\u00a0', 0.25],
  ['\u2000', 0.5],
  ['\u2001', 1],
  ['\u2002', 0.5],
  ['\u2003', 1],
  ['\u2004', 1 / 3],
  ['\u2005', 0.25],
  ['\u2006', 1 / 6],
  ['\u2007', 0.5],
  ['\u2008', 0.25],
  ['\u2009', 1 / 6],
  ['\u200a', 1 / 9],
  ['\u202f', 1 / 6],
  ['\u205f', 4 / 18],
  ['\u3000', 1],
])

/** Controls, joiners, direction marks, soft hyphens, and invisible operators (U+2061–U+2064). */
const invisible = /[\p{Cc}\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/u
/** Private use characters and lone surrogates, which LaTeX does not accept. */
const unassigned = /[\p{Co}\p{Cs}]/u

function readOther(character: string, { variant }: CharacterStyle, nodes: MathNode[]): void {
  if (/[ \t\r\n]/.test(character)) {
    nodes.push(softBlank)
    return
  }
  const em = blanks.get(character)
  if (em !== undefined) nodes.push({ type: 'space', em })
  else if (unassigned.test(character)) nodes.push(symbol('\ufffd'))
  else if (!invisible.test(character)) nodes.push(readSymbol(character, variant))
}

const softBlank: Space = { type: 'space', em: 0.25, soft: true }

function readSymbol(character: string, variant: Variant | undefined): MathNode {
  const styled = findStyledCharacter(character)
  if (styled && /\d/.test(styled.character)) return digits(styled.character, styled.variant)
  if (styled) return readSymbol(styled.character, styled.variant)
  if (/[A-Za-z]/.test(character)) return letterOf(character, variant)
  const composed = character.normalize('NFC')
  const kind = findSymbol(composed)?.kind ?? (/\p{L}/u.test(composed) ? 'foreign' : 'other')
  return symbol(composed, variantOf(kind, variant))
}

/** Returns the style in which LaTeX can show a character of this kind. */
function variantOf(kind: string, variant: Variant | undefined): Variant | undefined {
  if (kind === 'digit') return variant && digitVariants[variant]
  const isBold = variant?.includes('bold')
  if (kind === 'letter' || kind === 'ord') return isBold ? 'bold-italic' : undefined
  return kind === 'foreign' && isBold ? 'bold' : undefined
}

const digitVariants: Readonly<Record<Variant, Variant | undefined>> = {
  normal: undefined,
  bold: 'bold',
  italic: undefined,
  'bold-italic': 'bold',
  'double-struck': 'double-struck',
  script: undefined,
  'bold-script': 'bold',
  fraktur: undefined,
  'bold-fraktur': 'bold',
  'sans-serif': 'sans-serif',
  'bold-sans-serif': 'bold-sans-serif',
  'sans-serif-italic': 'sans-serif',
  'sans-serif-bold-italic': 'bold-sans-serif',
  monospace: 'monospace',
}

/** Puts a mark, or any other character, over or under a base. */
export function readAccent(base: MathNode, mark: string, position: Accent['position']): MathNode {
  if (findMark(mark, position)) return accent(base, mark, position)
  const combining = findCombiningMark(mark)
  if (combining) return accent(base, combining.character, combining.position)
  const label = row(readCharacters(mark))
  return position === 'above' ? limits(base, undefined, label) : limits(base, label)
}

/** Reads a bracket or separator attribute; it may hold any text. */
export function readFence(
  open: string,
  parts: readonly MathNode[],
  close: string,
  separators: readonly string[],
): MathNode {
  const left = readBracket(open)
  const right = readBracket(close)
  const inner = fenced(left.bracket, parts, right.bracket, separators.map(firstCharacter))
  return row([...left.others, inner, ...right.others])
}

function readBracket(text: string): { readonly bracket: string; readonly others: MathNode[] } {
  const nodes = readCharacters(text.trim())
  const [only] = nodes
  if (nodes.length === 1 && only?.type === 'symbol') return { bracket: only.text, others: [] }
  return { bracket: '', others: nodes }
}

function firstCharacter(text: string): string {
  const [first] = readCharacters(text.trim())
  return first?.type === 'symbol' ? first.text : ''
}
