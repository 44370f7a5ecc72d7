/** Makes formulas of vectors and matrices in text: of single bold letters that also occur in formulas of the document. */
import { build, writeLatex } from '../../math/index.ts'
import type { LayoutBlock } from './layout-blocks.ts'
import { structureSettings as settings } from './settings.ts'
import type { Run, StyledLine } from './styled-line.ts'

const boldSymbol = /\\(?:mathbf|boldsymbol)\{(?:[a-z]|\\[a-z]+)\}/gi
const letter = /^\s*(\p{L})\s*$/u
const greek = /\p{Script=Greek}/u

/**
 * Of 788 documents with formulas, 32 have at least three bold letters alone in text and a bold letter in a formula. In
 * 27 of them they are vectors or matrices; the others are labels, letters of an index and a sample of type.
 *
 * @returns The same blocks if no bold letter occurs in two formulas.
 */
export function withBoldSymbols(
  layoutBlocks: readonly (readonly LayoutBlock[])[],
): readonly (readonly LayoutBlock[])[] {
  const counts = new Map<string, number>()
  for (const latex of layoutBlocks.flat().flatMap(formulasOf)) {
    for (const symbol of latex.match(boldSymbol) ?? [])
      counts.set(symbol, (counts.get(symbol) ?? 0) + 1)
  }
  const symbols = new Set([...counts].flatMap(([symbol, count]) => (count > 1 ? [symbol] : [])))
  if (symbols.size === 0) return layoutBlocks
  return layoutBlocks.map((blocks) =>
    blocks.map((block) =>
      block.type === 'text'
        ? { ...block, lines: block.lines.map((line) => withSymbols(line, symbols)) }
        : block,
    ),
  )
}

function formulasOf(block: LayoutBlock): string[] {
  if (block.type === 'formula') return [block.formula.latex]
  if (block.type === 'table') return []
  return block.lines.flatMap(({ runs }) => runs.flatMap(({ latex }) => latex ?? []))
}

function withSymbols(line: StyledLine, symbols: ReadonlySet<string>): StyledLine {
  if (line.bold >= settings.nearlyAll || !line.runs.some(({ style }) => style.bold)) return line
  const groups = scriptGroups(line.runs)
  const runs: Run[] = []
  /** The symbol before, if no blank is between. */
  let open: Run | undefined
  for (const [at, group] of groups.entries()) {
    const run = group.reduce(joined)
    const symbol = symbolOf(run)
    const isSymbol = symbol !== undefined && symbols.has(symbol) && !isOfText(groups, at)
    const base = /^\s/.test(run.text) ? undefined : open
    const latex = isSymbol ? symbol : base && scriptOf(run)
    if (latex === undefined) runs.push(...group)
    else if (base) runs[runs.length - 1] = joined(base, { ...run, latex })
    else runs.push({ ...run, latex })
    open = latex === undefined || /\s$/.test(run.text) ? undefined : runs.at(-1)
  }
  return { ...line, runs }
}

/** Groups adjacent runs of one script: the signs of a power may be of several fonts. All other runs are alone. */
function scriptGroups(runs: readonly Run[]): Run[][] {
  const groups: Run[][] = []
  for (const run of runs) {
    const group = groups.at(-1)
    if (group && isPlain(run) && run.script && group[0]?.script === run.script) group.push(run)
    else groups.push([run])
  }
  return groups
}

function joined(before: Run, { text, latex, x1 }: Run): Run {
  return {
    ...before,
    text: before.text + text,
    ...(latex !== undefined && { latex: (before.latex ?? '') + latex }),
    ...(x1 !== undefined && { x1 }),
  }
}

/** Returns true for a run that is neither a link nor a note nor a formula. */
function isPlain({ link, note, latex }: Run): boolean {
  return link === undefined && note === undefined && latex === undefined
}

/** Returns the LaTeX of a run that is one bold letter. */
function symbolOf(run: Run): string | undefined {
  const { text, style, script } = run
  if (!isPlain(run) || script || !style.bold || style.mono) return undefined
  const symbol = letter.exec(text)?.[1]
  if (symbol === undefined) return undefined
  const variant = style.italic || greek.test(symbol) ? 'bold-italic' : 'bold'
  return writeLatex(build.symbol(symbol, variant))
}

/** Matches what indices and powers consist of. A raised number is not matched, because it may be that of a note. */
const scripts = {
  sub: /^(?:\p{L}|\d+)$/u,
  super: /^(?:\p{L}|[⊤⋆∗*†+′″]|[-−–]\d+|\([\p{L}\d+−]{1,5}\))$/u,
} as const

/** Returns the LaTeX of a run that is an index or a power. */
function scriptOf(run: Run): string | undefined {
  const { text, script } = run
  if (!script || !isPlain(run)) return undefined
  const own = text.trim()
  if (!scripts[script].test(own)) return undefined
  const signs = own.replace(/[-–]/, '−').match(/\d+|[^\d]/gu) ?? []
  const nodes = signs.map((sign) =>
    /\d/.test(sign) ? ({ type: 'digits', text: sign } as const) : build.symbol(sign),
  )
  const inner = writeLatex(build.row(nodes))
  return `${script === 'sub' ? '_' : '^'}${/^(?:\\[a-z]+|.)$/u.test(inner) ? inner : `{${inner}}`}`
}

/**
 * Returns true for a letter that is no symbol: in brackets, or before one at the start of the line (`(a)`, `A.`), or with
 * an accent of its own, which no formula has read.
 */
function isOfText(groups: readonly (readonly Run[])[], at: number): boolean {
  const after = groups[at + 1]?.[0]?.text ?? ''
  if (/^\p{M}/u.test(after)) return true
  if (at === 0) return /^[).:]/.test(after)
  const before = groups[at - 1]?.at(-1)?.text ?? ''
  return /[([]$/.test(before) && /^[)\]]/.test(after)
}
