/** For tests: words, fragments and lines from a few numbers. */

import type { LineFragment } from '../fragments.ts'
import { groupIntoFragments } from '../fragments.ts'
import { uprightFrame } from '../frames.ts'
import { type Line, lineOf } from '../lines.ts'
import type { Word } from '../words.ts'

/** Width of a letter in ems; a blank has the width of `BLANK_EMS`. */
const LETTER_EMS = 0.5
const BLANK_EMS = 0.25

function widthOf(text: string, size = 10): number {
  const blanks = text.split(' ').length - 1
  return ((text.length - blanks) * LETTER_EMS + blanks * BLANK_EMS) * size
}

export function word(text: string, x0: number, baseline: number, size = 10): Word {
  return {
    text,
    frame: uprightFrame,
    x0,
    x1: x0 + widthOf(text, size),
    baseline,
    size,
    spaced: false,
    isMoved: false,
    object: 0,
    firstGlyph: 0,
    lastGlyph: 0,
  }
}

/** The words of a text, from `x0` on. */
export function words(text: string, x0: number, baseline: number, size = 10): Word[] {
  let x = x0
  return text.split(' ').map((part) => {
    const placed = word(part, x, baseline, size)
    x = placed.x1 + BLANK_EMS * size
    return placed
  })
}

export function fragment(text: string, x0: number, baseline: number, size = 10): LineFragment {
  const [only] = groupIntoFragments(words(text, x0, baseline, size))
  if (!only) throw new Error('a fragment needs text')
  return only
}

export function line(text: string, x0: number, baseline: number, size = 10): Line {
  return lineOf([fragment(text, x0, baseline, size)], false)
}
