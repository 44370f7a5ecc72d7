/** Where the handlers of nodes put their pieces of LaTeX. */
import type { MathNode } from '../tree.ts'
import { joinTokens, type Token, type TokenKind } from './tokens.ts'

export interface Output {
  readonly tokens: Token[]
  /** Inside of scripts: operators have no blanks. */
  readonly tight: boolean
  /** Inside of one \mathrm for all: upright letters need none of their own. */
  readonly upright: boolean
  /** Writes a node by its handler; here, so that handlers of one file reach those of another. */
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

/** Changes how the last piece is to what comes behind it. */
export function amendLast(output: Output, change: Partial<Token>): void {
  const last = output.tokens.pop()
  if (last) output.tokens.push({ ...last, ...change })
}

/** `command{node}`; without a command a group. */
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

/** A node as LaTeX of its own, for where brackets in it would be misread: `\sqrt[…]`. */
export function toOptionalArgument(output: Output, node: MathNode): string {
  const tokens: Token[] = []
  output.write(node, { ...output, tokens, tight: true })
  const latex = joinTokens(tokens)
  // KaTeX takes a brace at the start and one at the end for one group.
  const isAmbiguous = latex.includes(']') || /^\{.*\}$/s.test(latex)
  return isAmbiguous ? `[{${latex}}]` : `[${latex}]`
}

export function tighten(output: Output): Output {
  return output.tight ? output : { ...output, tight: true }
}
