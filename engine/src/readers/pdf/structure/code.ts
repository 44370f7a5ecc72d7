/** Detects code by its monospaced font, and makes code blocks that keep the indents. */
import type { CodeBlock, Furniture, Provenance } from '../../../model/index.ts'
import { boxAround } from '../boxes.ts'
import { captionKind } from '../captions.ts'
import { median, sumOf } from '../statistics.ts'
import { isAddress, isCodeLine, lineNumber } from './code-lines.ts'
import { withAsciiSigns } from './code-signs.ts'
import { type LayoutBlock, type TextBlock, textOf } from './layout-blocks.ts'
import { withCharacters } from './provenance.ts'
import { structureLimits as limits, structureSettings as settings } from './settings.ts'
import type { StyledLine } from './styled-line.ts'
import { unwrapped } from './wrapped-code.ts'

export function isCode(block: TextBlock): boolean {
  return (
    isCodePart(block) &&
    block.lines.some((line) => line.text.length >= settings.few && !isAddress(line))
  )
}

/** Detects code in a cell or in the margin, which makes no code block. */
export function isCodeLabel({ isCell, lines }: TextBlock): boolean {
  return isCell && lines.every((line) => isCodeLine(line) && isName(line) && !isAddress(line))
}

/** Returns true for at most two words: more may be typewritten prose. */
function isName({ text }: StyledLine): boolean {
  return !/\s\S+\s/.test(text)
}

/** Detects text that is code only after other code: a closing brace, an address. */
export function isCodePart({ lines, isCell }: TextBlock): boolean {
  return !isCell && lines.every(isCodeLine)
}

/**
 * Detects code whose marker is code, too: the dash of a YAML list or a patch. Bullets are no code: a drawn one has the
 * font of the text that it marks.
 */
export function isWhollyCode(block: TextBlock): boolean {
  const [first] = block.lines[0]?.runs ?? []
  return isCodePart(block) && first?.style.mono === true && /^[!-~]/.test(first.text)
}

/** Finds the first blocks of code that floats: code at the top of a column, with a caption below. It does not continue other code. */
export function findFloatingCode(parts: readonly (LayoutBlock | Furniture)[]): Set<LayoutBlock> {
  const floating = new Set<LayoutBlock>()
  let first: TextBlock | undefined
  for (const part of parts) {
    if (part.type === 'text' && isCodePart(part)) {
      if (part.spaceBefore === Number.POSITIVE_INFINITY) first = part
    } else {
      const isBelow = part.type === 'text' && part.column === first?.column
      if (first && isBelow && captionKind(textOf(part)) !== undefined) floating.add(first)
      first = undefined
    }
  }
  return floating
}

/** Detects a block that continues the code before it; in a numbered listing it may be an empty line. */
export function goesOnInCode(before: TextBlock, next: TextBlock): boolean {
  if (before.column !== next.column) return isInNextColumn(before, next) && isCode(next)
  if (next.spaceBefore > settings.codeGapEms) return false
  return isCodePart(next) || isNextNumber(before, next)
}

/**
 * Returns true for text of the same size at the top of the next page or column. A column that begins beside the code explains it
 * and does not continue it.
 */
function isInNextColumn(before: TextBlock, next: TextBlock): boolean {
  if (next.spaceBefore !== Number.POSITIVE_INFINITY) return false
  const [own, other] = [before.lines.at(-1)?.size ?? 0, next.lines[0]?.size ?? 0]
  if (Math.abs(own - other) > settings.sizeStep) return false
  return next.page !== before.page || next.box.y1 < before.box.y0
}

function isNextNumber({ lines: before }: TextBlock, { lines }: TextBlock): boolean {
  const number = before.at(-1)?.runs[0]?.text ?? ''
  const texts = lines.map(({ text }) => text)
  return (
    lineNumber.test(number) &&
    texts.every((text, index) => Number(text) === Number(number) + index + 1)
  )
}

/** Returns the median distance between the baselines of adjacent lines of code, in ems. */
export function codeLeadingOf(blocks: readonly TextBlock[]): number {
  const lines = blocks.filter(isCode).flatMap(({ lines: own }) => own)
  const leadings = lines.flatMap((line, index) => {
    const before = lines[index - 1]
    const leading = before?.page === line.page ? leadingEms(before, line) : 0
    return leading > 0 && leading <= settings.codeGapEms ? [leading] : []
  })
  return leadings.length < settings.few ? settings.usualLeadingEms : median(leadings)
}

/**
 * @param blocks Consecutive blocks of code; those of one column become one part.
 * @param usualLeading Leading of the document's code, in ems.
 */
export function codeBlockOf(blocks: readonly TextBlock[], usualLeading: number): CodeBlock {
  const columns = [...Map.groupBy(blocks, ({ column }) => column).values()]
  const texts = codeTexts(
    columns.map((own) => own.flatMap(({ lines }) => lines)),
    Math.max(settings.emptyLineEms, settings.emptyLineFactor * usualLeading),
  )
  const places = columns.map((own): Provenance => {
    return { type: 'page', page: own[0]?.page ?? 1, bbox: boxAround(own.map(({ box }) => box)) }
  })
  const text = texts.join('\n')
  const ends: number[] = []
  for (const own of texts) ends.push((ends.at(-1) ?? 0) + own.length + 1)
  const provenance = withCharacters(places, ends.slice(0, -1), text.length)
  return { type: 'codeBlock', text, provenance: places.length > 1 ? provenance : places }
}

/** Returns the text of each part of a code block. White space before and within a line becomes blanks. */
function codeTexts(parts: readonly (readonly StyledLine[])[], emptyLineEms: number): string[] {
  const lines = parts.flat()
  const left = Math.min(...lines.map(({ x0 }) => x0))
  const width = letterWidth(lines)
  let before: StyledLine | undefined
  return parts.map((own) => {
    const texts: string[] = []
    for (const line of own) {
      const isApart = before?.page === line.page && leadingEms(before, line) > emptyLineEms
      const text = spacedText(line, left, width)
      before = line
      const above = texts.at(-1)
      const whole = above === undefined ? undefined : unwrapped(above, text)
      if (whole !== undefined) texts.splice(-1, 1, whole)
      else texts.push(...(isApart ? [''] : []), text)
    }
    return texts.join('\n')
  })
}

/**
 * Returns the mean width of the letters in points. Leaves out narrow text at the right end, because its box may be cut there by the edge
 * of the page.
 */
function letterWidth(lines: readonly StyledLine[]): number {
  const all = lines
    .flatMap(({ fragments }) => fragments)
    .filter(({ text }) => text.length >= settings.fewLetters)
  if (all.length === 0) return settings.monoEms * (lines[0]?.size ?? 10)
  const end = Math.max(...all.map(({ x1 }) => x1))
  const least = settings.uniform * median(all.map(({ text, x0, x1 }) => (x1 - x0) / text.length))
  const whole = all.filter(({ text, x0, x1 }) => x1 < end || x1 - x0 >= least * text.length)
  return sumOf(whole, ({ x0, x1 }) => x1 - x0) / sumOf(whole, ({ text }) => text.length)
}

function leadingEms(before: StyledLine, line: StyledLine): number {
  // A line that holds only its number may be smaller than the code.
  return (line.baseline - before.baseline) / Math.max(before.size, line.size)
}

function spacedText(line: StyledLine, left: number, width: number): string {
  const [only, ...others] = line.fragments
  // The rest of a line after a heading has the fragment of the whole line, but its own text.
  const parts = only && others.length === 0 ? [{ x0: only.x0, text: line.text }] : line.fragments
  let text = ''
  for (const fragment of parts) {
    const column = Math.round((fragment.x0 - left) / width)
    const blanks = Math.min(limits.blanks, Math.max(text === '' ? 0 : 1, column - text.length))
    text += ' '.repeat(blanks) + fragment.text
  }
  return withAsciiSigns(text).trimEnd()
}
