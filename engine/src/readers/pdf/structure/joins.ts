/** Joins paragraphs that continue in a later column or on a later page. */
import { captionKind } from '../captions.ts'
import { endsBroken } from '../hyphens.ts'
import { endsInPages } from '../layout/index.ts'
import { isCode } from './code.ts'
import { continueBlock, lastPart } from './column-parts.ts'
import { type LayoutBlock, roomAfter, sizeOf, type TextBlock, textOf } from './layout-blocks.ts'
import { areLinesApart } from './line-breaks.ts'
import { findMarker } from './markers.ts'
import { beginsRaised } from './notes.ts'
import { endsOpen } from './open-words.ts'
import { endsInTag } from './right-tags.ts'
import { structureSettings as settings } from './settings.ts'
import { readsAsText } from './typewritten.ts'

const endsSentence = /[.?!:。？！：]["'”’»)\]」』）]*(?:\[?\d{1,3}\]?)?$/
/** Matches a small letter at the start of a text, but not of a name such as `macOS`, which may begin a sentence. */
const startsLower = /^\p{Ll}(?!\p{Ll}*\p{Lu})/u
/** Matches a letter; text without letters, such as a number, does not continue. */
const letter = /\p{L}/u

/** Joins blocks in place, and returns those that were not joined to an earlier one. */
export function joinBlocks(
  blocks: readonly LayoutBlock[],
  isHeading: (block: TextBlock) => boolean,
): LayoutBlock[] {
  const kept: LayoutBlock[] = []
  let open: TextBlock[] = []
  let waiting: TextBlock[] = []
  let column = -1
  /** The paragraph that each joined block is part of. */
  const owners = new Map<LayoutBlock, TextBlock>()
  for (const [index, block] of blocks.entries()) {
    if (endsText(block, isHeading)) {
      open = []
      waiting = []
    }
    if (block.type !== 'text' || isHeading(block) || block.isCell || isCode(block)) {
      kept.push(block)
      continue
    }
    if (block.column !== column) {
      open = [...open, ...waiting].slice(-settings.openParagraphs)
      waiting = []
      column = block.column
    }
    const beginsSmall = startsLower.test(block.lines[0]?.text ?? '')
    const found = beginsSmall || waiting.length === 0 ? findOpen(open, block, waiting) : undefined
    const isFound = (own: LayoutBlock) => (owners.get(own) ?? own) === found
    const mayJoin = (own: TextBlock) => {
      const between = blocksBetween(blocks, index, isFound)
      if (!beginsSmall) return follows(between, block) && mayGoOn(own, block)
      return endsBroken(textOf(own)) || !isAfterCode(between, block)
    }
    const before = found && mayJoin(found) ? found : undefined
    if (before) {
      owners.set(block, before)
      continueBlock(before, block)
      continue
    }
    kept.push(block)
    waiting.push(block)
  }
  return kept
}

/**
 * Returns the blocks between another block and the one at an index, from the last to the first.
 *
 * @param isOther Returns true for the other block, which comes before.
 */
function blocksBetween(
  blocks: readonly LayoutBlock[],
  index: number,
  isOther: (block: LayoutBlock) => boolean,
): LayoutBlock[] {
  const between: LayoutBlock[] = []
  for (let at = index - 1; at >= 0; at--) {
    const own = blocks[at] as LayoutBlock
    if (isOther(own)) break
    between.push(own)
  }
  return between
}

/** Returns true if a block is the first of its column, and only small print, such as notes, is between it and another block. */
function follows(between: readonly LayoutBlock[], block: TextBlock): boolean {
  return between.every(
    (own) => own.type === 'text' && own.column !== block.column && isSmallerThan(own, block),
  )
}

/** Returns true if code is among the blocks before a block. A caption among them shows that the code may float. */
function isAfterCode(between: readonly LayoutBlock[], block: TextBlock): boolean {
  const texts = between.filter((own) => own.type === 'text')
  if (texts.some((own) => captionKind(textOf(own)) !== undefined)) return false
  // Smaller code at the end of a column is in a note.
  const isNote = (own: TextBlock) => own.column !== block.column && isSmallerThan(own, block)
  return texts.some((own) => isCode(own) && !isNote(own))
}

function isSmallerThan(block: TextBlock, other: TextBlock): boolean {
  return sizeOf(block) < (1 - settings.sameSize) * sizeOf(other)
}

/** Matches the end of a text that another word must follow. */
const openEnd = /[,(–—-]$/
/** Matches a Chinese or Japanese letter, or a sign within a sentence, at the end of a text. */
const endsInWideLetter = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー、，（「]$/u
const startsWideLetter = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}（「『]/u

/**
 * Returns true for a text that may continue the one before although it begins with a capital or a figure. The last line before has
 * no room for the first word of the text. It ends in a word or a sign that needs another word, or both texts are running text.
 */
function mayGoOn(before: TextBlock, block: TextBlock): boolean {
  const last = before.lines.at(-1)
  if (!last || before.leftwards) return false
  const [text, next] = [textOf(before), textOf(block)]
  // Chinese and Japanese lines break between any two letters.
  const isWide = endsInWideLetter.test(text) && startsWideLetter.test(next)
  const needed = isWide ? last.size : (block.lines[0]?.firstWordWidth ?? 0)
  const part = lastPart(before)
  if (roomAfter(last, part) - needed > settings.slackEms * last.size) return false
  // Fewer words are labels of diagrams.
  const hasWords = (own: string) => own.split(' ').length >= settings.sentenceWords
  if (!isWide && !(hasWords(text) && (hasWords(next) || endsSentence.test(next)))) return false
  if (findMarker(next) || captionKind(next) !== undefined) return false
  if (openEnd.test(text) || endsOpen(text)) return true
  if (before.lines.length < 2 || (block.lines.length < 2 && !endsSentence.test(next))) return false
  // Labels side by side begin at one height.
  const [own, other] = [block.lines[0], part.lines[0]]
  if (own && own.page === other?.page && own.y0 >= other.y0) return false
  return isWide || (endsInWord.test(text) && areText(before, block))
}

/** Matches a text that ends in a word or within one. */
const endsInLetters = /[\p{L}\p{M},\u00ad-]$/u
/** Matches a text that ends in a word, a number or a reference. */
const endsInWord = /[\p{L}\p{M}\p{N}\]]$/u

/** Returns true for a block that ends the paragraph before it: a heading or a displayed formula. */
function endsText(block: LayoutBlock, isHeading: (block: TextBlock) => boolean): boolean {
  return block.type === 'text' ? isHeading(block) : block.type === 'formula'
}

/** Returns true if the last line is short: against the longest one, or against the column if all lines break deliberately. */
function endsShort(block: TextBlock): boolean {
  const { lines, columnStart, columnEnd } = block
  const widths = lines.map(({ x0, x1 }) => x1 - x0)
  const last = widths.at(-1) ?? 0
  const most = areLinesApart(block) ? columnEnd - columnStart : Math.max(...widths)
  return last < settings.shortShare * most
}

/**
 * Returns the last paragraph of the same style in an earlier column, if it ends within a sentence.
 *
 * @param above The texts above the block in its column.
 */
function findOpen(
  open: readonly TextBlock[],
  block: TextBlock,
  above: readonly TextBlock[],
): TextBlock | undefined {
  const alike = open.filter((other) => isAlike(other, block))
  // Notes in the size of the text are between it and its continuation.
  const before = alike.findLast((other) => !beginsRaised(other)) ?? alike.at(-1)
  if (!before || before.column >= block.column) return undefined
  const isFar = block.column - before.column > settings.columnsBetween
  if (isFar && !(before === open.at(-1) && isTextOnNextPage(before, block))) return undefined
  // Monospaced text may be code, and bold text a label: they go on only from the end of their column.
  if ([before, block].some(isCodeOrLabel) && before !== open.at(-1)) return undefined
  const text = textOf(before)
  // An entry of an index ends in page numbers, without a full stop.
  if (areLinesApart(before) && endsInPages(text)) return undefined
  const nearest = above.slice(-settings.openParagraphs)
  const [last, first] = [before.lines.at(-1), block.lines[0]]
  const isEnd =
    endsShort(before) ||
    (last && endsInTag(last, lastPart(before))) ||
    (first && endsInTag(first, block)) ||
    isSalutation(above.at(-1), block) ||
    nearest.some((other) => isParagraphAbove(other, block))
  if (isEnd && !endsBroken(text)) return undefined
  return endsSentence.test(text) || captionKind(text) !== undefined || !letter.test(text)
    ? undefined
    : before
}

/**
 * Returns true for two parts of running text on consecutive pages. Any number of columns may be between them, because the labels of
 * a figure are columns, too.
 */
function isTextOnNextPage(before: TextBlock, block: TextBlock): boolean {
  const last = before.lines.at(-1)?.page ?? before.page
  return block.page === last + 1 && endsInLetters.test(textOf(before)) && areText(before, block)
}

function areText(before: TextBlock, block: TextBlock): boolean {
  return readsAsText(before) && readsAsText(block)
}

/**
 * Returns true if the text above a block is the salutation of a letter: it ends in a comma. The block does not continue the date
 * in another column.
 */
function isSalutation(above: TextBlock | undefined, block: TextBlock): boolean {
  return above !== undefined && isAlike(above, block) && textOf(above).endsWith(',')
}

/**
 * Returns true if the text above a block is a paragraph of the block's style. Then the block is not the first text of its column.
 * Captions, running heads and labels of figures do not count.
 */
function isParagraphAbove(above: TextBlock, block: TextBlock): boolean {
  if (above.lines.length < 2) return false
  const width = Math.max(...above.lines.map(({ x0, x1 }) => x1 - x0))
  const isFull = width >= settings.shortShare * (above.columnEnd - above.columnStart)
  return isFull && isAlike(above, block) && captionKind(textOf(above)) === undefined
}

/** Returns true for wholly monospaced or bold text, which may be code or a label. */
function isCodeOrLabel({ lines }: TextBlock): boolean {
  const { nearlyAll } = settings
  return (
    lines.every(({ mono }) => mono >= nearlyAll) || lines.every(({ bold }) => bold >= nearlyAll)
  )
}

function isAlike(a: TextBlock, b: TextBlock): boolean {
  const [bold, otherBold] = [a.lines.at(-1)?.bold ?? 0, b.lines[0]?.bold ?? 0]
  if (Math.abs(bold - otherBold) >= settings.nearlyAll) return false
  const [own, other] = [sizeOf(a), sizeOf(b)]
  return Math.abs(own - other) <= settings.sameSize * Math.max(own, other)
}
