import { expect, test } from 'vitest'
import type { Page } from '../content/index.ts'
import { isUnreadable } from './needs-ocr.ts'

/** A page whose characters are those of the codes; `name` is the font's. */
function pageOf(codes: readonly number[], name = ''): Page {
  const objects = Uint32Array.from(codes, () => 0)
  // Sound: the function reads these fields only.
  return {
    objects: [{ font: { name } }],
    glyphs: { count: codes.length, codes: Uint32Array.from(codes), objects },
  } as unknown as Page
}

/** Codes of letters in the order of their first use. */
const counted = Array.from({ length: 100 }, (_, at) => 1 + ((at * 7) % 60))
const prose =
  'the water of the river is not as clear as it was when we came to the mill and the hill '
const written = [...prose.repeat(3)].map((letter) => letter.codePointAt(0) ?? 0)

test.each([
  { name: 'fonts without names that count their letters', page: pageOf(counted), is: true },
  { name: 'a font with a name', page: pageOf(counted, 'Symbols'), is: false },
  { name: 'a few letters', page: pageOf(counted.slice(0, 10)), is: false },
  { name: 'words, and some formulas', page: pageOf([...written, ...counted]), is: false },
])('isUnreadable: $name', ({ page, is }) => {
  expect(isUnreadable(page)).toBe(is)
})
