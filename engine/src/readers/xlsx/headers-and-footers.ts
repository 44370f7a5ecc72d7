/** Converts the printed headers and footers of a sheet to page furniture. ECMA-376 Part 1, 18.3.1.46. */
import type { Block, Furniture } from '../../model/index.ts'

/** The stored text with its formatting codes. */
export interface PrintedLine {
  readonly kind: Furniture['kind']
  readonly code: string
}

/** Kind by element name; elements exist for odd, even and first pages. */
export const printedElements: ReadonlyMap<string, Furniture['kind']> = new Map(
  ['odd', 'even', 'first'].flatMap((pages): [string, Furniture['kind']][] => [
    [`x:${pages}Header`, 'header'],
    [`x:${pages}Footer`, 'footer'],
  ]),
)

/** The most lines: a header and a footer for odd, even and first pages. */
export const MAX_LINES = 6

/** The longest code that is read, characters; Excel's own limit is 255. */
export const MAX_CODE = 1_000

/** Returns the left, centre and right part of each line, without duplicates. */
export function toFurniture(lines: readonly PrintedLine[], sheet: string): Furniture[] {
  const seen = new Set<string>()
  return lines.flatMap(({ kind, code }): Furniture[] => {
    const blocks = code.split(/&[LCR]/).flatMap((part): Block[] => {
      const text = textOf(part, sheet)
      const key = `${kind} ${text}`
      if (text === '' || seen.has(key)) return []
      seen.add(key)
      return [{ type: 'paragraph', inlines: [{ type: 'text', text }] }]
    })
    return blocks.length === 0 ? [] : [{ type: 'furniture', kind, blocks }]
  })
}

/** 18.3.1.39: codes for font and style, colour, size, the sheet's name and an ampersand; other codes toggle formatting or print dates, files and pictures. */
const codes = /&(?:"[^"]*"|K[\dA-Fa-f]{2}[\dA-Fa-f+-][\dA-Fa-f]{3}|\d{1,3}|([\s\S]))/g

/** @returns An empty text for a part with page numbers: a sheet has none until it is printed. */
function textOf(part: string, sheet: string): string {
  let countsPages = false
  const text = part.replace(codes, (_, letter: string | undefined) => {
    if (letter === '&') return '&'
    if (letter === 'A') return sheet
    if (letter === 'P' || letter === 'N') countsPages = true
    return ''
  })
  return countsPages ? '' : text.replace(/\s+/g, ' ').trim()
}
