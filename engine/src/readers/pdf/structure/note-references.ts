/** Finds the raised marks that refer to notes. */
import { sizeOf, type TextBlock, textOf } from './layout-blocks.ts'
import {
  isNumber,
  noteLetter,
  noteSign,
  plainMark,
  raisedDigits,
  raisedMark,
  raisedStart,
} from './note-marks.ts'
import { structureSettings as settings } from './settings.ts'
import type { Run, StyledLine } from './styled-line.ts'

const raisedNumbers = new RegExp(`(${raisedDigits})`, 'u')
/** Matches the end of a word or sentence: a number after it is no exponent of a unit or variable. */
const wordEnd = /(?:\p{L}{3}|[.,;:!?”"’。，、；：！？」』）])$/u
/** Matches an operator at the end of a text: a number after it is part of a formula. */
const operatorEnd = /(?:^|\s)[-−+=×·/]\s*$/

const sign = `(?:${noteSign}{1,3}|${noteLetter})`
const anyMark = String.raw`(?:\d{1,2}|${sign})`
/** Matches raised marks between commas, of which at least one is a sign: `*,†` after an author, `1,†` with an affiliation. */
const signs = new RegExp(String.raw`^(?=.*${sign})\s*${anyMark}(?:\s*,\s*${anyMark})+\s*$`, 'u')

/** A raised mark in a text. */
export interface Reference {
  readonly mark: string
  readonly page: number
  readonly block: TextBlock
  readonly line: number
  readonly run: number
  /** True after a word or punctuation mark; elsewhere, a number may be an exponent. */
  readonly isAfterWord: boolean
}

/**
 * Returns the raised marks in texts of at least the size of the body, and the signs in small ones before them: names of authors. The
 * pages are those of the lines: a paragraph may go on over a page break.
 */
export function referencesOf(
  blocks: readonly TextBlock[],
  bodySize: number,
  isHeading: (block: TextBlock) => boolean,
): Reference[] {
  const found: Reference[] = []
  const start = startOfText(blocks, bodySize)
  for (const [index, block] of blocks.entries()) {
    const isSmall = isSmallPrint(block, bodySize)
    if (isSmall && index >= start) continue
    const isShort = !isLong(block)
    const isBefore = index < start && !isHeading(block)
    for (const [line, { runs, page }] of block.lines.entries()) {
      for (const [run, own] of runs.entries()) {
        const mark = raisedMark(own)
        const before = runs[run - 1] ?? block.lines[line - 1]?.runs.at(-1)
        if (mark === undefined || !before) continue
        const isAfterMark = raisedMark(before) !== undefined
        const isAfterWord = wordEnd.test(before.text)
        const isExponent = before.script === 'super' ? !isAfterMark : operatorEnd.test(before.text)
        const isUnsure = isSmall || isExponent || (isShort && (isBefore || !isAfterWord))
        if (isNumber(mark) && isUnsure) continue
        found.push({ mark, page, block, line, run, isAfterWord })
      }
    }
  }
  return found
}

/** Makes runs of their own, in place, of raised signs between commas. */
export function partSigns(blocks: readonly TextBlock[]): void {
  const isList = ({ script, text }: Run) => script === 'super' && signs.test(text)
  const partsOf = (run: Run) => {
    const { script: _, ...level } = run
    // Between two signs the comma is level; beside the number of an affiliation it stays raised.
    const comma = /\d/.test(run.text) ? run : level
    return run.text.split(/(,)/).map((text): Run => ({ ...(text === ',' ? comma : run), text }))
  }
  for (const { lines } of blocks) {
    for (const [at, line] of lines.entries()) {
      if (!line.runs.some(isList)) continue
      const runs = line.runs.flatMap((run) => (isList(run) ? partsOf(run) : [run]))
      lines[at] = { ...line, runs }
    }
  }
}

/** Makes runs of their own, in place, of the raised digits that the notes of their page begin with: others are exponents. */
export function raiseMarks(blocks: readonly TextBlock[], notes: readonly TextBlock[]): void {
  const marks = notes.flatMap((note) => {
    const mark = raisedStart.exec(textOf(note))?.[0]
    return mark === undefined ? [] : `${note.page} ${mark}`
  })
  const known = new Set(marks)
  if (known.size === 0) return
  for (const { lines } of blocks) {
    for (const [at, line] of lines.entries()) {
      if (!raisedNumbers.test(line.text)) continue
      const isMark = (digits: string) => known.has(`${line.page} ${digits}`)
      lines[at] = { ...line, runs: line.runs.flatMap((run) => withMarks(run, isMark)) }
    }
  }
}

function withMarks(run: Run, isMark: (digits: string) => boolean): Run[] {
  return run.text.split(raisedNumbers).flatMap((text, index): Run[] => {
    if (text === '') return []
    if (index % 2 === 0 || !isMark(text)) return [{ ...run, text }]
    return [{ ...run, text: plainMark(text), script: 'super' }]
  })
}

/** Returns the index of the first paragraph of the text: numbers in short lines before it are those of affiliations. */
function startOfText(blocks: readonly TextBlock[], bodySize: number): number {
  const first = blocks.findIndex(
    (block) =>
      block.lines.length > 1 &&
      isLong(block) &&
      !isSmallPrint(block, bodySize) &&
      settings.smaller * sizeOf(block) <= bodySize,
  )
  return first < 0 ? blocks.length : first
}

/** Returns true for a text that is longer than most labels and titles. */
export function isLong(block: TextBlock): boolean {
  return textOf(block).length >= settings.lineCharacters
}

/** Returns true for text that is smaller than that of the body, such as notes and captions. */
export function isSmallPrint(block: TextBlock, bodySize: number): boolean {
  return sizeOf(block) <= settings.smaller * bodySize
}

/** Replaces the line with a reference in its block, so that its run names the note. */
export function nameRun({ block, line, run }: Reference, note: string): void {
  const old = block.lines[line] as StyledLine
  const runs = old.runs.map((own, index): Run => (index === run ? { ...own, note } : own))
  block.lines[line] = { ...old, runs }
}
