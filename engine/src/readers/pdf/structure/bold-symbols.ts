/** Makes formulas of single bold letters in text, if formulas of the document have the same ones: vectors and matrices. */
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
  const runs: Run[] = []
  /** The last run if it is a symbol without a blank at its end. */
  let open: Run | undefined
  for (let at = 0; at < line.runs.length; at++) {
    const run = open ? withRest(line.runs, at) : (line.runs[at] as Run)
    const latex = symbolOf(run)
    const isSymbol = latex !== undefined && symbols.has(latex) && !isOther(line.runs, at)
    const own = isSymbol ? latex : open && scriptOf(run)
    if (own === undefined) {
      runs.push(line.runs[at] as Run)
      open = undefined
      continue
    }
    const made: Run = { ...run, latex: own }
    if (open && !/^\s/.test(run.text)) runs[runs.length - 1] = joined(open, made)
    else runs.push(made)
    open = /\s$/.test(run.text) ? undefined : runs.at(-1)
    if (!isSymbol) at += scriptRuns(line.runs, at) - 1
  }
  return { ...line, runs }
}

/** Returns the number of adjacent runs in one script: its signs may be of several fonts. */
function scriptRuns(runs: readonly Run[], at: number): number {
  const script = runs[at]?.script
  const end = runs.findIndex((run, index) => index > at && run.script !== script)
  return script === undefined ? 1 : (end < 0 ? runs.length : end) - at
}

/** Returns a run with the text of the further ones in its script. */
function withRest(runs: readonly Run[], at: number): Run {
  const own = runs.slice(at, at + scriptRuns(runs, at))
  return own.slice(1).reduce(joinedText, own[0] as Run)
}

function joinedText(before: Run, { text, x1 }: Run): Run {
  return { ...before, text: before.text + text, ...(x1 !== undefined && { x1 }) }
}

function joined(before: Run, after: Run): Run {
  return { ...joinedText(before, after), latex: (before.latex ?? '') + (after.latex ?? '') }
}

/** Returns the LaTeX of a run that is one bold letter. */
function symbolOf({ text, style, script, link, note, latex }: Run): string | undefined {
  const isPlain = script === undefined && link === undefined && note === undefined
  if (!isPlain || latex !== undefined || !style.bold || style.mono) return undefined
  const symbol = letter.exec(text)?.[1]
  if (symbol === undefined) return undefined
  const variant = style.italic || greek.test(symbol) ? 'bold-italic' : 'bold'
  return writeLatex(build.symbol(symbol, variant))
}

/** Matches an index, a power and a mark of vectors. A raised number may be that of a note. */
const scripts = {
  sub: /^(?:\p{L}|\d+)$/u,
  super: /^(?:\p{L}|[⊤⋆∗*†+′″]|[-−–]\d+|\([\p{L}\d+−]{1,5}\))$/u,
} as const

/** Returns the LaTeX of a run that is an index or a power. */
function scriptOf({ text, script, link, note, latex }: Run): string | undefined {
  if (!script || link !== undefined || note !== undefined || latex !== undefined) return undefined
  const own = text.trim()
  if (!scripts[script].test(own)) return undefined
  const signs = own.replace(/[-–]/, '−').match(/\d+|[^\d]/gu) ?? []
  const nodes = signs.map((sign) =>
    /\d/.test(sign) ? ({ type: 'digits', text: sign } as const) : build.symbol(sign),
  )
  const inner = writeLatex(build.row(nodes))
  return `${script === 'sub' ? '_' : '^'}${/^(?:\\[a-z]+|.)$/u.test(inner) ? inner : `{${inner}}`}`
}

/** Returns true for a letter in brackets, or with one at the start of the line: `(a)`, `A.`; and for one below an accent. */
function isOther(runs: readonly Run[], at: number): boolean {
  const after = runs[at + 1]?.text ?? ''
  if (/^\p{M}/u.test(after)) return true
  if (at === 0) return /^[).:]/.test(after)
  return /[([]$/.test(runs[at - 1]?.text ?? '') && /^[)\]]/.test(after)
}
