/** Finds footnotes, and pairs them with the raised marks that refer to them. */
import { lazy } from '../../../lazy.ts'
import { type LayoutBlock, type TextBlock, textOf } from './layout-blocks.ts'
import { findStartMark, isNumber, markBefore, startsNote } from './note-marks.ts'
import {
  isSmallPrint,
  nameRun,
  partSigns,
  type Reference,
  raiseMarks,
  referencesOf,
} from './note-references.ts'
import { structureSettings as settings } from './settings.ts'
import type { StyledLine } from './styled-line.ts'

/** A footnote with the mark before its text. */
export interface FoundNote {
  readonly id: string
  readonly block: TextBlock
  /** Characters of the mark with the blank after it. */
  readonly markLength: number
}

const sentenceEnd = /[.!?)]["”]?$/

/**
 * Returns true if a note or affiliation begins below another: lines within a sentence do not begin with a raised mark.
 * Notes that are only addresses end no sentence, but their numbers follow each other.
 */
export function isEdgeOfNote(before: StyledLine, line: StyledLine): boolean {
  const mark = markBefore(line)
  if (mark === undefined) return false
  if (!isNumber(mark) || sentenceEnd.test(before.text)) return true
  return markBefore(before) === `${Number(mark) - 1}`
}

interface NoteOptions {
  readonly bodySize: number
  readonly isHeading: (block: TextBlock) => boolean
  /** The blocks below rules that separate notes from the text. */
  readonly below: ReadonlySet<LayoutBlock>
}

/**
 * Pairs footnotes with references on the same page, and endnotes with those on earlier pages. One note begins with the mark, which is
 * raised in the text; several authors may have the same sign.
 *
 * Replaces the lines with references in their blocks, so that their runs name the note.
 */
export function pairNotes(
  blocks: readonly LayoutBlock[],
  { bodySize, isHeading, below }: NoteOptions,
): Map<TextBlock, FoundNote> {
  const notes = new Map<TextBlock, FoundNote>()
  const texts = blocks.filter((block) => block.type === 'text')
  const all = lazy(() => referencesOf(texts, bodySize, isHeading))
  const ofPages = lazy(() => Map.groupBy(all(), ({ page, mark }) => idOf(page, mark)))
  const named = new Set<Reference>()
  const add = (block: TextBlock, references: readonly Reference[]): void => {
    const markLength = findStartMark(textOf(block))?.length ?? 0
    const id = idOf(block.page, markOf(block))
    notes.set(block, { id, block, markLength })
    for (const reference of references) {
      named.add(reference)
      nameRun(reference, id)
    }
  }
  partSigns(texts)
  const candidates = Array.from(
    Map.groupBy(texts, ({ page }) => page),
    ([page, own]) => ({ page, own, marked: markedAtEnd(own, bodySize, below) }),
  )
  raiseMarks(
    texts,
    candidates.flatMap(({ marked }) => marked),
  )
  for (const { page, own, marked } of candidates) {
    // Beside notes without full stops, a number with one is that of an item.
    const plain = marked.filter((block) => startsNote(textOf(block)))
    for (const [mark, [block, second]] of Map.groupBy(plain.length > 0 ? plain : marked, markOf)) {
      const references = surestOf(ofPages().get(idOf(page, mark)) ?? [])
      const isNote = references.length === 1 || (block && isBelowText(block, references, own))
      if (block && !second && isNote) add(block, references)
    }
  }
  const last = endnotesOf(texts, bodySize).filter((block) => !notes.has(block))
  const rest = last.length > 0 ? all().filter((reference) => !named.has(reference)) : []
  for (const { block, reference } of pairEndnotes(last, rest)) add(block, [reference])
  return notes
}

function idOf(page: number, mark: string): string {
  return `${page}-${mark}`
}

/** Returns the only reference, or those after words: other numbers are exponents. */
function surestOf(references: readonly Reference[]): readonly Reference[] {
  return references.length === 1 ? references : references.filter(({ isAfterWord }) => isAfterWord)
}

/** Returns true if a block is between a note and each of its references: the address of several authors is right below them. */
function isBelowText(
  { box }: TextBlock,
  references: readonly Reference[],
  blocks: readonly TextBlock[],
): boolean {
  const top = Math.max(...references.map(({ block }) => block.box.y1))
  return references.length > 0 && blocks.some((own) => own.box.y0 >= top && own.box.y1 <= box.y0)
}

/** Returns the blocks at the end of the document that begin with raised marks: signs, or numbers from 1 on. */
function endnotesOf(texts: readonly TextBlock[], bodySize: number): TextBlock[] {
  const last = texts.findLastIndex((block) => isBody(block, bodySize))
  const notes = texts.slice(last + 1).filter(beginsRaised)
  const marks = notes.map(markOf)
  const isCounted = marks.every((own, index) => !isNumber(own) || Number(own) === index + 1)
  return isCounted && new Set(marks).size === marks.length ? notes : []
}

function markOf(block: TextBlock): string {
  return findStartMark(textOf(block))?.mark ?? ''
}

/** Pairs each endnote with its only reference after a word, if the references follow each other in the text. */
function pairEndnotes(notes: readonly TextBlock[], references: readonly Reference[]) {
  const own = new Set(notes)
  const ofMarks = Map.groupBy(
    references.filter(({ block, isAfterWord }) => isAfterWord && !own.has(block)),
    ({ mark }) => mark,
  )
  const pairs = notes.flatMap((block) => {
    const [reference, another] = ofMarks.get(markOf(block)) ?? []
    return reference && !another ? [{ block, reference }] : []
  })
  const found = new Set(pairs.map(({ reference }) => reference))
  const inOrder = references.filter((reference) => found.has(reference))
  return pairs.every(({ reference }, index) => reference === inOrder[index]) ? pairs : []
}

/**
 * Returns blocks that begin with a mark, in small print, with the mark raised, or below a rule, at the end of a column or in a narrow
 * side column.
 */
function markedAtEnd(
  blocks: readonly TextBlock[],
  bodySize: number,
  below: ReadonlySet<LayoutBlock>,
): TextBlock[] {
  let widest = 0
  let bottom = 0
  for (const block of blocks) {
    widest = Math.max(widest, widthOf(block))
    if (isBody(block, bodySize)) bottom = Math.max(bottom, block.box.y1)
  }
  return [...Map.groupBy(blocks, ({ column }) => column).values()].flatMap((column) => {
    const last = column.findLastIndex((block) => isBody(block, bodySize) && !below.has(block))
    const isRuled = column.some((block) => below.has(block))
    const isSide = column.every((block) => widthOf(block) <= settings.shortShare * widest)
    // Notes across the page, below several columns, are a column of their own.
    const isBelow = column.every(({ box }) => box.y1 > bottom)
    if (last < 0 && !isSide && !isBelow && !isRuled) return []
    return column.slice(last + 1).filter((block) => findStartMark(textOf(block)) !== undefined)
  })
}

/** Returns true for text that is neither in small print nor a note in the size of the text. */
function isBody(block: TextBlock, bodySize: number): boolean {
  return !isSmallPrint(block, bodySize) && !beginsRaised(block)
}

/** Returns true for a block that begins with the raised mark of a note. */
export function beginsRaised({ lines: [first] }: TextBlock): boolean {
  return first !== undefined && markBefore(first) !== undefined
}

function widthOf({ columnStart, columnEnd }: TextBlock): number {
  return columnEnd - columnStart
}
