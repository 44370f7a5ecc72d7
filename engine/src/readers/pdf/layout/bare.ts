/** Returns the text of a page that the layout cannot handle in file order, line by line: only the reading order is lost. */
import type { Page } from '../content/index.ts'
import { fragmentOf, type LineFragment } from './fragments.ts'
import { uprightFrame } from './frames.ts'
import type { Word } from './words.ts'

/** @returns Fragments of one word each, in the order of the file. */
export function bareFragments({ glyphs, objects }: Page): Map<LineFragment, readonly Word[]> {
  const fragments = new Map<LineFragment, readonly Word[]>()
  let first = 0
  for (let index = 1; index <= glyphs.count; index++) {
    const step = (glyphs.originY[index] ?? Number.NaN) - (glyphs.originY[index - 1] as number)
    if (Math.abs(step) < 1) continue
    const size = objects[glyphs.objects[first] as number]?.size || 10
    const word = wordOf(glyphs, first, index - 1, size)
    if (word.text !== '') fragments.set(fragmentOf({ words: [word] }), [word])
    first = index
  }
  return fragments
}

function wordOf(glyphs: Page['glyphs'], firstGlyph: number, lastGlyph: number, size: number): Word {
  const codes = [...glyphs.codes.subarray(firstGlyph, lastGlyph + 1)]
  const text = codes.map(characterOf).join('').replace(/\s+/g, ' ').trim()
  return {
    text,
    frame: uprightFrame,
    x0: glyphs.x0[firstGlyph] as number,
    x1: glyphs.x1[lastGlyph] as number,
    baseline: glyphs.originY[firstGlyph] as number,
    size,
    spaced: true,
    isMoved: false,
    object: glyphs.objects[firstGlyph] as number,
    firstGlyph,
    lastGlyph,
  }
}

const unseen = /[\p{C}\ufffd]/u

function characterOf(code: number): string {
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) return ''
  const character = String.fromCodePoint(code)
  return unseen.test(character) ? ' ' : character
}
