/** Tests that reject grids; each one detects a kind of layout that looks like a table. */
import type { BBox } from '../../../model/index.ts'
import { isCentreIn } from '../boxes.ts'
import { allBullets } from '../bullet-signs.ts'
import { areMostlyLeftwards, hasLeader } from '../layout/index.ts'
import { share, stepsOf } from '../statistics.ts'
import type { Area, FilledCell } from './area.ts'
import { type TextLine, textOf } from './segments.ts'
import { tableSettings as settings } from './settings.ts'

/** Rejects a grid without two columns and two rows with text in both. */
function isTooSmall({ grid, fullRows, cells }: Area): boolean {
  if (grid.kind === 'ruled' && fullRows < 1) return true
  if (grid.kind === 'ruled') return grid.columnCount < 2 || grid.rowCount < 2 || cells.length < 3
  return grid.columnCount < 2 || grid.rowCount < 2 || fullRows < 2
}

/** Rejects columns of text side by side, with or without a frame: cells are lines of running text. */
function isProseInColumns(area: Area): boolean {
  const { grid, prose, figures, alignment, fullRows } = area
  const isDescribed = grid.columnCount > 2 && fullRows > 2 && alignment > settings.nearlyAll
  if (isDescribed && area.proseColumns <= settings.half) return false
  if (grid.kind === 'ruled') return false
  if (grid.kind === 'unruled') return prose > settings.rare && figures < settings.minority
  return prose > settings.half && figures < settings.rare
}

const marker = new RegExp(
  `^(?:[${allBullets}]|\\(?(?:\\d{1,3}|[a-zA-Z]|[ivxIVX]{1,5})[.):]|\\[(?:\\d{1,3}|[A-Z][A-Za-z+]*\\d{2}[a-z]?)\\]|\\d{1,2})$`,
  'u',
)

/** Rejects a list, for instance of works cited: a column of markers, and text beside it. */
function isList({ grid, cells, prose }: Area): boolean {
  const hasHeader = grid.kind === 'halfRuled' && grid.ruledHeaderRows > 0
  if (grid.kind === 'ruled' || hasHeader) return false
  if (grid.columnCount > 2 && prose < settings.rare) return false
  // The markers of text from right to left are in the last column.
  const end = areMostlyLeftwards(cells) ? grid.columnCount : grid.columnCount - 1
  for (let column = 0; column < end; column++) {
    const own = cells.filter(({ column0 }) => column0 === column)
    const markers = own.filter(isMarker).length
    const isText = grid.columnCount === 2 || grid.kind === 'unruled'
    if (isText && own.length > 1 && markers >= settings.majority * own.length) return true
  }
  return false
}

function isMarker({ words }: FilledCell): boolean {
  return words.length === 1 && marker.test(words[0]?.text ?? '')
}

/**
 * Rejects contents and indexes: lines with leader dots before page numbers, or titles, perhaps after numbers and indented,
 * and in the last column page numbers that never fall. Of 870 documents, the leader dots change five, all with indexes or
 * contents.
 */
function isContents({ grid, cells, region }: Area): boolean {
  if (grid.kind === 'ruled' || grid.rowCount < 3) return false
  if (leadToPages(region.lines)) return true
  // Leader dots may be cells between titles and page numbers.
  const texts = cells.filter(({ text }) => /[\p{L}\d]/u.test(text))
  const last = texts.filter(({ column0 }) => column0 === grid.columnCount - 1)
  const pages = last.filter((cell) => {
    const before = texts[texts.indexOf(cell) - 1]
    return pageNumber.test(cell.text) && before?.row0 === cell.row0 && isTitle(before)
  })
  if (pages.length < 0.8 * last.length) return false
  if (pages.length < 0.7 * cells.filter(isTitle).length) return false
  const values = pages.map(({ text }) => Number(text)).filter((value) => !Number.isNaN(value))
  return neverFall(values)
}

/**
 * Returns true if half of the lines have leaders to page numbers. Amounts follow leaders, too, but unlike page numbers they also
 * fall.
 */
function leadToPages(lines: readonly TextLine[]): boolean {
  const isEntry = ({ segments }: TextLine) => hasLeader(textOf(segments))
  if (share(lines, isEntry) >= settings.half) return true
  const led = lines.filter((line) => line.hasLeader || isEntry(line))
  const numbers = led.map(({ segments }) =>
    Number(/\d*(?=[\s.]*$)/.exec(textOf(segments))?.[0] || Number.NaN),
  )
  return led.length >= settings.half * lines.length && stepsOf(numbers).every((step) => step >= 0)
}

/** Returns true for page numbers that rise here and there, and never fall. */
function neverFall(values: readonly number[]): boolean {
  const steps = stepsOf([0, ...values])
  const rises = steps.filter((step) => step > 0).length
  return steps.every((step) => step >= 0) && rises >= settings.rare * values.length
}

const pageNumber = /^(?:\d{1,4}|[ivxl]+)$/
/** `4.1`, `XIII -`, `Appendix C.` */
const label = /^(?:\p{L}+ )?(?:[\d.]+|[IVXLC]+|\p{Lu}) ?[-–.:]?$/u

function isTitle({ text }: FilledCell): boolean {
  return /\p{L}{2}/u.test(text) && !pageNumber.test(text) && !label.test(text)
}

/** Rejects grids with many empty positions: labels of a figure, a form, scattered text. */
function isSparse({ grid, fill }: Area): boolean {
  return fill < settings.minFill[grid.kind]
}

/** Rejects grids without rulings whose columns are neither flush, nor figures, nor many. */
function isLoose(area: Area): boolean {
  const { grid, alignment, figures, fullRows, meanWords, proseColumns } = area
  if (grid.kind !== 'unruled') return false
  if (figures >= settings.half) {
    return alignment < settings.half || fullRows < settings.few
  }
  if (grid.columnCount === 2) {
    const isFlush = alignment >= settings.nearlyAll && fullRows >= settings.several
    return !isFlush || meanWords > settings.several
  }
  const isDescribed = proseColumns > 0 && proseColumns <= settings.half
  const rows = grid.columnCount > 3 ? settings.few : settings.several
  if (alignment < settings.mostly || fullRows < rows) return true
  return meanWords > settings.maxWords && !isDescribed
}

/** Rejects justified lines with wide gaps: cells begin within sentences, and not at the same positions. */
function isStretchedProse({ grid, lowercase, figures, alignment }: Area): boolean {
  if (grid.kind !== 'unruled' || alignment > settings.nearlyAll) return false
  return lowercase > settings.minority && figures < settings.minority
}

/** Rejects labels along both sides of a chart, or on its bars: only figures. */
function isAxis({ grid, cells }: Area): boolean {
  const tall = cells.filter(({ row0, row1 }) => row1 - row0 > 1).length
  if (grid.kind === 'ruled' && tall < cells.length / 4) return false
  if (grid.kind !== 'ruled' && grid.columnCount > 2) return false
  return cells.every(({ isFigure }) => isFigure)
}

/** Rejects lines with some gaps that no columns explain. */
function isTornText({ grid, torn, figures }: Area): boolean {
  if (grid.kind === 'ruled' || figures >= settings.half) return false
  return torn > (grid.kind === 'unruled' ? settings.exceptions : settings.rare)
}

/** Rejects cells of text that are not flush in their columns: boxes of a flow chart. */
function isScattered({ grid, alignment, figures, fullRows }: Area): boolean {
  if (grid.kind !== 'halfRuled' || fullRows <= 2) return false
  return alignment < settings.mostly && figures < settings.minority
}

/** Rejects a chart or drawing with its labels. */
function isDrawing({ grid, region, context, fullRows }: Area): boolean {
  if (grid.kind === 'unruled' && region.vertical.length > settings.few) return true
  if (grid.kind === 'ruled' && fullRows > 1) return false
  return context.shapes.filter((shape) => isShapeIn(shape, grid.box)).length > settings.few
}

/** Returns true for a curve or slanted line within a box. */
function isShapeIn(shape: BBox, box: BBox): boolean {
  const longSide = Math.max(shape.x1 - shape.x0, shape.y1 - shape.y0)
  return longSide >= settings.minShapePoints && isCentreIn(shape, box)
}

export const rejections: { readonly [name: string]: (area: Area) => boolean } = {
  isTooSmall,
  isProseInColumns,
  isList,
  isContents,
  isSparse,
  isLoose,
  isStretchedProse,
  isAxis,
  isTornText,
  isDrawing,
  isScattered,
}

/** @returns The name of the first test that the grid fails. */
export function rejectionOf(area: Area): string | undefined {
  return Object.keys(rejections).find((name) => rejections[name]?.(area))
}
