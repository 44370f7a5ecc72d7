/** The types of the Markdown parser that the page's own rules need. */
export type { MarkdownIt, StateBlock, StateInline, Token } from 'markdown-it'
