/** Finds footnotes, and pairs them with the raised marks that refer to them. */
import { lazy } from '../../../lazy.ts'
import { type LayoutBlock, sizeOf, type TextBlock, textOf } from './layout-blocks.ts'
import { structureSettings as settings } from './settings.ts'
import type { Run, StyledLine } from './styled-line.ts'

/** A footnote with the mark before its text. */
export interface FoundNote {
  readonly id: string
  readonly block: TextBlock
  /** Characters of the mark with the blank after it. */
  readonly markLength: number
}

/** TeX's asterisk is U+2217. */
const noteStart = /^(\d{1,3}|[*\u2217†‡§¶])(?=\s|\p{L}|["“‘(])\s*/u
/** In French, and in some English books, a full stop follows the number of a note. */
const noteMark = /^(\d{1,3}|[*\u2217†‡§¶])\.?(?=\s|\p{L}|["“‘(])\s*/u
export function startsNote(text: string): boolean {
  return noteStart.test(text)
}

const referenceMark = /^\s*(\d{1,3}|[*\u2217†‡§¶])\s*$/u
const number = /^\d/
const sentenceEnd = /[.!?)]["”]?$/

/**
 * Returns true if a note or affiliation begins below another: lines within a sentence do not begin with a raised mark.
 * Notes that are only addresses end no sentence, but their numbers follow each other.
 */
export function isEdgeOfNote(before: StyledLine, line: StyledLine): boolean {
  const mark = raisedStart(line)
  if (mark === undefined) return false
  if (!number.test(mark) || sentenceEnd.test(before.text)) return true
  return raisedStart(before) === `${Number(mark) - 1}`
}

/** Returns the raised mark before the text of a line. */
function raisedStart({ runs: [first, next] }: StyledLine): string | undefined {
  if (first?.script !== 'super' || !next) return undefined
  return referenceMark.exec(first.text)?.[1]
}

/**
 * Pairs notes with references on the same page: the mark must occur once as a note and once raised in the text.
 *
 * Replaces the lines with references in their blocks, so that their runs name the note.
 */
export function pairNotes(
  blocks: readonly LayoutBlock[],
  bodySize: number,
  isHeading: (block: TextBlock) => boolean,
): Map<TextBlock, FoundNote> {
  const notes = new Map<TextBlock, FoundNote>()
  const texts = blocks.filter((block) => block.type === 'text')
  const references = lazy(() =>
    Map.groupBy(referencesOf(texts, bodySize, isHeading), ({ id }) => id),
  )
  for (const [page, own] of Map.groupBy(texts, (block) => block.page)) {
    const marks = new Map<string, TextBlock[]>()
    const marked = markedAtEnd(own, bodySize)
    // Beside notes without full stops, a number with one is that of an item.
    const plain = marked.filter((block) => noteStart.test(textOf(block)))
    for (const block of plain.length > 0 ? plain : marked) {
      const mark = noteMark.exec(textOf(block))?.[1] ?? ''
      marks.set(mark, [...(marks.get(mark) ?? []), block])
    }
    for (const [mark, [block, second]] of marks) {
      const id = idOf(page, mark)
      const [reference, another] = references().get(id) ?? []
      if (!block || second || !reference || another) continue
      const markLength = noteMark.exec(textOf(block))?.[0].length ?? 0
      notes.set(block, { id, block, markLength })
      nameRun(reference, id)
    }
  }
  return notes
}

/** Returns blocks that begin with a mark, in small print or with the mark raised, at the end of a column or in a narrow side column. */
function markedAtEnd(blocks: readonly TextBlock[], bodySize: number): TextBlock[] {
  const widest = Math.max(...blocks.map(widthOf))
  return [...Map.groupBy(blocks, ({ column }) => column).values()].flatMap((column) => {
    const last = column.findLastIndex(
      (block) => sizeOf(block) > settings.smaller * bodySize && !beginsRaised(block),
    )
    const isSide = column.every((block) => widthOf(block) <= settings.shortShare * widest)
    if (last < 0 && !isSide) return []
    return column.slice(last + 1).filter((block) => noteMark.test(textOf(block)))
  })
}

function beginsRaised({ lines: [first] }: TextBlock): boolean {
  return first !== undefined && raisedStart(first) !== undefined
}

function widthOf({ columnStart, columnEnd }: TextBlock): number {
  return columnEnd - columnStart
}

interface Reference {
  readonly id: string
  readonly block: TextBlock
  readonly line: number
  readonly run: number
}

function idOf(page: number, mark: string): string {
  return `${page}-${mark}`
}

/** The pages are those of the lines: a paragraph may go on over a page break. */
function referencesOf(
  blocks: readonly TextBlock[],
  bodySize: number,
  isHeading: (block: TextBlock) => boolean,
): Reference[] {
  const found: Reference[] = []
  for (const block of blocks) {
    if (sizeOf(block) <= settings.smaller * bodySize) continue
    const isShort = textOf(block).length < settings.lineCharacters
    for (const [line, { runs, page }] of block.lines.entries()) {
      for (const [run, { text, script }] of runs.entries()) {
        const mark = script === 'super' ? referenceMark.exec(text)?.[1] : undefined
        if (mark === undefined || (line === 0 && run === 0)) continue
        const isInHeading = isHeading(block) && followsWord(block, line, run)
        // In another short line a number may be an exponent.
        if (isShort && number.test(mark) && !isInHeading) continue
        found.push({ id: idOf(page, mark), block, line, run })
      }
    }
  }
  return found
}

/** Returns true for the last run of a block after a word of at least three letters: it is no exponent of a unit or variable. */
function followsWord({ lines }: TextBlock, line: number, run: number): boolean {
  const { runs = [] } = lines[line] ?? {}
  const isLast = line === lines.length - 1 && run === runs.length - 1
  return isLast && /\p{L}{3}$/u.test(runs[run - 1]?.text ?? '')
}

function nameRun({ block, line, run }: Reference, note: string): void {
  const old = block.lines[line] as StyledLine
  const runs = old.runs.map((own, index): Run => (index === run ? { ...own, note } : own))
  block.lines[line] = { ...old, runs }
}
