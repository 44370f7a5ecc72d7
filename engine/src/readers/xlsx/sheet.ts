/**
 * Reads the part of a sheet as a stream: cells that display something, merged ranges and links.
 *
 * Covered: rows and cells in any order, with and without references. Left out: formulas (their stored results are
 * the values), drawings, comments, styling. ECMA-376 Part 1, 18.3.
 */
import { type Limits, refuse } from '../../limits.ts'
import type { CellRange } from '../../model/index.ts'
import type { ElementAttributes, OfficePackage } from '../ooxml/index.ts'
import { type CellContext, readValue } from './cell-values.ts'
import { readDamaged } from './damage.ts'
import { MAX_CODE, MAX_LINES, type PrintedLine, printedElements } from './headers-and-footers.ts'
import { findRange, MAX_COLUMNS, MAX_ROWS, packReference } from './references.ts'
import { createTextReader, plainTextOf, type RichText, type TextReader } from './rich-text.ts'

export interface Sheet {
  /** Rows with text, from top to bottom. */
  readonly rows: readonly SheetRow[]
  readonly merges: readonly CellRange[]
  readonly links: readonly SheetLink[]
  /** Headers and footers, if requested. */
  readonly printed: readonly PrintedLine[]
}

export interface SheetRow {
  readonly index: number
  /** Cells with text, from left to right. */
  readonly cells: readonly SheetCell[]
}

/** Property names match the model's, so that a cell of plain text can be used as a table cell unchanged. */
export interface SheetCell {
  readonly column: number
  readonly content: RichText
}

export interface SheetLink {
  readonly range: CellRange
  /** The URL, or `#` and a location, from a HYPERLINK formula. */
  readonly target?: string
  /** Id of an external relationship; `undefined` for a link within the workbook. */
  readonly relationship: string | undefined
  /** The part of the target after `#`, or the location in the workbook. */
  readonly location: string | undefined
}

interface RowBeingRead {
  readonly index: number
  cells: SheetCell[]
  /** True while cells arrive from left to right, as they should. */
  isSorted: boolean
}

/** State while the part of a sheet is read. */
interface SheetState {
  readonly context: CellContext
  readonly limits: Limits
  readonly inlineText: TextReader
  readonly rows: RowBeingRead[]
  readonly merges: CellRange[]
  readonly links: SheetLink[]
  readonly printed: PrintedLine[]
  readonly withPrinted: boolean
  /** Kind of the header or footer being read. */
  printedKind: PrintedLine['kind'] | undefined
  hasRoot: boolean
  /** Number of open elements within an ignored one, itself included. */
  skipped: number
  /** True while rows arrive from top to bottom, as they should. */
  isSorted: boolean
  /** Position of the current cell; -1 outside of the sheet. */
  row: number
  column: number
  type: string
  style: number
  metadata: number
  value: string
  formula: string
  isInFormula: boolean
  isInValue: boolean
  isInInlineText: boolean
  hasInlineText: boolean
}

/** The most merged ranges of one sheet, each 50 bytes; real sheets have a few thousand. */
const MAX_MERGES = 1_000_000
/** Excel's limit for the length of a formula, characters. */
const MAX_FORMULA = 8_192
/** Excel's limit for the links of a sheet. */
const MAX_LINKS = 65_530

/**
 * Reads a sheet; of a damaged one the content before the damage.
 *
 * @returns `undefined` if nothing of the sheet can be read.
 * @throws {ConversionError} if a limit is exceeded.
 */
export async function readSheet(
  office: OfficePackage,
  part: string,
  context: CellContext,
  options: { readonly limits: Limits; readonly isFidelity: boolean },
): Promise<Sheet | undefined> {
  const state = createState(context, options.limits, options.isFidelity)
  const isWhole = await readDamaged(part, context.warnings, () =>
    office.streamXml(part, {
      open: (name, attributes) => openElement(state, name, attributes),
      text: (value) => addText(state, value),
      close: (name) => closeElement(state, name),
    }),
  )
  if (!isWhole && !state.hasRoot) return undefined
  const { merges, links, printed } = state
  return { rows: sortRows(state), merges, links, printed }
}

function createState(context: CellContext, limits: Limits, isFidelity: boolean): SheetState {
  return {
    context,
    limits,
    inlineText: createTextReader(isFidelity),
    rows: [],
    merges: [],
    links: [],
    printed: [],
    withPrinted: isFidelity,
    printedKind: undefined,
    hasRoot: false,
    skipped: 0,
    isSorted: true,
    row: -1,
    column: -1,
    type: 'n',
    style: 0,
    metadata: 0,
    value: '',
    formula: '',
    isInFormula: false,
    isInValue: false,
    isInInlineText: false,
    hasInlineText: false,
  }
}

type Open = (state: SheetState, attributes: ElementAttributes) => void

const handlers: ReadonlyMap<string, Open> = new Map<string, Open>([
  ['x:row', openRow],
  ['x:c', openCell],
  ['x:f', openFormula],
  ['x:v', openValue],
  ['x:is', openInlineText],
  ['x:mergeCell', addMerge],
  ['x:hyperlink', addLink],
])

function openElement(state: SheetState, name: string, attributes: ElementAttributes): void {
  if (state.skipped > 0) {
    state.skipped += 1
  } else if (state.isInInlineText) {
    state.inlineText.open(name, attributes)
  } else {
    const open = handlers.get(name)
    if (open) open(state, attributes)
    else openOther(state, name)
  }
}

/** Elements that only contain others. */
const containers: ReadonlySet<string> = new Set(['x:sheetData', 'x:mergeCells', 'x:hyperlinks'])

/** Opens any other element. The root may have any name, because macro sheets have another one. */
function openOther(state: SheetState, name: string): void {
  if (!state.hasRoot) {
    state.hasRoot = true
    return
  }
  if (containers.has(name) || (state.withPrinted && name === 'x:headerFooter')) return
  if (state.withPrinted && state.printed.length < MAX_LINES && printedElements.has(name)) {
    state.printedKind = printedElements.get(name)
    state.value = ''
    return
  }
  state.skipped = 1
  if (ignored.has(name)) return
  state.context.warnings.add('unknown_element', `<${name}> in a sheet was skipped.`)
}

/** Ignored children of a worksheet, a row and a cell (18.3.1.99). */
const ignored: ReadonlySet<string> = new Set([
  // Rules that compute or check values.
  ...['x:sheetCalcPr', 'x:dataConsolidate', 'x:dataValidations', 'x:ignoredErrors'],
  // Formatting and print settings.
  ...['x:sheetPr', 'x:dimension', 'x:sheetViews', 'x:sheetFormatPr', 'x:cols', 'x:phoneticPr'],
  ...['x:conditionalFormatting', 'x:printOptions', 'x:pageMargins', 'x:pageSetup'],
  ...['x:headerFooter', 'x:rowBreaks', 'x:colBreaks', 'x:picture', 'x:customSheetViews'],
  // Protection, filters, sorting.
  ...['x:sheetProtection', 'x:protectedRanges', 'x:scenarios', 'x:autoFilter', 'x:sortState'],
  ...['x:customProperties', 'x:cellWatches', 'x:smartTags', 'x:webPublishItems'],
  // Read from their own parts (drawings, comments), or no content: controls; tables, which name ranges of cells read here.
  ...['x:drawing', 'x:legacyDrawing', 'x:legacyDrawingHF', 'x:drawingHF', 'x:oleObjects'],
  ...['x:controls', 'x:tableParts', 'mc:AlternateContent', 'x:extLst'],
])

function openRow(state: SheetState, attributes: ElementAttributes): void {
  const r = attributes.find('r')
  const index = r === undefined ? state.row + 1 : Number(r) - 1
  const isInSheet = Number.isInteger(index) && index >= 0 && index < MAX_ROWS
  state.row = isInSheet ? index : -1
  state.column = -1
  if (!isInSheet) warnOutside(state)
}

function openCell(state: SheetState, attributes: ElementAttributes): void {
  const style = attributes.find('s')
  state.type = attributes.find('t') ?? 'n'
  state.style = style === undefined ? 0 : Number(style)
  state.metadata = state.type === 'e' ? Number(attributes.find('vm') ?? 0) : 0
  state.value = ''
  const r = attributes.find('r')
  if (r === undefined) {
    state.column += 1
    return
  }
  const packed = packReference(r)
  if (packed < 0) {
    state.column = MAX_COLUMNS
    return
  }
  state.column = packed % MAX_COLUMNS
  state.row = (packed - state.column) / MAX_COLUMNS
}

function openFormula(state: SheetState): void {
  state.formula = ''
  state.isInFormula = true
}

function openValue(state: SheetState): void {
  state.isInValue = true
}

function openInlineText(state: SheetState): void {
  state.isInInlineText = true
  state.hasInlineText = true
}

function addText(state: SheetState, value: string): void {
  if (state.skipped > 0) return
  if (state.isInValue) state.value += value
  else if (state.isInInlineText) state.inlineText.text(value)
  else if (state.isInFormula && state.formula.length < MAX_FORMULA) state.formula += value
  else if (state.printedKind && state.value.length < MAX_CODE) state.value += value
}

function closeElement(state: SheetState, name: string): void {
  if (state.skipped > 0) {
    state.skipped -= 1
    return
  }
  if (name === 'x:v') {
    state.isInValue = false
  } else if (name === 'x:f') {
    state.isInFormula = false
    addFormulaLink(state)
  } else if (name === 'x:is') {
    state.isInInlineText = false
  } else if (state.isInInlineText) {
    state.inlineText.close(name)
  } else if (name === 'x:c') {
    closeCell(state)
  } else if (state.printedKind && printedElements.has(name)) {
    state.printed.push({ kind: state.printedKind, code: state.value.slice(0, MAX_CODE) })
    state.printedKind = undefined
  }
}

function closeCell(state: SheetState): void {
  const text = takeText(state)
  const plain = plainTextOf(text)
  if (plain.trim() === '') return
  if (state.row < 0 || state.column >= MAX_COLUMNS) {
    warnOutside(state)
    return
  }
  countCell(plain, state)
  addCell(state, { column: state.column, content: text })
}

function countCell(text: string, { context: { size }, limits }: SheetState): void {
  size.cells += 1
  size.characters += text.length
  if (size.cells > limits.tableCells) refuse('it has too many cells')
  if (size.characters > limits.outputCharacters) refuse('its text would be too long')
}

function takeText(state: SheetState): RichText {
  if (state.hasInlineText) {
    state.hasInlineText = false
    const inline = state.inlineText.take()
    if (typeof inline !== 'string') return inline
    if (inline !== '') return state.context.formatOf(state.style).writeText(inline)
  }
  return state.value === '' ? '' : readValue(state, state.context)
}

function addCell(state: SheetState, cell: SheetCell): void {
  let row = state.rows.at(-1)
  if (row?.index !== state.row) {
    if (row && row.index > state.row) state.isSorted = false
    row = { index: state.row, cells: [], isSorted: true }
    state.rows.push(row)
  }
  const before = row.cells.at(-1)
  if (before && before.column >= cell.column) row.isSorted = false
  row.cells.push(cell)
}

function warnOutside({ context }: SheetState): void {
  context.warnings.add(
    'invalid_reference',
    'Cells with a position outside of the sheet were left out.',
  )
}

function addMerge(state: SheetState, attributes: ElementAttributes): void {
  const range = findRange(attributes.find('ref') ?? '')
  if (range && state.merges.length < MAX_MERGES) state.merges.push(range)
}

function addLink(state: SheetState, attributes: ElementAttributes): void {
  const { ref = '', location, 'r:id': relationship } = attributes.all()
  const range = findRange(ref)
  if (!range || state.links.length >= MAX_LINKS) return
  state.links.push({ range, relationship, location })
}

/** A HYPERLINK formula with a literal target; the formula's result is the link's text. */
const hyperlink = /^\s*HYPERLINK\(\s*"((?:[^"]|"")*)"\s*[,)]/i

function addFormulaLink({ formula, row, column, links }: SheetState): void {
  const target = hyperlink.exec(formula)?.[1]?.replaceAll('""', '"')
  const isInSheet = row >= 0 && column >= 0 && column < MAX_COLUMNS
  if (!target || !isInSheet || links.length >= MAX_LINKS) return
  const range = { row0: row, column0: column, row1: row, column1: column }
  links.push({ range, target, relationship: undefined, location: undefined })
}

/** Sorts rows and cells; of two cells at one position the later one wins. */
function sortRows(state: SheetState): readonly SheetRow[] {
  const rows = state.isSorted ? state.rows : joinRows(state.rows)
  for (const row of rows) {
    if (!row.isSorted) row.cells = sortCells(row.cells)
  }
  return rows
}

function joinRows(rows: readonly RowBeingRead[]): RowBeingRead[] {
  const byIndex = new Map<number, RowBeingRead>()
  for (const row of rows) {
    const existing = byIndex.get(row.index)
    if (!existing) byIndex.set(row.index, row)
    else {
      for (const cell of row.cells) existing.cells.push(cell)
      existing.isSorted = false
    }
  }
  return [...byIndex.values()].sort((a, b) => a.index - b.index)
}

function sortCells(cells: readonly SheetCell[]): SheetCell[] {
  const byColumn = new Map(cells.map((cell) => [cell.column, cell]))
  return [...byColumn.values()].sort((a, b) => a.column - b.column)
}
