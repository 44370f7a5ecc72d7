/** Flattens inlines to runs of text, code, formulas and note references, with normalised spaces and formatting. */
import type { Inline, NodeOf, Text } from '../../model/index.ts'
import { cleanText } from './characters.ts'
import { oneLineLatex } from './formulas.ts'
import { cleanTarget } from './links.ts'
import type { ImageTarget, NoteMarks } from './state.ts'

/** Bits of a set of formatting. */
export const BOLD = 1
export const ITALIC = 2
export const STRIKE = 4
export const SUB = 8
export const SUPER = 16

export interface Run {
  readonly type: 'text' | 'space' | 'break' | 'code' | 'formula' | 'note' | 'image'
  /** The visible text, alternative text or code; LaTeX; the printed note reference. */
  readonly text: string
  readonly marks: number
  /** Clean target of the enclosing link. */
  readonly link: string | undefined
  /** Address of an image. */
  readonly target?: string | undefined
}

/** Converts inlines to runs: trims outer spaces and breaks, collapses spaces, joins adjacent runs of one kind. */
export function toRuns(
  inlines: readonly Inline[],
  notes: NoteMarks,
  imageTarget?: ImageTarget,
): Run[] {
  const [only, ...others] = inlines
  // Most paragraphs and cells are a single text.
  if (only?.type === 'text' && others.length === 0) return textRuns(only)
  const split = partWords(flatten(inlines, notes, imageTarget)).flatMap(splitSpaces)
  return joinNeighbours(dropSpaces(shareMarks(split)))
}

function textRuns(only: Text): Run[] {
  const text = singleSpaces(cleanText(only.text)).trim()
  return text === '' ? [] : [{ type: 'text', text, marks: marksOf(only), link: undefined }]
}

function singleSpaces(text: string): string {
  return text.includes('  ') ? text.replace(/ {2,}/g, ' ') : text
}

interface Level {
  readonly inlines: Iterator<Inline>
  readonly link: string | undefined
  readonly isLink: boolean
}

/** Flattens nested inlines. Links do not nest: the outer one wins. */
function flatten(
  inlines: readonly Inline[],
  notes: NoteMarks,
  imageTarget: ImageTarget = () => undefined,
): Run[] {
  const runs: Run[] = []
  const open: Level[] = [{ inlines: inlines.values(), link: undefined, isLink: false }]
  for (let level = open.at(-1); level; level = open.at(-1)) {
    const next = level.inlines.next()
    if (next.done) open.pop()
    else if (next.value.type === 'link') {
      const link = level.isLink ? level.link : cleanTarget(next.value.target)
      open.push({ inlines: next.value.inlines.values(), link, isLink: true })
    } else {
      const target = next.value.type === 'image' ? imageTarget(next.value) : undefined
      const { type, text: whole, marks } = toRun(next.value, notes)
      const text = type === 'text' ? withLooseMarks(runs, whole) : whole
      if (target !== undefined) runs.push({ type, text, marks, link: level.link, target })
      else if (text !== '') runs.push({ type, text, marks, link: level.link })
    }
  }
  return runs
}

type Leaf = Exclude<Inline, { type: 'link' }>
type Bare = Omit<Run, 'link'>

const leaves: {
  readonly [Type in Leaf['type']]: (leaf: NodeOf<Leaf, Type>, notes: NoteMarks) => Bare
} = {
  text: (leaf) => ({ type: 'text', text: cleanText(leaf.text), marks: marksOf(leaf) }),
  image: ({ alt }) => ({ type: 'image', text: cleanText(alt).trim(), marks: 0 }),
  code: ({ text }) => {
    const code = cleanText(text)
    return { type: code.trim() === '' ? 'text' : 'code', text: code, marks: 0 }
  },
  formula: ({ latex }) => ({ type: 'formula', text: oneLineLatex(latex), marks: 0 }),
  lineBreak: () => ({ type: 'break', text: '\n', marks: 0 }),
  noteReference: ({ note }, notes) => ({ type: 'note', text: notes.markOf(note), marks: 0 }),
}

function toRun<Type extends Leaf['type']>(leaf: NodeOf<Leaf, Type>, notes: NoteMarks): Bare {
  // Sound: the handler under a leaf's own type takes leaves of that type.
  const make = leaves[leaf.type] as (leaf: NodeOf<Leaf, Type>, notes: NoteMarks) => Bare
  return make(leaf, notes)
}

/** Separates an alternative text from the adjacent words by spaces. */
function partWords(runs: readonly Run[]): readonly Run[] {
  if (!runs.some((run) => run.type === 'image')) return runs
  return runs.map((run, index) => {
    if (run.type !== 'image' || run.target !== undefined) return run
    const before = /[\p{L}\p{N}]$/u.test(runs[index - 1]?.text ?? '') ? ' ' : ''
    const after = /^[\p{L}\p{N}]/u.test(runs[index + 1]?.text ?? '') ? ' ' : ''
    return { ...run, type: 'text', text: before + run.text + after }
  })
}

/** The most combining marks on one letter; no script needs more (UAX #15, 12: Stream-Safe Text), and moving them takes time. */
const MAX_MARKS = 30

/** Moves combining marks at the start of a run to the preceding letter: `e` and a bold acute form one `é`. */
function withLooseMarks(runs: Run[], text: string): string {
  const loose = text.charCodeAt(0) < 0x300 ? undefined : /^\p{M}+/u.exec(text)?.[0]
  const before = runs.at(-1)
  if (loose === undefined || before?.type !== 'text') return text
  // The last letter, up to two code units, with its marks: all characters that the new marks can combine with.
  const start = Math.max(0, before.text.length - MAX_MARKS - 2)
  const letter = /\P{M}?\p{M}*$/u.exec(before.text.slice(start))?.[0] ?? ''
  if (letter.length + loose.length > MAX_MARKS + 2) return text
  const rest = before.text.slice(0, before.text.length - letter.length)
  runs[runs.length - 1] = { ...before, text: rest + (letter + loose).normalize('NFC') }
  return text.slice(loose.length)
}

function marksOf({ bold, italic, strike, script }: Text): number {
  return (
    (bold ? BOLD : 0) |
    (italic ? ITALIC : 0) |
    (strike ? STRIKE : 0) |
    (script === 'sub' ? SUB : 0) |
    (script === 'super' ? SUPER : 0)
  )
}

/** Splits outer spaces off as separate runs; collapses inner ones. */
function splitSpaces(run: Run): readonly Run[] {
  if (run.type !== 'text') return [run]
  const text = singleSpaces(run.text)
  const inner = text.trim()
  if (inner.length === text.length) return [text === run.text ? run : { ...run, text }]
  const space: Run = { ...run, type: 'space', text: ' ' }
  if (inner === '') return [space]
  const parts: Run[] = [{ ...run, text: inner }]
  if (text.startsWith(' ')) parts.unshift(space)
  if (text.endsWith(' ')) parts.push(space)
  return parts
}

/**
 * Gives runs without their own formatting (spaces, breaks, code, formulas, notes) the marks that the texts on both
 * sides share.
 */
function shareMarks(runs: readonly Run[]): readonly Run[] {
  if (runs.every((run) => run.type === 'text')) return runs
  const shared: Run[] = []
  const toRight = sidesAfter(runs)
  let left: Side = { marks: 0, link: undefined }
  for (const [index, run] of runs.entries()) {
    const right = toRight[index] ?? { marks: 0, link: undefined }
    if (run.type === 'text') shared.push(run)
    else {
      const marks = left.marks & right.marks
      if (!isGap(run)) shared.push({ ...run, marks })
      else shared.push({ ...run, marks, link: left.link === right.link ? left.link : undefined })
    }
    left = beyond(run, left)
  }
  return shared
}

/** One side of a run: the marks of the nearest text, and the link of the nearest run other than a gap. */
interface Side {
  readonly marks: number
  readonly link: string | undefined
}

/** Returns the side of the next run. */
function beyond(run: Run, side: Side): Side {
  if (run.type === 'text') return run
  return isGap(run) ? side : { marks: side.marks, link: run.link }
}

/** Returns the right side of each run. */
function sidesAfter(runs: readonly Run[]): Side[] {
  const sides = new Array<Side>(runs.length)
  let side: Side = { marks: 0, link: undefined }
  for (let index = runs.length - 1; index >= 0; index -= 1) {
    sides[index] = side
    const run = runs[index]
    if (run) side = beyond(run, side)
  }
  return sides
}

/** Returns true for spaces and breaks. */
export function isGap(run: Run | undefined): boolean {
  return run?.type === 'space' || run?.type === 'break'
}

/** Removes spaces and breaks at both ends, and spaces beside another space or a break. */
function dropSpaces(runs: readonly Run[]): Run[] {
  const kept: Run[] = []
  for (const run of runs) {
    const last = kept.at(-1)
    if (isGap(run) && !last) continue
    if (run.type === 'space' && isGap(last)) continue
    if (run.type === 'break' && last?.type === 'space') kept.pop()
    kept.push(run)
  }
  while (isGap(kept.at(-1))) kept.pop()
  return kept
}

/** Separators between joined runs of one kind: parsers would not read `$a$$b$` or `` `a``b` `` as two. */
const glue: Readonly<Partial<Record<Run['type'], string>>> = { text: '', code: '', formula: ' ' }

function joinNeighbours(runs: readonly Run[]): Run[] {
  const joined: Run[] = []
  let texts: string[] = []
  const close = (): void => {
    const last = joined.at(-1)
    const join = last && glue[last.type]
    if (last && join !== undefined && texts.length > 1) {
      joined[joined.length - 1] = { ...last, text: texts.join(join) }
    }
  }
  for (const [index, each] of runs.entries()) {
    const run = isTextSpace(each, runs[index - 1], runs[index + 1])
      ? { ...each, type: 'text' as const }
      : each
    const last = joined.at(-1)
    if (last && canJoin(last, run)) texts.push(run.text)
    else {
      close()
      joined.push(run)
      texts = [run.text]
    }
  }
  close()
  return joined
}

/** Returns true for a space with the formatting of the texts on both sides; it is joined with them. */
function isTextSpace(run: Run, left: Run | undefined, right: Run | undefined): boolean {
  if (run.type !== 'space' || left?.type !== 'text' || right?.type !== 'text') return false
  return isAlike(run, left) && isAlike(run, right)
}

function canJoin(last: Run, run: Run): boolean {
  return last.type === run.type && glue[run.type] !== undefined && isAlike(last, run)
}

function isAlike(a: Run, b: Run): boolean {
  return a.marks === b.marks && a.link === b.link
}
