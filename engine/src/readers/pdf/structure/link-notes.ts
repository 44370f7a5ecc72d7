/** Blocks in order → the same, each table with the notes that are printed under it. */
import {
  type BBox,
  type Block,
  type Paragraph,
  plainText,
  type Table,
} from '../../../model/index.ts'

/** A note begins at most that far below its table, or below the note before, in points. */
const MAX_BELOW_POINTS = 16
/** … and not further out than this at the sides. */
const MAX_OUTSIDE_POINTS = 12
/** More under a table is text that begins like a note. */
const MAX_NOTES = 8

/** Marks, letters in brackets, and words that say what it is. */
const beginsNote =
  /^(?:[*†‡§¶#]|\(?[a-z1-9]\)|[a-z1-9](?=\s?\p{Lu})|(?:N(?:ote|OTE)|S(?:ource|OURCE)|A(?:bbreviation|BBREVIATION)|L(?:egend|EGEND))[sS]?\b|[\p{Lu}\d]{2,10}\s?[=:,])/u

export function linkNotes(blocks: readonly Block[]): Block[] {
  const tied: Block[] = []
  for (let index = 0; index < blocks.length; index++) {
    const block = blocks[index] as Block
    if (block.type !== 'table') {
      tied.push(block)
      continue
    }
    const notes = notesOf(block, blocks.slice(index + 1, index + 1 + MAX_NOTES))
    tied.push(notes.length === 0 ? block : { ...block, notes: [...(block.notes ?? []), ...notes] })
    index += notes.length
  }
  return tied
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

/** Of its last piece. */
function lastBox({ provenance }: Block): PlacedBox | undefined {
  const last = provenance?.at(-1)
  return last?.type === 'page' ? { ...last.bbox, page: last.page } : undefined
}

function captionBelow({ caption }: Table): number | undefined {
  const last = caption?.position === 'below' ? caption.provenance?.at(-1) : undefined
  return last?.type === 'page' ? last.bbox.y1 : undefined
}

function isUnder(own: BBox, table: BBox, bottom: number): boolean {
  const isNear = own.y0 >= bottom - MAX_BELOW_POINTS && own.y0 <= bottom + MAX_BELOW_POINTS
  const isWithin =
    own.x0 >= table.x0 - MAX_OUTSIDE_POINTS && own.x1 <= table.x1 + MAX_OUTSIDE_POINTS
  return isNear && own.y1 > bottom && isWithin
}

function isNote({ inlines }: Paragraph): boolean {
  const text = plainText(inlines).trimStart()
  const [first] = inlines
  const isRaised = first?.type === 'text' && first.script === 'super'
  return isRaised || beginsNote.test(text)
}
