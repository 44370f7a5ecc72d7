/** Types of the Markdown parser. */
export type { MarkdownIt, StateBlock, StateInline, Token } from 'markdown-it'
