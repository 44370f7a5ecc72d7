/** Detects code by its monospaced font, and makes code blocks that keep the indents. */
import type { CodeBlock, Furniture, Provenance } from '../../../model/index.ts'
import { boxAround } from '../boxes.ts'
import { captionKind } from '../captions.ts'
import { median, quantile, sumOf } from '../statistics.ts'
import { isAddress, isCodeLine, lineNumber } from './code-lines.ts'
import { withAsciiSigns } from './code-signs.ts'
import { type LayoutBlock, type TextBlock, textOf } from './layout-blocks.ts'
import { numberedLineOf, type PlacedText } from './numbered-code.ts'
import { readsAsProse } from './proportional-code.ts'
import { withCharacters } from './provenance.ts'
import { structureLimits as limits, structureSettings as settings } from './settings.ts'
import { alphanumeric, type StyledLine } from './styled-line.ts'
import { unwrapped } from './wrapped-code.ts'

export function isCode(block: TextBlock): boolean {
  return (
    isCodePart(block) &&
    block.lines.some((line) => line.text.length >= settings.few && !isAddress(line))
  )
}

/** Detects code in a cell or in the margin, which makes no code block. */
export function isCodeLabel(block: TextBlock): boolean {
  return block.isCell && isNameOfCode(block)
}

/** Detects lines of at most two words each in the type of code. */
export function isNameOfCode({ lines }: TextBlock): boolean {
  return lines.every((line) => isCodeLine(line) && isName(line) && !isAddress(line))
}

/** Detects an item that is a line of code behind its marker. */
export function isCodeItem({ lines: [line, another] }: TextBlock): boolean {
  const [first, ...others] = line?.runs ?? []
  if (!line || another || !first || readsAsProse(line.text) || isAddress(line)) return false
  const named = (first.style.mono ? [first, ...others] : others).filter(({ text }) =>
    alphanumeric.test(text),
  )
  return named.length > 0 && named.every(({ style, link }) => style.mono && link === undefined)
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

/** Returns the usual distance between the baselines of adjacent lines of code, in ems: most may be wider, with an empty line between. */
export function codeLeadingOf(blocks: readonly TextBlock[]): number {
  const lines = blocks.filter(isCode).flatMap(({ lines: own }) => own)
  const leadings = lines.flatMap((line, index) => {
    const before = lines[index - 1]
    const leading = before?.page === line.page ? leadingEms(before, line) : 0
    return leading > 0 && leading <= settings.codeGapEms ? [leading] : []
  })
  return leadings.length < settings.few
    ? settings.usualLeadingEms
    : quantile(leadings, settings.codeLeadingShare)
}

/**
 * @param blocks Consecutive blocks of code; those of one column become one part.
 * @param usualLeading Leading of the document's code, in ems.
 */
export function codeBlockOf(blocks: readonly TextBlock[], usualLeading: number): CodeBlock {
  const columns = [...Map.groupBy(blocks, ({ column }) => column).values()]
  const texts = codeTexts(
    columns,
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

/** Returns the text of the code in each column. White space before and within a line becomes blanks. */
function codeTexts(columns: readonly (readonly TextBlock[])[], emptyLineEms: number): string[] {
  const shifts = new Map<StyledLine, number>()
  for (const own of columns) {
    const shift = shiftBetween(columns[0]?.[0], own[0])
    for (const line of own.flatMap(({ lines }) => lines)) shifts.set(line, shift)
  }
  const textOfLine = spacerOf(shifts)
  let before: StyledLine | undefined
  return columns.map((own) => {
    const texts: string[] = []
    for (const line of own.flatMap(({ lines }) => lines)) {
      const isApart = before?.page === line.page && leadingEms(before, line) > emptyLineEms
      const text = textOfLine(line)
      before = line
      const above = texts.at(-1)
      const whole = above === undefined ? undefined : unwrapped(above, text)
      if (whole !== undefined) texts.splice(-1, 1, whole)
      else texts.push(...(isApart ? [''] : []), text)
    }
    return texts.join('\n')
  })
}

/** Returns the distance between the left sides of two columns that are beside each other, in points. */
function shiftBetween(first: TextBlock | undefined, other: TextBlock | undefined): number {
  if (!first || !other) return 0
  const areBeside = other.columnStart >= first.columnEnd || other.columnEnd <= first.columnStart
  return areBeside ? other.columnStart - first.columnStart : 0
}

/**
 * Returns the mean width of the letters in points. Leaves out narrow text at the right end, because its box may be cut there by the edge
 * of the page.
 */
function letterWidth(parts: readonly PlacedText[], size: number): number {
  const all = parts.filter(({ text }) => text.length >= settings.fewLetters)
  if (all.length === 0) return settings.monoEms * size
  const end = all.reduce((most, { x1 }) => Math.max(most, x1), Number.NEGATIVE_INFINITY)
  const least = settings.uniform * median(all.map(({ text, x0, x1 }) => (x1 - x0) / text.length))
  const whole = all.filter(({ text, x0, x1 }) => x1 < end || x1 - x0 >= least * text.length)
  return sumOf(whole, ({ x0, x1 }) => x1 - x0) / sumOf(whole, ({ text }) => text.length)
}

function leadingEms(before: StyledLine, line: StyledLine): number {
  // A line that holds only its number may be smaller than the code.
  return (line.baseline - before.baseline) / Math.max(before.size, line.size)
}

/**
 * Returns a function that writes lines of code with blanks for their white space. The numbers of a listing, which are smaller than
 * its code, stand in a column of their own.
 *
 * @param shifts How far the column of each line is from the first one, in points.
 */
function spacerOf(shifts: ReadonlyMap<StyledLine, number>): (line: StyledLine) => string {
  const lines = [...shifts.keys()]
  const found = lines.map(numberedLineOf)
  const isListing = 2 * found.filter((own) => own && own.code.length > 0).length >= found.length
  const digits = isListing
    ? found.reduce((most, own) => Math.max(most, own?.number.length ?? 0), 0)
    : 0
  const numbered = new Map(lines.map((line, at) => [line, isListing ? found[at] : undefined]))
  const partsAt = (line: StyledLine) => numbered.get(line)?.code ?? partsOf(line)
  const width = letterWidth(lines.flatMap(partsAt), lines[0]?.size ?? 10)
  const placeOf = (part: PlacedText, line: StyledLine) => part.x0 - (shifts.get(line) ?? 0)
  const places = lines.flatMap((line) => partsAt(line).map((part) => placeOf(part, line)))
  const start = places.reduce((least, x) => Math.min(least, x), Number.POSITIVE_INFINITY)
  const left = start - (isListing ? (digits + 1) * width : 0)
  return (line) => {
    let text = numbered.get(line)?.number.padStart(digits) ?? ''
    for (const part of partsAt(line)) {
      const column = Math.round((placeOf(part, line) - left) / width)
      const least = text === '' ? 0 : 1
      const blanks = Math.min(limits.blanks, Math.max(least, column - text.length))
      text += ' '.repeat(blanks) + part.text
    }
    return withAsciiSigns(text).trimEnd()
  }
}

/** Returns the fragments of a line. The rest of a line after a heading has the fragment of the whole line, but its own text. */
function partsOf({ text, fragments }: StyledLine): readonly PlacedText[] {
  const [only, ...others] = fragments
  return only && others.length === 0 ? [{ x0: only.x0, x1: only.x1, text }] : fragments
}
