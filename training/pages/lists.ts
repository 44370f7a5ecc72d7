/** Makes lists: bullets, numbers and letters, nested, with long and short items. */
import type { Block, Item, List } from './content.ts'
import { type Composer, decorated, drawItem, drawPhrase, drawText, leaf } from './stock.ts'
import type { ListStyle } from './style.ts'

const roman = (value: number): string =>
  (
    [
      [10, 'x'],
      [9, 'ix'],
      [5, 'v'],
      [4, 'iv'],
      [1, 'i'],
    ] as const
  ).reduce(
    ({ left, text }, [worth, sign]) => ({
      left: left % worth,
      text: text + sign.repeat(Math.floor(left / worth)),
    }),
    { left: value, text: '' },
  ).text

/** `pattern` shows the first marker: `(a)`, `1.`, `i)`, `A.`. */
function markerAt(pattern: string, at: number): string {
  const letter = String.fromCharCode(97 + (at % 26))
  return pattern
    .replace(/1/, String(at + 1))
    .replace(/a/, letter)
    .replace(/A/, letter.toUpperCase())
    .replace(/i/, roman(at + 1))
}

interface ListOptions {
  readonly style: ListStyle
  readonly level?: number
  readonly ordered?: boolean
}

export function makeList(composer: Composer, { style, level = 0, ordered }: ListOptions): List {
  const { random } = composer
  const isOrdered = ordered ?? random.chance(0.35)
  const depth = level === 0 ? 0 : level === 1 ? 1 : 2
  const count = level === 0 ? random.int(2, 8) : random.int(1, 4)
  const short = random.chance(0.45)
  const start = isOrdered && level === 0 && random.chance(0.08) ? random.int(1, 9) : 0
  const items = Array.from({ length: count }, (_, at): Item => {
    const text = short ? drawPhrase(composer, 60) : drawItem(composer, random.int(60, 380))
    const marker = isOrdered ? markerAt(style.ordered[depth], at + start) : style.bullets[depth]
    return {
      marker,
      leaf: leaf(composer, decorated(composer, text, 0.2)),
      blocks: inner(composer, style, level),
    }
  })
  return { type: 'list', ordered: isOrdered, level, items }
}

/** The blocks below the first paragraph of an item. */
function inner(composer: Composer, style: ListStyle, level: number): Block[] {
  const { random } = composer
  if (level < 2 && random.chance(level === 0 ? 0.1 : 0.07))
    return [makeList(composer, { style, level: level + 1 })]
  if (level === 0 && random.chance(0.04))
    return [{ type: 'paragraph', role: 'body', leaf: leaf(composer, drawText(composer, 260)) }]
  return []
}
