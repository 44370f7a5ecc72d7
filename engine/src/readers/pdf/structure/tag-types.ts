/** Tells what the types of elements in the structure tree mean (ISO 32000-1, 14.8.4). */
import type { TagElement } from '../content/index.ts'

/** Elements that are one block each. Not paragraphs: programs that tag each line make paragraphs of the lines. */
const oneBlock = /^(?:H[1-6]?|Title|LI|LBody|TOCI|Caption)$/

export function isOneBlockTag({ type }: TagElement): boolean {
  return oneBlock.test(type)
}

export function isItemTag({ type }: TagElement): boolean {
  return type === 'LBody' || type === 'LI'
}

/** Returns the level of a heading or title; `undefined` for other elements. */
export function headingLevelOf({ type }: TagElement): number | undefined {
  if (type === 'Title') return 1
  const level = /^H([1-6])?$/.exec(type)
  return level ? Number(level[1] ?? 1) : undefined
}

/** Elements that group others; text right in them is outside of any block. */
const group = /^(?:Document|Part|Art|Sect|Div|BlockQuote|TOC|L|Table|TR|NonStruct|Private)$/

export function isGroupTag({ type }: TagElement): boolean {
  return group.test(type)
}
