/** Detects paragraphs that are lines of code, by their style or by typeface and characters. */
import { type Content, noRunProperties } from '../parse/index.ts'
import type { ResolvedStyle, Styles } from './styles.ts'

/** `code`: by the style; `monospaced`: by the typeface, so the characters decide; `prose`: neither. */
export type Typewriting = 'code' | 'monospaced' | 'prose'

/** Parts of the names of monospaced typefaces. */
const monospaced =
  /courier|consolas|\bmono\b|monospac|menlo|monaco|fixed|typewriter|inconsolata|fira code|source code|cascadia|lucida console|terminal|andale|ocr/i

function isMonospaced(font: string | undefined): boolean {
  return font !== undefined && monospaced.test(font)
}

/**
 * Classifies a paragraph by its style and typefaces.
 *
 * Web pages bring code styles along with ordinary text; such text then has a proportional typeface, and counts as prose.
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

/** Returns true if most of the text overrides the style with a proportional typeface. */
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
  // Most paragraphs begin with a run without a typeface; the typeface of the style then decides.
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
  /** Typeface of the run or its style; `undefined` to inherit the paragraph's. */
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

/** Marks of code: lines of a program, a command or a table drawn with spaces have them, typewritten letters do not. */
const codeLine = /[{}[\]<>;=|\\^~`]|\w\(|::|->|:\s*$|^\s*(?:#|\/\/|--|\$ |>>> )|^(?: {2,}|\t)\S/

/** Returns true if at least half of the lines look like code. */
export function looksLikeCode(lines: readonly string[]): boolean {
  const written = lines.filter((line) => line.trim() !== '')
  const code = written.filter((line) => codeLine.test(line))
  return written.length > 0 && code.length * 2 >= written.length
}
