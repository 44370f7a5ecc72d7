/** Finds the table in a picture's recognised text: tables are pasted into documents as pictures. */

import type { BBox } from '../../model/index.ts'
import { isBoxIn } from './boxes.ts'
import { layoutOfPicture, type ReadPicture, textBlocksOf } from './ocr/index.ts'
import { layOut } from './pages.ts'
import { pictureTableSettings as settings } from './settings.ts'
import type { StructurePage } from './structure/index.ts'
import { type FoundTable, findTables } from './tables/index.ts'

/** Adds the table that a picture shows to its text. */
export function withTable(
  page: Pick<StructurePage, 'number' | 'width' | 'height'>,
  picture: ReadPicture,
): ReadPicture {
  const layout = layoutOfPicture(picture)
  if (!layout) return picture
  const { number, width, height } = page
  const { page: laid } = layOut(
    { number, width, height, hasObjects: true, links: [], ...layout },
    'fidelity',
  )
  const tables = findTables(laid).filter(hasRows)
  // Each recognised word is a separate text object.
  const objectOf = (glyph: number) => layout.glyphs.objects[glyph] ?? -1
  const taken = new Set(
    tables.flatMap(({ words }) => [...words].map(({ firstGlyph }) => objectOf(firstGlyph))),
  )
  if (taken.size < Math.max(settings.words, settings.wordShare * layout.objects.length))
    return picture
  const rest = textBlocksOf(picture, (index) => !taken.has(index))
  // Words inside a table and outside of its cells are noise of the picture.
  const isNoise = ({ box }: { box: BBox }) => tables.some((table) => isBoxIn(box, table.box))
  return { ...picture, tables, blocks: rest.filter((block) => !isNoise(block)) }
}

function hasRows({ cells }: FoundTable): boolean {
  const rows = Map.groupBy(
    cells.filter(({ text }) => text !== ''),
    ({ row }) => row,
  )
  return [...rows.values()].filter((row) => row.length > 1).length >= settings.fullRows
}
