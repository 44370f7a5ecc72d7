/** Lines set in a monospaced font → the text of a code block, its indents kept. */
import type { StyledLine } from './styled-lines.ts'
import type { TextUnit } from './units.ts'

/** A line of code is monospaced throughout; marks beside it may not be. */
const MONO_SHARE = 0.9
/** One line alone is code when it has that many characters, and none of them makes it prose. */
const MIN_CHARACTERS = 3

export function isCodeLine(line: StyledLine): boolean {
  return line.mono >= MONO_SHARE
}

export function isCode({ lines, isCell }: TextUnit): boolean {
  return (
    !isCell && lines.every(isCodeLine) && lines.some(({ text }) => text.length >= MIN_CHARACTERS)
  )
}

/** Width of a letter of a monospaced font, in ems, where a line does not tell it. */
const LETTER_EMS = 0.6

/** The text of lines under each other: blanks before and within a line as wide as it leaves free. */
export function codeText(lines: readonly StyledLine[]): string {
  const left = Math.min(...lines.map(({ x0 }) => x0))
  const width = letterWidth(lines)
  const texts: string[] = []
  for (const [index, line] of lines.entries()) {
    const before = lines[index - 1]
    if (before && isBlankBetween(before, line)) texts.push('')
    texts.push(spacedText(line, left, width))
  }
  return texts.join('\n')
}

function letterWidth(lines: readonly StyledLine[]): number {
  const widths = lines.flatMap(({ pieces, size }) =>
    pieces.flatMap(({ text, x0, x1 }) => {
      const ems = (x1 - x0) / Math.max(1, text.length) / size
      return text.length >= 4 && ems > 0.3 && ems < 0.9 ? [x1 - x0, text.length] : []
    }),
  )
  let points = 0
  let letters = 0
  for (let index = 0; index < widths.length; index += 2) {
    points += widths[index] ?? 0
    letters += widths[index + 1] ?? 0
  }
  return letters > 0 ? points / letters : LETTER_EMS * (lines[0]?.size ?? 10)
}

/** More than that many ems between baselines is an empty line. */
const EMPTY_LINE_EMS = 1.9
/** Blanks before a piece; a hostile page is wide. */
const MAX_BLANKS = 120

function isBlankBetween(before: StyledLine, line: StyledLine): boolean {
  const leading = line.baseline - before.baseline
  return leading > EMPTY_LINE_EMS * line.size && before.page === line.page
}

function spacedText({ pieces }: StyledLine, left: number, width: number): string {
  let text = ''
  for (const piece of pieces) {
    const column = Math.round((piece.x0 - left) / width)
    const blanks = Math.min(MAX_BLANKS, Math.max(text === '' ? 0 : 1, column - text.length))
    text += ' '.repeat(blanks) + piece.text
  }
  return text.replace(/\u00ad/g, '-').trimEnd()
}
