/** Puts captions and notes into their tables. */
import {
  type BBox,
  type Block,
  type Paragraph,
  plainText,
  type Table,
} from '../../../model/index.ts'
import { captionKind } from '../captions.ts'
import { structureLimits as limits, structureSettings as settings } from './settings.ts'

/** Matches the beginning of a note: a mark, a letter in brackets, or a word such as `Source`. */
const beginsNote =
  /^(?:[*†‡§¶#]|\(?[a-z1-9]\)|[a-z1-9](?=\s?\p{Lu})|(?:N(?:ote|OTE)|S(?:ource|OURCE)|A(?:bbreviation|BBREVIATION)|L(?:egend|EGEND))[sS]?\b|[\p{Lu}\d]{2,10}\s?[=:,])/u

/** Moves the caption above or below each table, and the notes below it, into the table. */
export function tieToTables(blocks: readonly Block[]): Block[] {
  const tied: Block[] = []
  for (let index = 0; index < blocks.length; index++) {
    const block = blocks[index] as Block
    if (block.type !== 'table') {
      tied.push(block)
      continue
    }
    let table = block
    const [above, below] = [tied.at(-1), blocks[index + 1]]
    if (isCaption(above)) {
      tied.pop()
      table = { ...table, caption: captionOf(above, 'above') }
    } else if (isCaption(below) && blocks[index + 2]?.type !== 'table') {
      table = { ...table, caption: captionOf(below, 'below') }
      index++
    }
    const notes = notesOf(table, blocks.slice(index + 1, index + 1 + limits.tableNotes))
    tied.push(notes.length === 0 ? table : { ...table, notes: [...(table.notes ?? []), ...notes] })
    index += notes.length
  }
  return tied
}

function isCaption(block: Block | undefined): block is Paragraph {
  if (block?.type !== 'paragraph' || block.role !== 'caption') return false
  return captionKind(plainText(block.inlines)) === 'table'
}

function captionOf({ inlines, provenance = [] }: Paragraph, position: 'above' | 'below') {
  return { inlines, position, provenance }
}

function notesOf(table: Table, following: readonly Block[]): Paragraph[] {
  const box = lastBox(table)
  const notes: Paragraph[] = []
  if (!box) return notes
  let bottom = Math.max(box.y1, captionBelow(table) ?? box.y1)
  for (const block of following) {
    const own = lastBox(block)
    if (block.type !== 'paragraph' || block.role !== undefined || own?.page !== box.page) break
    if (block.provenance?.length !== 1 || !isUnder(own, box, bottom) || !isNote(block)) break
    notes.push({ ...block, role: 'footnote' })
    bottom = own.y1
  }
  return notes
}

type PlacedBox = BBox & { readonly page: number }

/** Returns the page and box of a block's last part. */
function lastBox({ provenance }: Block): PlacedBox | undefined {
  const last = provenance?.at(-1)
  return last?.type === 'page' ? { ...last.bbox, page: last.page } : undefined
}

function captionBelow({ caption }: Table): number | undefined {
  const last = caption?.position === 'below' ? caption.provenance?.at(-1) : undefined
  return last?.type === 'page' ? last.bbox.y1 : undefined
}

function isUnder(own: BBox, table: BBox, bottom: number): boolean {
  const isNear = own.y0 >= bottom - settings.notePoints && own.y0 <= bottom + settings.notePoints
  const isWithin =
    own.x0 >= table.x0 - settings.overlapPoints && own.x1 <= table.x1 + settings.overlapPoints
  return isNear && own.y1 > bottom && isWithin
}

function isNote({ inlines }: Paragraph): boolean {
  return beginsNote.test(plainText(inlines).trimStart())
}
