/** Cleans LaTeX so that it cannot end its dollars, a paragraph, or a cell (docs/markdown.md, C9). */
import { cleanLines } from './characters.ts'

/** A dollar sign that no parser of dollars recognises; KaTeX and MathJax support the command in text. */
const DOLLAR = '\\text{\\textdollar}'

/** Removes blank lines, comments, dollars and outer spaces. */
function tidyLatex(latex: string): string {
  const lines = cleanLines(latex).split('\n')
  return (
    lines
      .map((line, index) => tidyLine(line, index === lines.length - 1))
      .filter((line) => line !== '')
      .join('\n')
      // A backslash at the end, from an escaped space, would escape the closing dollar.
      .replace(/(?<!\\)((?:\\\\)*)\\$/, '$1')
      .trim()
  )
}

function tidyLine(line: string, isLast: boolean): string {
  // A comment ends with its line; on the last line an unescaped percent sign more likely means per cent.
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

/** Joins the lines of an inline formula's LaTeX. */
export function oneLineLatex(latex: string): string {
  return tidyLatex(latex).replace(/\s+/g, ' ')
}

/** Replaces `|`, which would end the cell, by commands (parsers disagree on `\|` in formulas), and drops column rules. */
export function withoutBars(latex: string): string {
  return latex
    .replace(/(\\begin\{(?:array|tabular)\})\{[^{}]*\}/g, (head) => head.replaceAll('|', ''))
    .replace(/\\[^|]|\\\| ?|\| ?/g, (token) => {
      if (token.startsWith('|')) return '\\vert '
      return token.startsWith('\\|') ? '\\Vert ' : token
    })
}

/** Writes a displayed formula between dollars, with its printed number. */
export function writeDisplayFormula(latex: string, number: string | undefined): string {
  const text = tidyLatex(latex)
  if (text === '') return ''
  const tag = number === undefined ? '' : oneLineLatex(number)
  const tagged = tag === '' || text.includes('\\tag') ? text : `${text} \\tag{${tag}}`
  return tagged.includes('\n') ? `$$\n${tagged}\n$$` : `$$${tagged}$$`
}
