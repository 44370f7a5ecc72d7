/** Turns a page of glyphs into words and fragments of lines; a page on which this fails keeps its plain text. */
import { type Fault, toFault } from '../../errors.ts'
import type { Profile } from '../reader.ts'
import { type Page, renderModes } from './content/index.ts'
import { findFormulas } from './formulas/index.ts'
import {
  areLineNumbers,
  bareFragments,
  findLineNumbers,
  findWords,
  foldInlineFormulas,
  groupByFrame,
  groupIntoFragments,
  type LineFragment,
  type LineNumbers,
  type Word,
  widenTextLayer,
  withCheckFields,
  withDrawnBullets,
  withDrawnCheckBoxes,
  withDrawnUnderscores,
  withoutChartPoints,
  withStruckText,
} from './layout/index.ts'
import type { StructurePage } from './structure/index.ts'

interface LaidPage {
  readonly page: StructurePage
  /** Numbers that count the lines of the page, and the page without them. */
  readonly numbered?: NumberedPage
  /** Glyphs without a known character. */
  readonly unmapped: number
  /** The reason why words could not be found; the lines are then in file order. */
  readonly fault?: Fault
}

export interface NumberedPage extends LineNumbers {
  readonly withoutNumbers: StructurePage
}

/** @param profile The fast profile keeps fragments only: words are half of a long document's memory. */
export function layOut(given: Page, profile: Profile): LaidPage {
  try {
    const filled = withCheckFields(given)
    // The fast profile reads no drawings.
    const page = profile === 'fast' ? filled : withDrawnSigns(filled)
    const { words: drawn, unmapped } = findWords(page)
    const wide = widenTextLayer(withoutChartPoints(drawn), page.objects)
    const words = profile === 'fast' ? wide : foldInlineFormulas(wide, page)
    const found = findLineNumbers(words)
    const numbered = found && {
      ...found,
      withoutNumbers: layOutWords(
        page,
        words.filter((word) => !found.numbers.has(word)),
        profile,
      ),
    }
    return { page: layOutWords(page, words, profile), unmapped, ...(numbered && { numbered }) }
  } catch (cause) {
    const fault = toFault('words', cause, given.number)
    const wordsOf = bareFragments(given)
    const text = { words: [...wordsOf.values()].flat(), fragments: [...wordsOf.keys()], wordsOf }
    return { page: toPage(given, text), unmapped: 0, fault }
  }
}

/** Returns the page with glyphs for the signs of text that it draws, and without the lines through text. */
function withDrawnSigns(page: Page): Page {
  return withStruckText(withDrawnUnderscores(withDrawnBullets(withDrawnCheckBoxes(page))))
}

/** Replaces pages by those without line numbers if their numbers count the lines of running text. */
export function dropLineNumbers(
  pages: StructurePage[],
  numbered: ReadonlyMap<number, NumberedPage>,
): void {
  if (!areLineNumbers([...numbered.values()], pages.length)) return
  for (const [index, { number }] of pages.entries()) {
    const page = numbered.get(number)?.withoutNumbers
    if (page) pages[index] = page
  }
}

function layOutWords(page: Page, words: readonly Word[], profile: Profile): StructurePage {
  const wordsOf = profile === 'fast' ? undefined : new Map<LineFragment, readonly Word[]>()
  const isTextLayer = page.objects.some(({ renderMode }) => renderMode === renderModes.invisible)
  const isScan = page.isRecognized === true || isTextLayer
  const fragments = groupByFrame(words).flatMap((group) =>
    groupIntoFragments(group, { wordsOf, isScan }),
  )
  if (!wordsOf) {
    const plain = toPage(page, { words: [], fragments, wordsOf: new Map() })
    return { ...plain, objects: [], glyphObjects: new Uint32Array() }
  }
  const formulas = findFormulas({ ...page, fragments, wordsOf })
  return { ...toPage(page, { words, fragments, wordsOf }), formulas }
}

function toPage(
  page: Page,
  text: Pick<StructurePage, 'words' | 'fragments' | 'wordsOf'>,
): StructurePage {
  const { number, width, height, objects, drawings, links, tags, straightened } = page
  const glyphObjects = page.glyphs.objects
  return {
    ...{ number, width, height, ...text, objects, glyphObjects, drawings, links },
    ...(tags && { tags }),
    ...(straightened && { straightened }),
  }
}
