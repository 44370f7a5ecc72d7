/** Resolves the properties of a run and its styles to the formatting that Word prints. */
import type { Marks } from '../../../model/index.ts'
import { noRunProperties, type RunProperties } from '../parse/index.ts'
import type { ResolvedStyle, Styles } from './styles.ts'

export interface Formatting {
  readonly marks: Marks
  readonly isCode: boolean
  readonly isHidden: boolean
}

export const plainFormatting: Formatting = { marks: {}, isCode: false, isHidden: false }

export interface FormattingContext {
  readonly styles: Styles
  /** True to keep underlining; the fast profile has no output for it. */
  readonly withUnderline: boolean
  /** One shared record for each combination of formatting, so that runs can be compared by identity. */
  readonly cache: Map<number, Formatting>
  /** Formatting of runs without properties, by paragraph style. */
  readonly plain: Map<ResolvedStyle, Formatting>
}

/**
 * Returns the formatting of a run.
 *
 * Keeps bold and italics where a run differs from its paragraph's style: a wholly bold style is decoration, not
 * emphasis. ECMA-376 Part 1, 17.7.3: a toggle property that is on in both the paragraph style and the run style is off;
 * the run's own property overrides both. Ignores the toggle properties of table styles.
 */
export function formattingOf(
  run: RunProperties,
  paragraph: ResolvedStyle,
  context: FormattingContext,
): Formatting {
  const { styles, cache, withUnderline } = context
  const plain = run === noRunProperties ? context.plain.get(paragraph) : undefined
  if (plain) return plain
  const style = run.styleId === undefined ? undefined : styles.find(run.styleId)
  const inherited: Inherited = {
    defaults: styles.defaults,
    paragraph: paragraph.run,
    style: style?.run ?? noRunProperties,
  }
  const script = run.script ?? inherited.style.script ?? paragraph.run.script ?? 'none'
  const flags =
    (differs('bold', run, inherited) ? BOLD : 0) |
    (differs('italic', run, inherited) ? ITALIC : 0) |
    (isOn('strike', run, inherited) ? STRIKE : 0) |
    (withUnderline && run.underline === true ? UNDERLINE : 0) |
    (script === 'sub' ? SUB : 0) |
    (script === 'super' ? SUPER : 0) |
    (style?.isCode === true ? CODE : 0) |
    (isOn('hidden', run, inherited) ? HIDDEN : 0)
  const formatting = cache.get(flags) ?? toFormatting(flags)
  cache.set(flags, formatting)
  if (run === noRunProperties) context.plain.set(paragraph, formatting)
  return formatting
}

/** 17.7.3: the toggle properties that the document keeps. */
type Toggle = 'bold' | 'italic' | 'strike' | 'hidden'

/** The inherited values of a run's toggle properties. */
interface Inherited {
  readonly defaults: RunProperties
  readonly paragraph: RunProperties
  readonly style: RunProperties
}

function differs(name: Toggle, run: RunProperties, inherited: Inherited): boolean {
  if (!(run[name] ?? inherited.style[name])) return false
  return inherited.defaults[name] !== true && inherited.paragraph[name] !== true
}

function isOn(name: Toggle, run: RunProperties, inherited: Inherited): boolean {
  const { defaults, paragraph, style } = inherited
  const toggled = (paragraph[name] === true) !== (style[name] === true)
  return run[name] ?? (defaults[name] === true || toggled)
}

/** Bits of the key of a formatting record. */
const BOLD = 1
const ITALIC = 2
const STRIKE = 4
const UNDERLINE = 8
const SUB = 16
const SUPER = 32
const CODE = 64
const HIDDEN = 128

function toFormatting(flags: number): Formatting {
  const marks: Marks = {
    ...((flags & BOLD) !== 0 && { bold: true }),
    ...((flags & ITALIC) !== 0 && { italic: true }),
    ...((flags & STRIKE) !== 0 && { strike: true }),
    ...((flags & UNDERLINE) !== 0 && { underline: true }),
    ...((flags & SUB) !== 0 && { script: 'sub' }),
    ...((flags & SUPER) !== 0 && { script: 'super' }),
  }
  return { marks, isCode: (flags & CODE) !== 0, isHidden: (flags & HIDDEN) !== 0 }
}
