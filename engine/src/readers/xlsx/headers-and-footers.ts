/** The headers and footers that a sheet is printed with → furniture of its section. ECMA-376 Part 1, 18.3.1.46. */
import type { Block, Furniture } from '../../model/index.ts'

/** As stored: text with codes. */
export interface PrintedLine {
  readonly kind: Furniture['kind']
  readonly code: string
}

/** By element; of odd, even and first pages. */
export const printedElements: ReadonlyMap<string, Furniture['kind']> = new Map(
  ['odd', 'even', 'first'].flatMap((pages): [string, Furniture['kind']][] => [
    [`x:${pages}Header`, 'header'],
    [`x:${pages}Footer`, 'footer'],
  ]),
)

/** A header and a footer of each of three kinds of pages. */
export const MAX_LINES = 6

/** Excel's own limit is 255; the rest is not read. */
export const MAX_CODE = 1_000

/** The left, centre and right part of each line, each text once. */
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

/** 18.3.1.39: font and style, colour, size, the name of the sheet, an ampersand; others toggle looks or print dates, files and pictures. */
const codes = /&(?:"[^"]*"|K[\dA-Fa-f]{2}[\dA-Fa-f+-][\dA-Fa-f]{3}|\d{1,3}|([\s\S]))/g

/** @returns Nothing for a part that counts pages: a sheet has none until it is printed. */
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
