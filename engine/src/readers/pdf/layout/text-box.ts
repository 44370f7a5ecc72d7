/** Computes the boxes of text from its baseline and size. */
import type { BBox } from '../../../model/index.ts'
import { layoutSettings as settings } from './settings.ts'
import type { Word } from './words.ts'

/**
 * The box of text on one baseline, in points of the frame. Its top and bottom are those of text of this size, with ascenders and
 * descenders: not the ink of this text.
 */
export interface TextBox extends BBox {
  readonly baseline: number
  readonly size: number
}

export function topOf({ baseline, size }: Pick<Word, 'baseline' | 'size'>): number {
  return baseline - settings.ascent * size
}

export function bottomOf({ baseline, size }: Pick<Word, 'baseline' | 'size'>): number {
  return baseline + settings.descent * size
}

/** Returns the box of text of a word's size on its baseline, from `x0` to `x1`. */
export function textBoxOf(
  word: Pick<Word, 'x0' | 'x1' | 'baseline' | 'size'>,
  x0 = word.x0,
  x1 = word.x1,
): TextBox {
  const { baseline, size } = word
  return { x0, x1, y0: topOf(word), y1: bottomOf(word), baseline, size }
}
