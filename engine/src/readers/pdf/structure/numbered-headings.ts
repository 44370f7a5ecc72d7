/** Finds headings by the order of their numbers alone: `2.1` after `2`, `2.2` after `2.1`. */
import { entryEnd, isSentence } from './heading-text.ts'
import { type LayoutBlock, type TextBlock, textOf } from './layout-blocks.ts'
import { romanValue } from './markers.ts'
import { structureSettings as settings } from './settings.ts'

/** `2`, `2.3`, and `II-C.` as IEEE numbers sections. */
const numbered = /^(\d{1,2}(?:\.\d{1,2}){0,4}|[IVX]{1,5}(?:-[A-Z])?)\.?\s+(?=[\p{Lu}\p{Lo}])/u

/** `4.8.1` before a name in the type of code, which may begin with any sign: `--version`, `@title`. */
const numberOfName = /^(\d{1,2}(?:\.\d{1,2}){1,4})\.?\s+\S/

interface Numbered {
  readonly block: TextBlock
  /** Parts of a document number apart: `II-C` does not follow `2.2`. */
  readonly style: 'arabic' | 'roman'
  readonly number: readonly number[]
}

/**
 * Finds the sections that a document numbers, regardless of their style.
 *
 * A number of one part counts only if its first subsection follows: `1. Item` is often an item of a list.
 */
export function findNumbered(blocks: readonly LayoutBlock[]): Set<TextBlock> {
  const found = blocks.flatMap((block) => numberedOf(block))
  const seen = new Map<string, TextBlock>()
  const sections = new Set<TextBlock>()
  for (const { block, style, number } of found) {
    const keyOf = (parts: readonly number[]) => `${style} ${parts.join('.')}`
    const parent = seen.get(keyOf(number.slice(0, -1)))
    const sibling = seen.get(keyOf(siblingOf(number)))
    const before = [parent, sibling].filter((other) => other !== undefined)
    const isDeep = number.length > 1
    if (isDeep && (number.at(-1) === 1 || sibling) && before.length > 0) {
      sections.add(block)
      for (const other of before) sections.add(other)
    }
    seen.set(keyOf(number), block)
  }
  return sections.size >= settings.few ? sections : new Set()
}

function siblingOf(number: readonly number[]): number[] {
  return [...number.slice(0, -1), (number.at(-1) ?? 0) - 1]
}

function numberedOf(block: LayoutBlock): Numbered[] {
  if (block.type !== 'text' || block.isCell || block.lines.length > 2) return []
  if (block.spaceBefore < settings.headingSpaceEms) return []
  const text = textOf(block)
  const printed = (numbered.exec(text) ?? (isName(block) ? numberOfName.exec(text) : null))?.[1]
  if (!printed || text.length > settings.titleCharacters || isSentence(text)) return []
  if (/[.,;]$/.test(text) || entryEnd.test(text)) return []
  const style = /^\d/.test(printed) ? 'arabic' : 'roman'
  return [{ block, style, number: printed.split(/[.-]/).map(valueOfPart) }]
}

/** Returns true for a line that begins with a number in the type of the text, and code. */
function isName({ lines: [line, ...more] }: TextBlock): boolean {
  const [number, name] = line?.runs ?? []
  return more.length === 0 && number?.style.mono === false && name?.style.mono === true
}

function valueOfPart(part: string, index: number): number {
  if (/^\d/.test(part)) return Number(part)
  if (index === 0) return romanValue(part)
  return part.charCodeAt(0) - 0x40
}
