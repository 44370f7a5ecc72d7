/** The text of a cell, its marks and its link → the content of a table's cell. */
import { type Block, type CellRange, type Inline, textWithBreaks } from '../../model/index.ts'
import type { Relationships } from '../ooxml/index.ts'
import { MAX_COLUMNS } from './references.ts'
import type { RichText } from './rich-text.ts'
import type { SheetLink } from './sheet.ts'
import type { FindSheet } from './sheet-links.ts'

/** The URL that a cell leads to, if any. */
export type FindLink = (row: number, column: number) => string | undefined

/** Targets that mean something outside of the author's machine; paths of files do not. */
const publicTarget = /^(?:https?|ftp|mailto):/i

/** Cells that the links of a sheet are given to one by one; past it, as of a whole column, the first cell alone. */
const MAX_LINKED_CELLS = 200_000

/** @param findSheet Links to other sheets lead there; without it they are text. */
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
  const isPlace = spelled === undefined && relationship === undefined
  if (isPlace) return location && findSheet?.(location)
  const outside = spelled === undefined ? relationships.find(relationship) : undefined
  const { target = spelled ?? '', external = spelled !== undefined } = outside ?? {}
  // As LibreOffice writes places of the same workbook.
  if (external && target.startsWith('#')) return findSheet?.(target.slice(1))
  if (!external || !publicTarget.test(target)) return undefined
  return location === undefined || target.includes('#') ? target : `${target}#${location}`
}

/** All cells of a range, or the first alone where they are more than allowed. */
function firstCells({ row0, column0, row1, column1 }: CellRange, most: number): number[] {
  const width = column1 - column0 + 1
  const count = width * (row1 - row0 + 1)
  return Array.from({ length: count > most ? 1 : count }, (_, index) => {
    const column = column0 + (index % width)
    return (row0 + Math.floor(index / width)) * MAX_COLUMNS + column
  })
}

/** Text alone stays a string, as does a link whose text is its own target. */
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
