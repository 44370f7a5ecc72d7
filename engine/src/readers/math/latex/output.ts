/** Collects the LaTeX tokens that the handlers of nodes write. */
import type { MathNode } from '../tree.ts'
import { joinTokens, type Token, type TokenKind } from './tokens.ts'

export interface Output {
  readonly tokens: Token[]
  /** True inside scripts, where operators have no blanks. */
  readonly tight: boolean
  /** True inside a \mathrm around the whole formula: upright letters then need no separate command. */
  readonly upright: boolean
  /** Writes a node by its handler; passed in, so that handlers in different files can call each other. */
  readonly write: (node: MathNode, output: Output) => void
}

export function put(
  output: Output,
  kind: TokenKind,
  latex: string,
  more: Omit<Token, 'kind' | 'latex'> = {},
): void {
  output.tokens.push({ latex, kind, ...(output.tight && { tight: true }), ...more })
}

/** Changes properties of the last token. */
export function updateLast(output: Output, change: Partial<Token>): void {
  const last = output.tokens.pop()
  if (last) output.tokens.push({ ...last, ...change })
}

/** Writes `command{node}`, or a group without a command. */
export function putArgument(
  output: Output,
  command: string,
  node: MathNode,
  more: Omit<Token, 'kind' | 'latex'> = {},
): void {
  put(output, 'ord', `${command}{`, { after: 'open' })
  output.write(node, output)
  put(output, 'close', '}', more)
}

/** Returns a node as separate LaTeX, for optional arguments, where its brackets would be misread: `\sqrt[…]`. */
export function toOptionalArgument(output: Output, node: MathNode): string {
  const tokens: Token[] = []
  output.write(node, { ...output, tokens, tight: true })
  const latex = joinTokens(tokens)
  // KaTeX reads a brace at the start and one at the end as a single group.
  const isAmbiguous = latex.includes(']') || /^\{.*\}$/s.test(latex)
  return isAmbiguous ? `[{${latex}}]` : `[${latex}]`
}

export function tighten(output: Output): Output {
  return output.tight ? output : { ...output, tight: true }
}
