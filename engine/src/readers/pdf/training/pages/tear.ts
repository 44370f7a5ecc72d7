/** Damages a PDF the way careless producers do, without moving a byte. */

import { replaceSameLength } from './places.ts'
import type { Style } from './style.ts'

export function tear(pdf: Buffer, torn: Style['torn']): Buffer {
  return torn === 'noUnicode' ? replaceSameLength(pdf, '/ToUnicode', '/XoUnicode') : pdf
}
