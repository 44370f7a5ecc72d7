/** Packages without types of their own. */
declare module 'markdown-it-footnote' {
  import type { MarkdownIt } from 'markdown-it'

  const readFootnotes: (markdown: MarkdownIt) => void
  export default readFootnotes
}
