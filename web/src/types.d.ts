/** Types for packages that have none. */
declare module 'markdown-it-footnote' {
  import type { MarkdownIt } from 'markdown-it'

  const readFootnotes: (markdown: MarkdownIt) => void
  export default readFootnotes
}
