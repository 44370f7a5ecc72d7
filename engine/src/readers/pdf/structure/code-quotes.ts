/** Restores the straight quotes of code: typewriter fonts of TeX print `'` and the grave accent as curly quotes. */
import { type Block, type Inline, mapTree, type Note } from '../../../model/index.ts'

interface Texts {
  readonly blocks: readonly Block[]
  readonly notes: readonly Note[]
}

/**
 * Replaces the curly quotes of code if the code has no straight ones, and not all curly ones are in pairs. An opening quote becomes a
 * grave accent as in TeX, unless each has a closing one: office programs make such pairs of straight quotes.
 *
 * Of 250 documents, 61 have `’` in a code block.
 */
export function withStraightQuotes({ blocks, notes }: Texts): Texts {
  const texts: string[] = []
  const collect = (text: string): string => {
    texts.push(text)
    return text
  }
  mapCode({ blocks, notes }, collect)
  const signs = new Map(quoteKinds.flatMap((kind) => signsOf(kind, texts.join('\n'))))
  if (signs.size === 0) return { blocks, notes }
  const straight = (text: string) => text.replaceAll(/[‘’“”]/g, (sign) => signs.get(sign) ?? sign)
  return mapCode({ blocks, notes }, straight)
}

/** Curly quotes, and what they stand for. */
interface QuoteKind {
  readonly opening: string
  readonly closing: string
  readonly accent: string
  readonly quote: string
}

const quoteKinds: readonly QuoteKind[] = [
  { opening: '‘', closing: '’', accent: '`', quote: "'" },
  { opening: '“', closing: '”', accent: '"', quote: '"' },
]

/** Returns the sign for each curly quote, or nothing if the code has straight quotes or only pairs of curly ones. */
function signsOf({ opening, closing, accent, quote }: QuoteKind, code: string): [string, string][] {
  if (code.includes(accent) || code.includes(quote)) return []
  const pair = new RegExp(`${opening}[^${opening}${closing}\n]*${closing}`, 'g')
  const rest = code.replaceAll(pair, '')
  if (!rest.includes(opening) && !rest.includes(closing)) return []
  const first = rest.includes(opening) ? accent : quote
  return [
    [opening, first],
    [closing, quote],
  ]
}

/** Maps the text of code blocks, and of code in text unless a pair of quotes encloses it. */
function mapCode({ blocks, notes }: Texts, map: (text: string) => string): Texts {
  const mapInline = (inline: Inline): Inline => {
    if (inline.type === 'link') return { ...inline, inlines: inline.inlines.map(mapInline) }
    if (inline.type !== 'code' || /^(?:‘[^‘’]*’|“[^“”]*”)$/.test(inline.text)) return inline
    return { ...inline, text: map(inline.text) }
  }
  const mapping = {
    inlines: (inlines: readonly Inline[]) =>
      inlines.every(({ type }) => type === 'text') ? inlines : inlines.map(mapInline),
    code: map,
  }
  return {
    blocks: mapTree(blocks, mapping),
    notes: notes.map((note) => ({ ...note, blocks: mapTree(note.blocks, mapping) })),
  }
}
