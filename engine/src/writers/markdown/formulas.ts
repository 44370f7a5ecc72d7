/** LaTeX → LaTeX that cannot end its own dollars, a paragraph, or a cell (docs/markdown.md, C9). */
import { cleanLines } from './characters.ts'

/** A dollar sign that a reader of dollars does not see; KaTeX and MathJax know the command in text. */
const DOLLAR = '\\text{\\textdollar}'

/** LaTeX with its lines, none of them blank, without comments, dollars and outer spaces. */
export function tidyLatex(latex: string): string {
  const lines = cleanLines(latex).split('\n')
  return (
    lines
      .map((line, index) => tidyLine(line, index === lines.length - 1))
      .filter((line) => line !== '')
      .join('\n')
      // A backslash at the end would escape the dollar behind it; it was a space.
      .replace(/(?<!\\)((?:\\\\)*)\\$/, '$1')
      .trim()
  )
}

function tidyLine(line: string, isLast: boolean): string {
  // A comment ends with its line; on the last line a percent sign that nobody escaped is likelier.
  const tokens = isLast ? /\\.|\$|%/g : /\\.|\$|%.*/g
  return line
    .replace(/\s+/g, ' ')
    .replace(tokens, (token) => {
      if (token === '$' || token === '\\$') return DOLLAR
      if (!token.startsWith('%')) return token
      return isLast ? '\\%' : ''
    })
    .trim()
}

/** An inline formula's LaTeX: one line. */
export function oneLineLatex(latex: string): string {
  return tidyLatex(latex).replace(/\s+/g, ' ')
}

/** A `|` would end the cell, and readers disagree on `\|` in formulas: both bars are spelt out, column rules go. */
export function withoutBars(latex: string): string {
  return latex
    .replace(/(\\begin\{(?:array|tabular)\})\{[^{}]*\}/g, (head) => head.replaceAll('|', ''))
    .replace(/\\[^|]|\\\| ?|\| ?/g, (token) => {
      if (token.startsWith('|')) return '\\vert '
      return token.startsWith('\\|') ? '\\Vert ' : token
    })
}

/** A displayed formula between its dollars, with its printed number. */
export function writeDisplayFormula(latex: string, number: string | undefined): string {
  const text = tidyLatex(latex)
  if (text === '') return ''
  const tag = number === undefined ? '' : oneLineLatex(number)
  const tagged = tag === '' || text.includes('\\tag') ? text : `${text} \\tag{${tag}}`
  return tagged.includes('\n') ? `$$\n${tagged}\n$$` : `$$${tagged}$$`
}
