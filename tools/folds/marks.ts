/** Measures which marks of the truth the Markdown of a document has: inline code, links, superscripts and subscripts. */
import type { Nodes } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'

/** The measures: shares of the truth's marks, because the truth may lack marks that the page shows. */
export const markMeasures = ['code_found', 'links_found', 'scripts_found'] as const

export type MarkScores = Readonly<Record<(typeof markMeasures)[number], number | null>>

interface Marks {
  /** Words in the font of code. */
  readonly code: string[]
  /** Addresses outside of the document. */
  readonly links: string[]
  /** Superscripts and subscripts. */
  readonly scripts: string[]
}

export function scoreMarks(truth: string, output: string): MarkScores {
  const [wanted, found] = [marksOf(truth), marksOf(output)]
  return {
    code_found: shareFound(wanted.code, found.code),
    links_found: shareFound(wanted.links, found.links),
    scripts_found: shareFound(wanted.scripts, found.scripts),
  }
}

/** @returns `null` if nothing is wanted. */
function shareFound(wanted: readonly string[], found: readonly string[]): number | null {
  if (wanted.length === 0) return null
  const left = new Map<string, number>()
  for (const text of found) left.set(text, (left.get(text) ?? 0) + 1)
  let count = 0
  for (const text of wanted) {
    const rest = left.get(text) ?? 0
    if (rest > 0) count++
    left.set(text, rest - 1)
  }
  return count / wanted.length
}

const htmlMark = /<(sup|sub|code)>(.*?)<\/\1>|<a href="([^"]*)"/g

function marksOf(markdown: string): Marks {
  const marks: Marks = { code: [], links: [], scripts: [] }
  const tree = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
  collect(tree, marks)
  for (const [, tag, text = '', target] of markdown.matchAll(htmlMark)) {
    if (target !== undefined) addLink(marks, target)
    else if (tag === 'code') marks.code.push(...wordsOf(text))
    else marks.scripts.push(`${tag} ${plain(text)}`)
  }
  return marks
}

function collect(node: Nodes, marks: Marks): void {
  if (node.type === 'inlineCode') marks.code.push(...wordsOf(node.value))
  else if (node.type === 'link') addLink(marks, node.url)
  if ('children' in node) for (const child of node.children) collect(child, marks)
}

function addLink({ links }: Marks, target: string): void {
  if (/^(?:https?|mailto):/.test(target)) links.push(target.replace(/\/$/, ''))
}

function wordsOf(text: string): string[] {
  return plain(text).split(' ')
}

/** Returns the text without tags and escapes, in the most usual characters. */
function plain(text: string): string {
  const bare = text.replace(/<[^>]*>/g, '').replace(/\\(?=\W)/g, '')
  return bare.normalize('NFKC').replace(/[–—−]/g, '-').replace(/\s+/g, ' ').trim()
}
