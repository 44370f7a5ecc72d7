/** Symbols, digits, names and words → LaTeX. */
import { findFunction } from '../functions.ts'
import { findSymbol, isBigOperator, type SymbolKind } from '../symbols.ts'
import type { Digits, MathNode, MathSymbol, Name, Variant, Words } from '../tree.ts'
import { type Output, put } from './output.ts'
import { joinTokens, type Token, type TokenKind } from './tokens.ts'

/** The commands of a style, from the outside in. */
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

/** What shares one command for its style with its neighbours. */
export function isStyled(node: MathNode): node is StyledNode & { readonly variant: Variant } {
  return (node.type === 'symbol' || node.type === 'digits') && node.variant !== undefined
}

/** Symbols of one style under one command: `\mathbf{AB}`. */
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
  if (node.variant) writeStyled([node], node.variant, output)
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

/** `\not` takes one token. */
function negatable(latex: string): string {
  return /^(\\[A-Za-z]+|[=<>])$/.test(latex) ? latex : `{${latex}}`
}

export function writeDigits(node: Digits, output: Output): void {
  // In braces a comma is part of the number and not a punctuation mark.
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

/** A function's name whose limits stand under it. */
export function writeLimitsName(node: Name, output: Output): void {
  put(output, 'op', `\\operatorname*{${nameOf(node)}}`)
}

function escapeName(text: string): string {
  return text.replaceAll(' ', '\\ ')
}

/** What TeX reserves, as commands for text. A dollar sign, though escaped, would end a formula in Markdown. */
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
    // KaTeX has one typewriter font, and a sans-serif one that is bold or italic, not both.
    ...(bold && family !== 'mono' ? ['\\textbf'] : []),
    ...(italic && family !== 'mono' && !(family && bold) ? ['\\textit'] : []),
  ]
  return commands.length > 0 ? commands : ['\\text']
}
