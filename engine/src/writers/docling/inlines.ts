/** Inlines of one block → one text item, or an inline group of runs. */
import { type Inline, plainText, type Text } from '../../model/index.ts'
import { type Assembly, addGroup, addText, setExtra } from './assembly.ts'
import type {
  ContentLayer,
  ExtraKind,
  Formatting,
  Node,
  Prov,
  TextItem,
  TextLabel,
} from './schema.ts'

/** A run as DoclingDocument knows it: an item of its own. */
interface Run {
  readonly label: TextLabel
  readonly text: string
  readonly formatting?: Formatting
  readonly hyperlink?: string
  /** Id of the note whose mark this is. */
  readonly note?: string
  readonly kind?: ExtraKind
}

export interface Placement {
  readonly assembly: Assembly
  readonly parent: Node
  readonly layer: ContentLayer
}

/** Fields of the item that carries the inlines, beside its text. */
export type ItemFields = Pick<TextItem, 'label'> &
  Partial<Pick<TextItem, 'level' | 'enumerated' | 'marker'>>

/**
 * Adds inlines as an item.
 *
 * One run gives an item with its text and formatting. More give an item without text that holds an inline
 * group; a plain paragraph (`text`) is the inline group itself.
 */
export function addInlines(
  { assembly, parent, layer }: Placement,
  inlines: readonly Inline[],
  fields: ItemFields,
  prov: (length: number) => readonly Prov[],
): Node {
  const runs = toRuns(inlines)
  const [only] = runs
  if (runs.length <= 1 && (!only || isPlain(only))) {
    const text = only?.text ?? ''
    return addText(assembly, parent, layer, {
      ...fields,
      prov: prov(text.length),
      orig: text,
      text,
      ...(only?.formatting && { formatting: only.formatting }),
      ...(only?.hyperlink !== undefined && { hyperlink: only.hyperlink }),
    })
  }
  const whole = plainText(inlines)
  if (fields.label === 'text') return addRuns(assembly, parent, layer, runs, prov(whole.length))
  const item = addText(assembly, parent, layer, {
    ...fields,
    prov: prov(whole.length),
    orig: whole,
    text: '',
  })
  addRuns(assembly, item, layer, runs, [])
  return item
}

/** Whether a run can be the text of the item itself: it is text and nothing else. */
function isPlain({ label, note, kind }: Run): boolean {
  return label === 'text' && note === undefined && kind === undefined
}

function addRuns(
  assembly: Assembly,
  parent: Node,
  layer: ContentLayer,
  runs: readonly Run[],
  prov: readonly Prov[],
): Node {
  const group = addGroup(assembly, parent, layer, 'inline', 'group')
  runs.forEach((run, index) => {
    const { label, text, formatting, hyperlink, note, kind } = run
    const item = addText(assembly, group, layer, {
      label,
      // A group carries no provenance: its first run has that of the whole.
      prov: index === 0 ? prov : [],
      orig: text,
      text,
      ...(formatting && { formatting }),
      ...(hyperlink !== undefined && { hyperlink }),
      ...(label === 'code' && codeFields),
    })
    if (note !== undefined) setExtra(assembly, item, { note })
    if (kind !== undefined) setExtra(assembly, item, { kind })
  })
  return group
}

const codeFields = { code_language: 'unknown', captions: [], references: [], footnotes: [] }

function toRuns(inlines: readonly Inline[], hyperlink?: string): Run[] {
  const runs: Run[] = []
  for (const inline of inlines) {
    for (const run of runsOf(inline, hyperlink)) {
      const last = runs.at(-1)
      if (last && canMerge(last, run))
        runs[runs.length - 1] = { ...last, text: last.text + run.text }
      else runs.push(run)
    }
  }
  return runs
}

function runsOf(inline: Inline, hyperlink: string | undefined): Run[] {
  const link = hyperlink === undefined ? {} : { hyperlink }
  switch (inline.type) {
    case 'text':
      return inline.text === ''
        ? []
        : [{ label: 'text', text: inline.text, ...formattingOf(inline), ...link }]
    case 'link':
      return toRuns(inline.inlines, inline.target)
    case 'code':
      return [{ label: 'code', text: inline.text, ...link }]
    case 'formula':
      return [{ label: 'formula', text: inline.latex, ...link }]
    case 'lineBreak':
      return [{ label: 'text', text: '\n', kind: 'line_break', ...link }]
    case 'noteReference':
      return [{ label: 'text', text: '', note: inline.note, ...link }]
    case 'image':
      return [{ label: 'text', text: inline.alt, kind: 'image', ...link }]
  }
}

function formattingOf(run: Text): { formatting?: Formatting } {
  const { bold = false, italic = false, underline = false, strike = false, script } = run
  if (!(bold || italic || underline || strike || script)) return {}
  return {
    formatting: { bold, italic, underline, strikethrough: strike, script: script ?? 'baseline' },
  }
}

function canMerge(a: Run, b: Run): boolean {
  return (
    isPlain(a) &&
    isPlain(b) &&
    a.hyperlink === b.hyperlink &&
    JSON.stringify(a.formatting) === JSON.stringify(b.formatting)
  )
}
