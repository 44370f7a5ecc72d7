/** Writes inlines as HTML within a line, for tables that pipe tables cannot represent. */
import { type Inline, textWithBreaks } from '../../model/index.ts'
import { isPlainLine } from './characters.ts'
import { joinFragments, nestRuns, type Segment, type Syntax } from './nesting.ts'
import { type Run, toRuns } from './runs.ts'
import type { State } from './state.ts'

export function writeInlinesHtml(inlines: readonly Inline[], state: State): string {
  return joinFragments(
    nestRuns(toRuns(inlines, state.notes.inHtml, state.options.imageTarget), syntax),
  )
}

/** Writes text whose newlines are line breaks. */
export function writeStringHtml(content: string, state: State): string {
  return isPlainLine(content)
    ? escapeHtml(content)
    : writeInlinesHtml(textWithBreaks(content), state)
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

const syntax: Syntax = {
  run: (run) => printers[run.type](run),
  edge: printEdge,
  checked: false,
}

const printers: Readonly<Record<Run['type'], (run: Run) => string>> = {
  text: ({ text }) => escapeHtml(text),
  image: ({ text, target = '' }) => imageHtml(text, target),
  space: ({ text }) => text,
  note: ({ text }) => text,
  break: () => '<br>',
  code: ({ text }) => `<code>${escapeHtml(text)}</code>`,
  formula: ({ text }) => `$${escapeHtml(text)}$`,
}

export function imageHtml(alt: string, target: string): string {
  return `<img src="${escapeAttribute(target)}" alt="${escapeAttribute(alt)}">`
}

function escapeAttribute(text: string): string {
  return escapeHtml(text).replaceAll('"', '&quot;')
}

const tags: Readonly<Record<Exclude<Segment['mark'], 'link' | 'autolink'>, string>> = {
  bold: 'strong',
  italic: 'em',
  strike: 'del',
  sub: 'sub',
  super: 'sup',
}

function printEdge({ mark, target }: Segment, side: 'open' | 'close'): string {
  if (mark !== 'link' && mark !== 'autolink')
    return side === 'open' ? `<${tags[mark]}>` : `</${tags[mark]}>`
  return side === 'open' ? `<a href="${escapeAttribute(target)}">` : '</a>'
}
