/** Writes leaves of text as HTML, each in a link that tells where it was set. */
import type { Leaf, Run, RunLook } from '../content.ts'
import type { Style } from '../style.ts'
import { escapeXml } from '../svg.ts'

export interface HtmlOptions {
  /** Puts links round leaves; PDF readers of the result find their places as annotations. */
  readonly probes: boolean
  /** Whether headings, lists and tables are elements of their kind, or boxes that only look so. */
  readonly semantic: boolean
}

export interface HtmlContext extends HtmlOptions {
  readonly style: Style
  /** Rules of tables that do not look like the others. */
  readonly rules: string[]
}

/** Where the links of leaves point to; the number is the leaf's. */
export const probeAddress = 'http://leaf/'

export function probe(id: number, html: string, { probes }: HtmlContext, kind = ''): string {
  if (!probes) return kind ? `<span style="display:block">${html}</span>` : html
  return `<a${kind} href="${probeAddress}${id}">${html}</a>`
}

const looks: { readonly [Look in RunLook]: (html: string) => string } = {
  bold: (html) => `<b>${html}</b>`,
  italic: (html) => `<i>${html}</i>`,
  code: (html) => `<code>${html}</code>`,
  link: (html) => `<i class="link">${html}</i>`,
  superscript: (html) => `<sup>${html}</sup>`,
  subscript: (html) => `<sub>${html}</sub>`,
}

function writeRun(run: Run, { style }: HtmlContext): string {
  if (run.formula) return `<math>${run.formula.mathml}</math>`
  const text = escapeXml(style.hyphenated ? softened(run.text) : run.text)
  if (run.note !== undefined) return `<sup>${text}</sup>`
  return run.look ? looks[run.look](text) : text
}

/** With soft hyphens where a syllable of a long word may end. */
const softened = (text: string): string =>
  text.replace(/\p{Ll}{7,}/gu, (word) =>
    word.replace(
      /(?<=..[aeiouy][bcdfghjklmnpqrstvwxz]?)(?=[bcdfghjklmnpqrstvwxz][aeiouy]..)/g,
      '\u00ad',
    ),
  )

export const writeLeaf = (leaf: Leaf, context: HtmlContext, prefix = ''): string =>
  probe(leaf.id, prefix + leaf.runs.map((run) => writeRun(run, context)).join(''), context)
