/** Finds the style of a document's body text, with which headings are compared. */

import { heaviest, sumOf } from '../statistics.ts'
import type { LayoutBlock } from './layout-blocks.ts'
import { structureSettings as settings } from './settings.ts'
import type { Style } from './style.ts'

/** The style of most of the document's text. */
export interface BodyStyle {
  readonly size: number
  readonly style: Style
}

interface Count {
  readonly body: BodyStyle
  count: number
}

export function findBodyStyle(blocks: readonly LayoutBlock[]): BodyStyle | undefined {
  const letters = new Map<string, Count>()
  let last: Count | undefined
  for (const block of blocks) {
    if (block.type !== 'text') continue
    for (const line of block.lines) {
      const size = roundedSize(line)
      // Most lines have the style of the line before, for which no key is built.
      if (last?.body.size !== size || last.body.style !== line.style) {
        const key = `${size} ${line.style.font} ${line.style.color}`
        last = letters.get(key) ?? { body: { size, style: line.style }, count: 0 }
        letters.set(key, last)
      }
      last.count += line.text.length
    }
  }
  const all = [...letters.values()].reduce((sum, { count }) => sum + count, 0)
  const usual = usualOf([...letters.values()], all)
  if (!usual) return undefined
  const inTables = typicalOfTables(blocks)
  const factor = all < settings.bodyCharacters ? 1 : settings.few
  if (inTables.letters === 0 || inTables.letters < factor * all) return usual.body
  return { ...usual.body, size: Math.min(usual.body.size, inTables.size) }
}

function usualOf(styles: readonly Count[], all: number): Count | undefined {
  const sorted = styles.toSorted((a, b) => b.count - a.count)
  const prose = sorted.find(({ body }) => !body.style.mono)
  return prose && prose.count >= settings.bodyShare * all ? prose : sorted[0]
}

function typicalOfTables(blocks: readonly LayoutBlock[]): { size: number; letters: number } {
  const words = blocks.flatMap((block) => (block.type === 'table' ? [...block.table.words] : []))
  const size = heaviest(words.map((word) => [roundedSize(word), word.text.length])) ?? 0
  return { size, letters: sumOf(words, ({ text }) => text.length) }
}

function roundedSize({ size }: { readonly size: number }): number {
  return Math.round(size / settings.sizeStep) * settings.sizeStep
}
