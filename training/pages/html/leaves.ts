/** Writes leaves of text as HTML, each in a link whose annotation records its position. */
import type { Leaf, Run, RunMark } from '../content.ts'
import type { Style } from '../style.ts'
import { escapeXml } from '../svg.ts'

export interface HtmlOptions {
  /** True to put links around leaves; their annotations in the PDF give the positions. */
  readonly probes: boolean
  /** True for headings, lists and tables as semantic elements, false for boxes that only look alike. */
  readonly semantic: boolean
}

export interface HtmlContext extends HtmlOptions {
  readonly style: Style
  /** CSS rules of tables that look different from the others. */
  readonly rules: string[]
}

/** Address of the links around leaves; the leaf's number follows. */
export const probeAddress = 'http://leaf/'

/** A link, or an element that is laid out like one. */
export function probe(id: number, html: string, { probes }: HtmlContext, attributes = ''): string {
  return probes
    ? `<a${attributes} href="${probeAddress}${id}">${html}</a>`
    : `<span${attributes}>${html}</span>`
}

const elements: { readonly [Mark in RunMark]: (html: string) => string } = {
  bold: (html) => `<b>${html}</b>`,
  italic: (html) => `<i>${html}</i>`,
  code: (html) => `<code>${html}</code>`,
  link: (html) => `<i class="link">${html}</i>`,
  superscript: (html) => `<sup>${html}</sup>`,
  subscript: (html) => `<sub>${html}</sub>`,
}

function writeRun(run: Run, style: Style): string {
  if (run.formula) return `<math>${run.formula.mathml}</math>`
  const text = torn(run.text, style)
  if (run.note !== undefined) return `<sup>${text}</sup>`
  return run.mark ? elements[run.mark](text) : text
}

/** Text as careless producers print it: letter by letter, or words without spaces between them. */
function torn(text: string, style: Style): string {
  if (style.torn === 'letters') return text.replace(/\S+/g, inLetters)
  if (style.torn === 'wordSpacing')
    return text
      .split(/( +)/)
      .map((part) => (part.startsWith(' ') ? '<span class="gap"></span><wbr>' : escapeXml(part)))
      .join('')
  return escapeXml(style.hyphenated ? softened(text) : text)
}

const inLetters = (word: string): string =>
  `<span class="word">${[...word].map((letter) => `<span class="letter">${escapeXml(letter)}</span>`).join('')}</span>`

/** Inserts soft hyphens where a syllable of a long word may end. */
const softened = (text: string): string =>
  text.replace(/\p{Ll}{7,}/gu, (word) =>
    word.replace(
      /(?<=..[aeiouy][bcdfghjklmnpqrstvwxz]?)(?=[bcdfghjklmnpqrstvwxz][aeiouy]..)/g,
      '\u00ad',
    ),
  )

export function writeLeaf(leaf: Leaf, context: HtmlContext, prefix = ''): string {
  const { style } = context
  if (style.columns === 1)
    return probe(leaf.id, prefix + leaf.runs.map((run) => writeRun(run, style)).join(''), context)
  // For a link that continues on the next page, the browser records only the first part; so each word has a separate link.
  const words = leaf.runs.flatMap((run) =>
    run.text.split(/(?<= )(?=\S)/).map((text): Run => ({ ...run, text })),
  )
  const links = words.map((word) => probe(leaf.id, writeRun(word, style), context))
  return (prefix === '' ? '' : probe(leaf.id, prefix, context)) + links.join('')
}
