/** For tests: pages of level letters with drawings. */
import { type Drawings, noDrawings, type Page } from '../../content/index.ts'

/** A letter in 10 points, five points wide, given by its left edge and baseline. */
export interface Letter {
  readonly x: number
  readonly y: number
  readonly text?: string
}

/** A page of letters, `A` unless they have a text; cast: only these fields are read. */
export function pageOfLetters(letters: readonly Letter[], drawings: Partial<Drawings>): Page {
  const list = (value: (letter: Letter) => number) => Float32Array.from(letters, value)
  return {
    objects: [{ size: 10, angleDegrees: 0 }],
    drawings: { ...noDrawings, ...drawings },
    glyphs: {
      count: letters.length,
      codes: Uint32Array.from(letters, ({ text = 'A' }) => text.codePointAt(0) ?? 0),
      objects: new Uint32Array(letters.length),
      originX: list(({ x }) => x),
      originY: list(({ y }) => y),
      x0: list(({ x }) => x),
      x1: list(({ x }) => x + 5),
      y0: list(({ y }) => y - 7),
      y1: list(({ y }) => y),
      advances: list(() => 5),
    },
  } as unknown as Page
}
