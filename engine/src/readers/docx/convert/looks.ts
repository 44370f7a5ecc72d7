/** Properties of a run and of its styles → the formatting that is printed. */
import type { Marks } from '../../../model/index.ts'
import { noRunProperties, type RunProperties } from '../parse/index.ts'
import type { ResolvedStyle, Styles } from './styles.ts'

export interface Look {
  readonly marks: Marks
  readonly isCode: boolean
  readonly isHidden: boolean
}

export const plainLook: Look = { marks: {}, isCode: false, isHidden: false }

export interface LookContext {
  readonly styles: Styles
  /** Whether underlining is kept; in the fast profile nothing prints it. */
  readonly withUnderline: boolean
  /** One record for each look, so that runs can be compared by it. */
  readonly known: Map<number, Look>
  /** Of runs that say nothing, by the style of their paragraph. */
  readonly plain: Map<ResolvedStyle, Look>
}

/**
 * The formatting of a run.
 *
 * Bold and italics are printed where a run differs from its paragraph's style: a style that is bold all over is a look,
 * not an emphasis. ECMA-376 Part 1, 17.7.3: a toggle that both the style of the paragraph and that of the run have on
 * is off; what the run says itself counts as it is. Toggles of table styles are not taken into account.
 */
export function lookOf(run: RunProperties, paragraph: ResolvedStyle, context: LookContext): Look {
  const { styles, known, withUnderline } = context
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
  const look = known.get(flags) ?? toLook(flags)
  known.set(flags, look)
  if (run === noRunProperties) context.plain.set(paragraph, look)
  return look
}

/** 17.7.3: the properties that toggle, of those that are kept. */
type Toggle = 'bold' | 'italic' | 'strike' | 'hidden'

/** What a run has from elsewhere. */
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

/** Bits of a look's number. */
const BOLD = 1
const ITALIC = 2
const STRIKE = 4
const UNDERLINE = 8
const SUB = 16
const SUPER = 32
const CODE = 64
const HIDDEN = 128

function toLook(flags: number): Look {
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
