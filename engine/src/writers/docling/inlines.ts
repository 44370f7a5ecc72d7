/** Converts the inlines of one block to a text item, or to an inline group of runs. */
import {
  type Inline,
  type LinkedInline,
  plainTextOf,
  type Text,
  walkInlines,
} from '../../model/index.ts'
import { cleanTarget } from '../markdown/index.ts'
import { type Assembly, addGroup, addText, setExtra } from './assembly.ts'
import { cutProv } from './provenance.ts'
import type {
  ContentLayer,
  ExtraKind,
  Formatting,
  Node,
  Prov,
  TextItem,
  TextLabel,
} from './schema.ts'

/** A run of DoclingDocument, which becomes an item. */
interface Run {
  readonly label: TextLabel
  readonly text: string
  readonly formatting?: Formatting
  readonly hyperlink?: string
  /** Id of the note that this run refers to. */
  readonly note?: string
  readonly kind?: ExtraKind
}

interface ItemPosition {
  readonly assembly: Assembly
  readonly parent: Node
  readonly layer: ContentLayer
}

/** Properties of the item that holds the inlines, except its text. */
export type ItemFields = Pick<TextItem, 'label'> &
  Partial<Pick<TextItem, 'level' | 'enumerated' | 'marker'>>

/**
 * Adds inlines as an item.
 *
 * A single run becomes the item's text and formatting. Several become an item without text that holds an inline group; a
 * plain paragraph (`text`) is itself the inline group.
 *
 * @param before Printed text before the inlines, which is part of `orig` only.
 */
export function addInlines(
  { assembly, parent, layer }: ItemPosition,
  inlines: readonly Inline[],
  fields: ItemFields,
  prov: (length: number, before: number) => readonly Prov[],
  before = '',
): Node {
  const runs = toRuns(inlines)
  const [only] = runs
  if (runs.length <= 1 && (!only || isPlain(only))) {
    const text = only?.text ?? ''
    const orig = before + text
    return addText(assembly, parent, layer, {
      ...fields,
      prov: prov(orig.length, before.length),
      orig,
      text,
      ...(only?.formatting && { formatting: only.formatting }),
      ...(only?.hyperlink !== undefined && { hyperlink: only.hyperlink }),
    })
  }
  const whole = before + runs.map((run) => run.text).join('')
  const spans = prov(whole.length, before.length)
  if (fields.label === 'text') return addRuns({ assembly, parent, layer }, runs, spans, 'group')
  const item = addText(assembly, parent, layer, { ...fields, prov: spans, orig: whole, text: '' })
  addRuns({ assembly, parent: item, layer }, runs, [], OWN_RUNS)
  return item
}

/** Returns true if a run can be the item's own text: it is only text. */
function isPlain({ label, note, kind }: Run): boolean {
  return label === 'text' && note === undefined && kind === undefined
}

/** Name of the inline group that holds an item's own text; groups of child paragraphs have docling's name. */
export const OWN_RUNS = 'runs'

/** @param prov Provenance of the whole text; a group has none, so each run gets its share. */
function addRuns(
  { assembly, parent, layer }: ItemPosition,
  runs: readonly Run[],
  prov: readonly Prov[],
  name: string,
): Node {
  const group = addGroup(assembly, parent, layer, 'inline', name)
  let start = 0
  for (const { label, text, formatting, hyperlink, note, kind } of runs) {
    const end = start + text.length
    const item = addText(assembly, group, layer, {
      label,
      prov: cutProv(prov, start, end),
      orig: text,
      text,
      ...(formatting && { formatting }),
      ...(hyperlink !== undefined && { hyperlink }),
      ...(label === 'code' && codeFields),
    })
    if (note !== undefined) setExtra(assembly, item, { note })
    if (kind !== undefined) setExtra(assembly, item, { kind })
    start = end
  }
  return group
}

const codeFields = { code_language: 'unknown', captions: [], references: [], footnotes: [] }

/** Converts inlines to runs and joins those of equal formatting. */
function toRuns(inlines: readonly Inline[]): Run[] {
  const runs: Run[] = []
  for (const linked of walkInlines(inlines)) {
    const run = toRun(linked)
    const last = runs.at(-1)
    if (run.text === '' && isPlain(run)) continue
    if (last && canMerge(last, run)) runs[runs.length - 1] = { ...last, text: last.text + run.text }
    else runs.push(run)
  }
  return runs
}

function toRun({ inline, target }: LinkedInline): Run {
  const text = plainTextOf(inline)
  const link = target === undefined || !cleanTarget(target) ? {} : { hyperlink: target }
  switch (inline.type) {
    case 'text':
      return { label: 'text', text, ...formattingOf(inline), ...link }
    case 'code':
    case 'formula':
      return { label: inline.type, text, ...link }
    case 'lineBreak':
      return { label: 'text', text, kind: 'line_break', ...link }
    case 'noteReference':
      return { label: 'text', text, note: inline.note, ...link }
    case 'image':
      return { label: 'text', text, kind: 'image', ...link }
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
    isPlain(a) && isPlain(b) && a.hyperlink === b.hyperlink && isAlike(a.formatting, b.formatting)
  )
}

function isAlike(a: Formatting | undefined, b: Formatting | undefined): boolean {
  if (!a || !b) return a === b
  return (
    a.bold === b.bold &&
    a.italic === b.italic &&
    a.underline === b.underline &&
    a.strikethrough === b.strikethrough &&
    a.script === b.script
  )
}
