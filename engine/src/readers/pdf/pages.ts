/** Turns a page of glyphs into words and fragments of lines; a page on which this fails keeps its plain text. */
import { type Fault, toFault } from '../../errors.ts'
import type { Profile } from '../reader.ts'
import type { Page } from './content/index.ts'
import { findFormulas } from './formulas/index.ts'
import {
  bareFragments,
  findWords,
  groupByFrame,
  groupIntoFragments,
  type LineFragment,
  type Word,
  withDrawnBullets,
  withDrawnUnderscores,
} from './layout/index.ts'
import type { StructurePage } from './structure/index.ts'

interface LaidPage {
  readonly page: StructurePage
  /** Glyphs without a known character. */
  readonly unmapped: number
  /** The reason why words could not be found; the lines are then in file order. */
  readonly fault?: Fault
}

/** @param profile The fast profile keeps fragments only: words are half of a long document's memory. */
export function layOut(given: Page, profile: Profile): LaidPage {
  try {
    // The fast profile reads no drawings.
    const page = profile === 'fast' ? given : withDrawnUnderscores(withDrawnBullets(given))
    const { words, unmapped } = findWords(page)
    const wordsOf = profile === 'fast' ? undefined : new Map<LineFragment, readonly Word[]>()
    const fragments = groupByFrame(words).flatMap((group) => groupIntoFragments(group, wordsOf))
    if (!wordsOf) {
      const plain = toPage(page, { words: [], fragments, wordsOf: new Map() })
      return { page: { ...plain, objects: [], glyphObjects: new Uint32Array() }, unmapped }
    }
    const formulas = findFormulas({ ...page, fragments, wordsOf })
    return { page: { ...toPage(page, { words, fragments, wordsOf }), formulas }, unmapped }
  } catch (cause) {
    const fault = toFault('words', cause, given.number)
    const wordsOf = bareFragments(given)
    const text = { words: [...wordsOf.values()].flat(), fragments: [...wordsOf.keys()], wordsOf }
    return { page: toPage(given, text), unmapped: 0, fault }
  }
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
