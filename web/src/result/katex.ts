/** KaTeX with its style sheet: loaded when the first formula is seen. */
import 'katex/dist/katex.min.css'

export { default as katex } from 'katex'
