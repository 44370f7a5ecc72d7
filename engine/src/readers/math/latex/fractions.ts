/** Writes fractions as LaTeX. */

import { nodesOf } from '../builders.ts'
import { findSymbol } from '../symbols.ts'
import type { Fraction, MathNode } from '../tree.ts'
import { type Output, put, putArgument } from './output.ts'
import { writeScript } from './scripts.ts'

/** @param stacked True if a slash would be ambiguous, so that a bar is needed. */
export function writeFraction(node: Fraction, output: Output, stacked = false): void {
  const { line, numerator, denominator } = node
  if (line === 'slash' && !stacked && isProduct(numerator) && isFactor(denominator)) {
    output.write(numerator, output)
    put(output, 'ord', '/')
    output.write(denominator, output)
  } else if (line === 'skewed') {
    put(output, 'ord', '{}')
    writeScript('^', numerator, output)
    put(output, 'ord', '/')
    writeScript('_', denominator, output)
  } else {
    putArgument(output, line === 'none' ? '\\genfrac{}{}{0pt}{}' : '\\frac', numerator)
    putArgument(output, '', denominator)
  }
}

function isProduct(node: MathNode): boolean {
  const nodes = nodesOf(node)
  return nodes.length > 0 && nodes.every(isFactor)
}

/** Returns true for a node that can be a factor without brackets. */
export function isFactor(node: MathNode): boolean {
  if (node.type !== 'symbol') return factorTypes.has(node.type)
  const kind = findSymbol(node.text)?.kind
  return kind === undefined || kind === 'letter' || kind === 'ord'
}

const factorTypes: ReadonlySet<MathNode['type']> = new Set([
  'digits',
  'name',
  'words',
  'scripts',
  'limits',
  'fenced',
  'fraction',
  'radical',
  'accent',
])
