/** Paragraphs → whether they are lines of code: by their style, or by their typeface and characters. */
import { type Content, noRunProperties } from '../parse/index.ts'
import type { ResolvedStyle, Styles } from './styles.ts'

/** How a paragraph may be code: its style says so, or it is set like code and its text decides. */
export type Typewriting = 'code' | 'monospaced' | 'prose'

/** Typefaces whose letters are all of one width; names that contain one of these words. */
const monospaced =
  /courier|consolas|\bmono\b|monospac|menlo|monaco|fixed|typewriter|inconsolata|fira code|source code|cascadia|lucida console|terminal|andale|ocr/i

export function isMonospaced(font: string | undefined): boolean {
  return font !== undefined && monospaced.test(font)
}

/**
 * Looks at the typefaces of a paragraph.
 *
 * Pages of the web bring styles for code along with text that is none; it is set in another typeface then.
 */
export function findTypewriting(
  contents: readonly Content[],
  style: ResolvedStyle,
  styles: Styles,
): Typewriting {
  if (style.role.type === 'code') return isReset(contents, styles) ? 'prose' : 'code'
  if (style.role.type !== 'body' || isMonospaced(styles.defaultFont)) return 'prose'
  return allMonospaced(contents, style, styles) ? 'monospaced' : 'prose'
}

/** Whether most of the text has a typeface of its own, and that is no typewriter's. */
function isReset(contents: readonly Content[], styles: Styles): boolean {
  let reset = 0
  let all = 0
  for (const { text, font } of visibleRuns(contents, styles)) {
    all += text.length
    if (font !== undefined && font !== '' && !isMonospaced(font)) reset += text.length
  }
  return reset * 2 > all
}

function allMonospaced(
  contents: readonly Content[],
  style: ResolvedStyle,
  styles: Styles,
): boolean {
  // Most paragraphs begin with a run that says nothing of its typeface, and need no more than this look.
  const [first] = contents
  const isUsual =
    first?.type === 'text' && first.properties === noRunProperties && /\S/.test(first.text)
  if (isUsual && !isMonospaced(style.run.font)) return false
  let found = false
  for (const { font } of visibleRuns(contents, styles)) {
    if (!isMonospaced(font ?? style.run.font)) return false
    found = true
  }
  return found
}

interface VisibleRun {
  readonly text: string
  /** Of the run or its style; `undefined` for that of the paragraph. */
  readonly font: string | undefined
}

function* visibleRuns(contents: readonly Content[], styles: Styles): Generator<VisibleRun> {
  for (const content of contents) {
    if (content.type === 'text') {
      const { font = styles.find(content.properties.styleId)?.run.font } = content.properties
      if (/\S/.test(content.text)) yield { text: content.text, font }
    } else if (content.type === 'link' || content.type === 'simpleField') {
      yield* visibleRuns(content.content, styles)
    }
  }
}

/** What a line of a program, a command or a table drawn with spaces has, and a letter written on a typewriter has not. */
const codeLine = /[{}[\]<>;=|\\^~`]|\w\(|::|->|:\s*$|^\s*(?:#|\/\/|--|\$ |>>> )|^(?: {2,}|\t)\S/

/** Whether at least half of the lines look like code. */
export function looksLikeCode(lines: readonly string[]): boolean {
  const written = lines.filter((line) => line.trim() !== '')
  const code = written.filter((line) => codeLine.test(line))
  return written.length > 0 && code.length * 2 >= written.length
}
