/** Converts the text, marks and link of a cell to the content of a table cell. */
import { type Block, type CellRange, type Inline, textWithBreaks } from '../../model/index.ts'
import type { Relationships } from '../ooxml/index.ts'
import { MAX_COLUMNS } from './references.ts'
import type { RichText } from './rich-text.ts'
import type { SheetLink } from './sheet.ts'
import type { FindSheet } from './sheet-links.ts'

/** Returns the link target of a cell. */
export type FindLink = (row: number, column: number) => string | undefined

/** Targets that work outside of the author's machine; file paths do not. */
const publicTarget = /^(?:https?|ftp|mailto):/i

/** The most linked cells of a sheet; of a larger range, such as a whole column, only the first cell is linked. */
const MAX_LINKED_CELLS = 200_000

/** @param findSheet Resolves links to other sheets; without it these become text. */
export function createFindLink(
  links: readonly SheetLink[],
  relationships: Relationships,
  findSheet?: FindSheet,
): FindLink {
  const targets = new Map<number, string>()
  let left = MAX_LINKED_CELLS
  for (const link of links) {
    const target = targetOf(link, relationships, findSheet)
    if (target === undefined) continue
    const cells = firstCells(link.range, left)
    left -= cells.length
    for (const cell of cells) targets.set(cell, target)
  }
  if (targets.size === 0) return () => undefined
  return (row, column) => targets.get(row * MAX_COLUMNS + column)
}

function targetOf(
  { target: spelled, relationship, location }: SheetLink,
  relationships: Relationships,
  findSheet: FindSheet | undefined,
): string | undefined {
  const isInternal = spelled === undefined && relationship === undefined
  if (isInternal) return location && findSheet?.(location)
  const outside = spelled === undefined ? relationships.find(relationship) : undefined
  const { target = spelled ?? '', external = spelled !== undefined } = outside ?? {}
  // LibreOffice writes references within the workbook this way.
  if (external && target.startsWith('#')) return findSheet?.(target.slice(1))
  if (!external || !publicTarget.test(target)) return undefined
  return location === undefined || target.includes('#') ? target : `${target}#${location}`
}

/** Lists all cells of a range, or only the first if the range has more than allowed. */
function firstCells({ row0, column0, row1, column1 }: CellRange, most: number): number[] {
  const width = column1 - column0 + 1
  const count = width * (row1 - row0 + 1)
  return Array.from({ length: count > most ? 1 : count }, (_, index) => {
    const column = column0 + (index % width)
    return (row0 + Math.floor(index / width)) * MAX_COLUMNS + column
  })
}

/** Unmarked text stays a string, also where the link target equals the text. */
export function toContent(text: RichText, target: string | undefined): string | readonly Block[] {
  if (typeof text === 'string' && (target === undefined || isTarget(text, target))) return text
  const inlines = toInlines(text)
  const linked: Inline[] = [{ type: 'link', target: target ?? '', inlines }]
  return [{ type: 'paragraph', inlines: target === undefined ? inlines : linked }]
}

function isTarget(text: string, target: string): boolean {
  return text.trim() === target || `mailto:${text.trim()}` === target
}

function toInlines(text: RichText): Inline[] {
  if (typeof text === 'string') return textWithBreaks(text)
  return text.flatMap(({ text: value, ...marks }) =>
    textWithBreaks(value).map((inline) =>
      inline.type === 'text' ? { ...inline, ...marks } : inline,
    ),
  )
}
