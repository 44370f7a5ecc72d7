/** Finds the entries of contents that are parts, whose Roman numbers stand among the decimal ones of chapters. */
import type { Candidate } from './contents-entries.ts'
import { numberOf } from './heading-text.ts'
import { type TextBlock, textOf } from './layout-blocks.ts'
import { romanValue } from './markers.ts'

const roman = /^[IVXL]+$/
const decimal = /^\d+$/

/** Parts from `I` on, in order. */
interface Parts {
  readonly blocks: TextBlock[]
  /** True if a chapter follows one of them. */
  hasChapters: boolean
  /** True if one of them or a chapter names a heading, whose level counts. */
  isNamed: boolean
}

/** Returns the parts: at least two, because an `I` alone may be the letter of an appendix. */
export function findParts(
  entries: readonly Pick<Candidate, 'block' | 'heading'>[],
): ReadonlySet<TextBlock> {
  const found: Parts[] = []
  for (const { block, heading } of entries) {
    const number = numberOf(textOf(block)) ?? ''
    const last = found.at(-1)
    const value = roman.test(number) ? romanValue(number) : 0
    if (value === 1) found.push({ blocks: [block], hasChapters: false, isNamed: false })
    else if (value > 0 && value === (last?.blocks.length ?? 0) + 1) last?.blocks.push(block)
    else if (last && decimal.test(number)) last.hasChapters = true
    else continue
    const parts = found.at(-1)
    if (parts && heading) parts.isNamed = true
  }
  const areParts = ({ blocks, hasChapters, isNamed }: Parts) =>
    blocks.length > 1 && hasChapters && !isNamed
  return new Set(found.filter(areParts).flatMap(({ blocks }) => blocks))
}
