/** Applies the few declarations of a `style` attribute that change what is read. */
import type { Marks } from '../../model/index.ts'
import type { Context, WhiteSpace } from './context.ts'
import { type Element, findAttribute } from './dom.ts'

/** Returns the context of an element's content after its inline style. */
export function styledContext(element: Element, context: Context): Context {
  const whiteSpace = styledWhiteSpace(element, context.whiteSpace)
  return whiteSpace === context.whiteSpace ? context : { ...context, whiteSpace }
}

/** Returns the marks after an element's inline style, which overrides only the properties it sets. */
export function styledMarks(element: Element, marks: Marks): Marks {
  if (element.attributes.length === 0) return marks
  const style = findAttribute(element, 'style')
  if (style === undefined) return marks
  let styled = marks
  for (const { pattern, apply } of markRules) {
    const value = pattern.exec(style)?.[1]?.trim().toLowerCase()
    if (value !== undefined) styled = apply(styled, value)
  }
  return styled
}

const markRules: readonly {
  readonly pattern: RegExp
  readonly apply: (marks: Marks, value: string) => Marks
}[] = [
  {
    pattern: /(?:^|[;\s])font-weight\s*:\s*([^;]+)/i,
    apply: (marks, value) => ({ ...marks, bold: /^bold/.test(value) || Number(value) >= 600 }),
  },
  {
    pattern: /(?:^|[;\s])font-style\s*:\s*([^;]+)/i,
    apply: (marks, value) => ({ ...marks, italic: /^(?:italic|oblique)/.test(value) }),
  },
  {
    pattern: /(?:^|[;\s])text-decoration(?:-line)?\s*:\s*([^;]+)/i,
    apply: (marks, value) => (/line-through/.test(value) ? { ...marks, strike: true } : marks),
  },
  {
    pattern: /(?:^|[;\s])vertical-align\s*:\s*(sub|super)\b/i,
    apply: (marks, value) => ({ ...marks, script: value === 'sub' ? 'sub' : 'super' }),
  },
]

const whiteSpaces: Readonly<Record<string, WhiteSpace>> = {
  normal: 'collapse',
  nowrap: 'collapse',
  pre: 'preserve',
  'pre-wrap': 'preserve',
  'break-spaces': 'preserve',
  'pre-line': 'preserve-breaks',
}

/** CSS Text 3, 3: returns the white space mode of the inline style, or the inherited one. */
function styledWhiteSpace(element: Element, inherited: WhiteSpace): WhiteSpace {
  const style = findAttribute(element, 'style')
  const value = style && /(?:^|[;\s])white-space\s*:\s*([\w-]+)/i.exec(style)?.[1]
  return (value && whiteSpaces[value.toLowerCase()]) || inherited
}
