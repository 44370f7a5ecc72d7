/** Writes symbols, digits, names and words as LaTeX. */
import { findFunction } from '../functions.ts'
import { findSymbol, isBigOperator, type SymbolKind } from '../symbols.ts'
import type { Digits, MathNode, MathSymbol, Name, Variant, Words } from '../tree.ts'
import { type Output, put } from './output.ts'
import { joinTokens, type Token, type TokenKind } from './tokens.ts'

/** Commands of a style, the outermost first. */
const variantCommands: Readonly<Record<Variant, readonly string[]>> = {
  normal: ['\\mathrm'],
  bold: ['\\mathbf'],
  italic: ['\\mathit'],
  'bold-italic': ['\\boldsymbol'],
  'double-struck': ['\\mathbb'],
  script: ['\\mathcal'],
  'bold-script': ['\\boldsymbol', '\\mathcal'],
  fraktur: ['\\mathfrak'],
  'bold-fraktur': ['\\boldsymbol', '\\mathfrak'],
  'sans-serif': ['\\mathsf'],
  'bold-sans-serif': ['\\boldsymbol', '\\mathsf'],
  'sans-serif-italic': ['\\mathsf'],
  'sans-serif-bold-italic': ['\\boldsymbol', '\\mathsf'],
  monospace: ['\\mathtt'],
}

function styled(latex: string, variant: Variant | undefined): string {
  const commands = variant === undefined ? [] : variantCommands[variant]
  return commands.reduceRight((inner, command) => `${command}{${inner}}`, latex)
}

const tokenKinds: Readonly<Record<SymbolKind, TokenKind>> = {
  letter: 'ord',
  ord: 'ord',
  big: 'big',
  bin: 'bin',
  rel: 'rel',
  open: 'open',
  close: 'close',
  punct: 'punct',
}

export type StyledNode = MathSymbol | Digits

/** Returns true for nodes that can share one style command with their neighbours; big operators have no styles. */
export function isStyled(node: MathNode): node is StyledNode & { readonly variant: Variant } {
  if (node.type === 'symbol' && isBigOperator(node.text)) return false
  return (node.type === 'symbol' || node.type === 'digits') && node.variant !== undefined
}

/** Writes symbols of one style under a single command: `\mathbf{AB}`. */
export function writeStyled(
  nodes: readonly StyledNode[],
  variant: Variant | undefined,
  output: Output,
): void {
  const tokens: Token[] = []
  for (const node of nodes) {
    if (node.type === 'digits') put({ ...output, tokens }, 'ord', node.text)
    else writePlainSymbol(node, { ...output, tokens })
  }
  put(output, 'ord', styled(joinTokens(tokens), output.upright ? notNormal(variant) : variant))
}

function notNormal(variant: Variant | undefined): Variant | undefined {
  return variant === 'normal' ? undefined : variant
}

export function writeSymbol(node: MathSymbol, output: Output): void {
  if (isStyled(node)) writeStyled([node], node.variant, output)
  else writePlainSymbol(node, output)
}

function writePlainSymbol(node: MathSymbol, output: Output): void {
  const entry = findSymbol(node.text)
  if (!entry && isBigOperator(node.text)) {
    put(output, 'big', `\\mathop{${node.text}}`)
    return
  }
  const latex = entry?.latex ?? node.text
  const kind = entry ? tokenKinds[entry.kind] : 'ord'
  put(output, kind, node.negated ? `\\not${negatable(latex)}` : latex)
}

/** Returns LaTeX that `\not` can precede, which takes one token. */
function negatable(latex: string): string {
  return /^(\\[A-Za-z]+|[=<>])$/.test(latex) ? latex : `{${latex}}`
}

export function writeDigits(node: Digits, output: Output): void {
  // In braces a comma is part of the number and gets no space.
  put(output, 'ord', styled(node.text.replaceAll(',', '{,}'), node.variant))
}

export function writeName(node: Name, output: Output): void {
  const command = findFunction(node.text)
  if (node.role === 'function' && command) put(output, 'op', command)
  else if (node.role === 'function') put(output, 'op', `\\operatorname{${nameOf(node)}}`)
  else writeIdentifier(node, output)
}

function writeIdentifier({ text, variant = 'normal' }: Name, output: Output): void {
  put(output, 'ord', styled(escapeName(text), output.upright ? notNormal(variant) : variant))
}

function nameOf(node: Name): string {
  const name = escapeName(node.text)
  return node.variant && node.variant !== 'normal' ? styled(name, node.variant) : name
}

/** Writes a function's name with limits under it. */
export function writeLimitsName(node: Name, output: Output): void {
  put(output, 'op', `\\operatorname*{${nameOf(node)}}`)
}

function escapeName(text: string): string {
  return text.replaceAll(' ', '\\ ')
}

/** Escapes of TeX's reserved characters in text. Dollar signs get a command, because even an escaped one would end a formula in Markdown. */
const textEscapes: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash ',
  '{': '\\{',
  '}': '\\}',
  $: '\\textdollar ',
  '&': '\\&',
  '#': '\\#',
  '%': '\\%',
  _: '\\_',
  '^': '\\textasciicircum ',
  '~': '\\textasciitilde ',
}

export function writeWords(node: Words, output: Output): void {
  const text = node.text.replace(/[\\{}$&#%_^~]/g, (character) => textEscapes[character] ?? '')
  const commands = textCommands(node)
  put(
    output,
    'ord',
    commands.reduceRight((inner, command) => `${command}{${inner}}`, text),
  )
}

function textCommands({ bold, italic, family }: Words): readonly string[] {
  const commands = [
    ...(family ? [family === 'mono' ? '\\texttt' : '\\textsf'] : []),
    // KaTeX has one monospaced font, and its sans-serif font is bold or italic, not both.
    ...(bold && family !== 'mono' ? ['\\textbf'] : []),
    ...(italic && family !== 'mono' && !(family && bold) ? ['\\textit'] : []),
  ]
  return commands.length > 0 ? commands : ['\\text']
}
