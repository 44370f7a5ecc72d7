/** Distinguishes running text from code in documents that are set in the type of code: typed reports, letters, screenplays. */
import type { Word } from '../layout/index.ts'
import { share, sumOf } from '../statistics.ts'
import { type BodyStyle, findBodyStyle } from './body-style.ts'
import { type LayoutBlock, type StructurePage, type TextBlock, textOf } from './layout-blocks.ts'
import { structureSettings as settings } from './settings.ts'
import { monospaceSetter, type StyledLine } from './styled-line.ts'
import { styleOfWord } from './styled-lines.ts'

interface Typewritten {
  readonly layoutBlocks: readonly (readonly LayoutBlock[])[]
  readonly body: BodyStyle | undefined
}

/**
 * Removes the monospaced style from blocks of running text, if most of what is monospaced is running text.
 *
 * @returns `undefined` for other documents, such as printed listings.
 */
export function withoutTypewriter({
  layoutBlocks,
}: Pick<Typewritten, 'layoutBlocks'>): Typewritten | undefined {
  const all = layoutBlocks.flat().filter(isMonospaced)
  const readable = all.filter(readsAsText)
  const letters = (blocks: readonly TextBlock[]) => sumOf(blocks, (block) => textOf(block).length)
  if (2 * letters(readable) < letters(all)) return undefined
  const texts = new Set<LayoutBlock>(readable)
  const toPlain = monospaceSetter(false)
  const plain = layoutBlocks.map((blocks) =>
    blocks.map((block) =>
      block.type === 'text' && texts.has(block)
        ? { ...block, lines: block.lines.map(toPlain) }
        : block,
    ),
  )
  return { layoutBlocks: plain, body: findBodyStyle(plain.flat()) }
}

/** Returns true if nearly all words of the pages are in the type of code. */
export function areTypewritten(pages: readonly StructurePage[]): boolean {
  const isMono = (page: StructurePage) => (word: Word) => styleOfWord(page, word)?.mono
  const all = sumOf(pages, ({ words }) => words.length)
  const typed = sumOf(pages, (page) => page.words.filter(isMono(page)).length)
  return typed >= settings.nearlyAll * all
}

function isMonospaced(block: LayoutBlock): block is TextBlock {
  return block.type === 'text' && block.lines.some(({ style }) => style.mono)
}

/** Matches a word or a number with punctuation of a sentence; names and operators of code are not matched. */
const plainWord = /^[("'“‘[]*[\p{L}\p{N}][\p{L}\p{N}\p{M}'’.,/%-]*[)"'”’\].,;:!?]*$/u

/** Returns true if the lines have no wide gaps, and nearly all their words are plain. */
export function readsAsText({ lines }: TextBlock): boolean {
  const words = lines.flatMap(({ text }) => text.split(/\s+/)).filter((word) => word !== '')
  const isWhole = ({ fragments }: StyledLine) => fragments.length === 1
  return (
    share(words, (word) => plainWord.test(word)) >= settings.nearlyAll &&
    share(lines, isWhole) >= settings.nearlyAll
  )
}
