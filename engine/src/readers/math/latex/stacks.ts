/** Writes limits, accents and labelled arrows as LaTeX. */
import { arrow, nodesOf, symbol } from '../builders.ts'
import { takesLimits } from '../functions.ts'
import { findMark } from '../marks.ts'
import { findSymbol, isBigOperator } from '../symbols.ts'
import type { Accent, LabelledArrow, Limits, MathNode } from '../tree.ts'
import { writeLimitsName } from './letters.ts'
import { type Output, put, putArgument, tighten, toOptionalArgument, updateLast } from './output.ts'
import { functionKind, writePair, writeScript } from './scripts.ts'

export function writeLimits(node: Limits, output: Output): void {
  const { base, under, over } = node
  if (base.type === 'symbol' && isBigOperator(base.text)) {
    output.write(base, output)
    if (needsLimitsCommand(base.text)) put(output, 'script', '\\limits', { after: 'big' })
    writeLimitPair(node, output)
  } else if (base.type === 'symbol' && arrowCommands.has(base.text)) {
    writeArrow(arrow(base.text, over, under), output)
  } else if (base.type === 'name' && base.role === 'function') {
    if (takesLimits(base.text)) output.write(base, output)
    else writeLimitsName(base, output)
    writeLimitPair(node, output)
  } else if (base.type === 'accent' && findMark(base.mark, base.position)?.labelled) {
    writeBraceLabels(base, node, output)
  } else {
    writeStacked(base, under, over, output)
  }
}

function writeLimitPair({ base, under, over }: Limits, output: Output): void {
  writePair({ ...(under && { sub: under }), ...(over && { sup: over }) }, 0, output)
  updateLast(output, { after: functionKind(base) ?? 'op', bare: false })
}

/** Returns true for integrals, which have their limits beside them by default. */
function needsLimitsCommand(operator: string): boolean {
  return !/^[∑∏∐⋀⋁⋂⋃⨀⨁⨂⨄⨆]$/u.test(operator)
}

function writeBraceLabels(base: Accent, { under, over }: Limits, output: Output): void {
  const [own, other] = base.position === 'above' ? [over, under] : [under, over]
  const [script, command] =
    base.position === 'above' ? (['^', '\\underset'] as const) : (['_', '\\overset'] as const)
  if (other) {
    putArgument(tighten(output), command, other)
    put(output, 'open', '{')
  }
  output.write(base, output)
  if (own) writeScript(script, own, output)
  updateLast(output, { taken: 'both', bare: false })
  if (other) put(output, 'close', '}', { taken: 'both' })
}

function writeStacked(
  base: MathNode,
  under: MathNode | undefined,
  over: MathNode | undefined,
  output: Output,
): void {
  const start = output.tokens.length
  if (under) putArgument(tighten(output), '\\underset', under)
  if (over && under) put(output, 'open', '{')
  if (over) putArgument(tighten(output), '\\overset', over)
  putArgument(output, '', base)
  if (over && under) put(output, 'close', '}')
  if (base.type !== 'symbol' || findSymbol(base.text)?.kind !== 'rel') return
  const first = output.tokens[start]
  if (first) output.tokens[start] = { ...first, kind: 'rel' }
  updateLast(output, { after: 'rel' })
}

/** Arrows that extend with their labels. */
const arrowCommands: ReadonlyMap<string, string> = new Map([
  ['→', '\\xrightarrow'],
  ['⟶', '\\xrightarrow'],
  ['←', '\\xleftarrow'],
  ['⟵', '\\xleftarrow'],
  ['↔', '\\xleftrightarrow'],
  ['⟷', '\\xleftrightarrow'],
  ['⇒', '\\xRightarrow'],
  ['⟹', '\\xRightarrow'],
  ['⇐', '\\xLeftarrow'],
  ['⟸', '\\xLeftarrow'],
  ['⇔', '\\xLeftrightarrow'],
  ['⟺', '\\xLeftrightarrow'],
  ['↦', '\\xmapsto'],
  ['⟼', '\\xmapsto'],
  ['↩', '\\xhookleftarrow'],
  ['↪', '\\xhookrightarrow'],
  ['↼', '\\xleftharpoonup'],
  ['↽', '\\xleftharpoondown'],
  ['⇀', '\\xrightharpoonup'],
  ['⇁', '\\xrightharpoondown'],
  ['⇌', '\\xrightleftharpoons'],
  ['⇋', '\\xleftrightharpoons'],
])

export function writeArrow(node: LabelledArrow, output: Output): void {
  const command = arrowCommands.get(node.arrow)
  if (command === undefined || !(node.over || node.under)) {
    const base = symbol(node.arrow)
    if (node.over || node.under) writeStacked(base, node.under, node.over, output)
    else output.write(base, output)
    return
  }
  const below = node.under ? toOptionalArgument(output, node.under) : ''
  put(output, 'rel', `${command}${below}{`, { after: 'open' })
  if (node.over) output.write(node.over, tighten(output))
  put(output, 'close', '}', { after: 'rel' })
}

export function writeAccent(node: Accent, output: Output): void {
  const mark = findMark(node.mark, node.position)
  if (mark) {
    const command = nodesOf(node.base).length > 1 || isWide(node.base) ? mark.wide : mark.narrow
    putArgument(output, command, node.base, mark.labelled ? { taken: 'both' } : {})
    return
  }
  const label = symbol(node.mark)
  const above = node.position === 'above'
  writeStacked(node.base, above ? undefined : label, above ? label : undefined, output)
}

function isWide(base: MathNode): boolean {
  if (base.type === 'digits') return base.text.length > 1
  return base.type !== 'symbol' && base.type !== 'accent' && base.type !== 'row'
}
