/** Splits Markdown tokens into segments (headings, paragraphs, items, tables), each with its lines. */
import type { Token } from './markdown-types.ts'

export interface Segment {
  /** Letters and digits of the text in lower case, for comparison. */
  readonly key: string
  readonly isTable: boolean
  /** Lines of the Markdown, the last one excluded. */
  readonly lines: readonly [start: number, end: number]
}

/** Numbers the segments; the number becomes the attribute `data-segment`. */
export function markSegments(tokens: readonly Token[]): readonly Segment[] {
  const segments: Segment[] = []
  const mark = (token: Token, text: string, isTable = false): void => {
    token.attrSet('data-segment', String(segments.length))
    const [start, end] = token.map ?? [0, 0]
    segments.push({ key: keyOf(text), isTable, lines: [start, end] })
  }
  for (const [at, token] of tokens.entries()) {
    switch (token.type) {
      case 'paragraph_open':
        showAsItem(tokens, at)
        mark(token, textOf(tokens[at + 1]))
        break
      case 'heading_open':
        mark(token, textOf(tokens[at + 1]))
        break
      case 'table_open':
        mark(token, textOfTable(tokens, at), true)
        break
      case 'html_block':
        mark(token, withoutTags(token.content), token.content.includes('<table'))
        break
      case 'fence':
      case 'code_block':
      case 'math_block':
        mark(token, token.content)
        break
    }
  }
  return segments
}

/** Wraps the text of a tight list item in an element. */
function showAsItem(tokens: readonly Token[], at: number): void {
  const open = tokens[at]
  const close = tokens[at + 2]
  if (!open?.hidden || !close) return
  for (const token of [open, close]) {
    token.hidden = false
    token.tag = 'span'
  }
}

function textOf(token: Token | undefined): string {
  const inlines = token?.children ?? []
  return inlines.map(({ type, content }) => (type === 'html_inline' ? '' : content)).join('')
}

function textOfTable(tokens: readonly Token[], at: number): string {
  const end = tokens.findIndex(({ type }, index) => index > at && type === 'table_close')
  const cells = tokens.slice(at, end).filter(({ type }) => type === 'inline')
  return cells.map(textOf).join(' ')
}

function withoutTags(html: string): string {
  return html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/&[#\w]+;/g, '')
}

export function keyOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '')
}
