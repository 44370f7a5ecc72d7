/** A sheet as a grid with column letters and row numbers; each table is a box. */
import { type ReactNode, use } from 'react'
import type { Block } from './blocks.ts'
import { nameOf } from './boxes.tsx'
import { LinkContext, useBlockState } from './link.ts'
import type { PageInfo } from './view-model.ts'

/** Larger sheets are cut to keep the page fast; the Markdown has all cells. */
const MAX_ROWS = 200
const MAX_COLUMNS = 52

interface SheetProps {
  readonly page: PageInfo
}

export function SheetView({ page }: SheetProps): ReactNode {
  const texts = readTexts(page)
  const columns = Math.min(MAX_COLUMNS, Math.ceil(page.width))
  const rows = Math.min(MAX_ROWS, Math.ceil(page.height))
  const tables = page.blocks.filter(({ kind }) => kind === 'table')
  return (
    <div className="sheet">
      <div className="row sheet-blocks">
        {tables.map((block) => (
          <SheetBox key={block.id} block={block} page={page.number} />
        ))}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard. */}
      <section className="table-scroll" aria-label={`Cells of ${page.name}`} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th>
                <span className="visually-hidden">Row</span>
              </th>
              {range(columns).map((column) => (
                <th key={column} scope="col">
                  {letterOf(column)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {range(rows).map((row) => (
              <tr key={row}>
                <th scope="row">{row + 1}</th>
                {range(columns).map((column) => (
                  <td key={column}>{texts.get(`${row},${column}`) ?? ''}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {page.height > rows && (
        <p className="soft small">Rows after {rows} are in the Markdown only.</p>
      )}
    </div>
  )
}

function SheetBox({ block, page }: { readonly block: Block; readonly page: number }): ReactNode {
  const links = use(LinkContext)
  const state = useBlockState(block.id)
  const box = block.boxes.find((each) => each.page === page)
  if (!box) return null
  const range = `${letterOf(box.x0)}${box.y0 + 1}:${letterOf(box.x1 - 1)}${box.y1}`
  return (
    <button
      type="button"
      className={`sheet-box kind-table ${state ?? ''}`}
      data-block={block.id}
      aria-label={nameOf(block)}
      aria-pressed={state === 'chosen'}
      onPointerEnter={() => links.light(block.id)}
      onPointerLeave={() => links.light(undefined)}
      onFocus={() => links.light(block.id)}
      onClick={() => links.choose(block.id, 'page')}
    >
      Table {range}
    </button>
  )
}

function range(length: number): readonly number[] {
  return Array.from({ length }, (_each, at) => at)
}

/** 0 → `A`, 26 → `AA`. */
function letterOf(column: number): string {
  const before = Math.floor(column / 26)
  const letter = String.fromCharCode(65 + (column % 26))
  return before > 0 ? `${letterOf(before - 1)}${letter}` : letter
}

function readTexts({ blocks, number }: PageInfo): ReadonlyMap<string, string> {
  const texts = new Map<string, string>()
  for (const { item, boxes } of blocks) {
    const box = boxes.find(({ page }) => page === number)
    for (const cell of item.data?.table_cells ?? []) {
      const row = (box?.y0 ?? 0) + cell.start_row_offset_idx
      const column = (box?.x0 ?? 0) + cell.start_col_offset_idx
      texts.set(`${row},${column}`, cell.text)
    }
  }
  return texts
}
