/** Pieces of a block → for each character of its output what it is. */
import type { Mark, Piece } from './nesting.ts'

/** Text of the document. */
export const TEXT = 0
/** Text between the `[` and the `](` that we print. */
export const LINK_TEXT = 1
/** Text of a URL that a parser takes for a link: nothing in it is markup, a backslash would become part of it. */
export const IN_URL = 2
/** What we print for a code, a formula, a note, a break; a tag. */
export const OPAQUE = 3
/** A delimiter that we print. */
export const DELIMITER = 4
/** An end of a link. */
export const EDGE = 5

/** Whether it is text in which characters can be escaped. */
export function isText(kind: number | undefined): boolean {
  return kind === TEXT || kind === LINK_TEXT
}

export function kindsOf(pieces: readonly Piece[], length: number): Uint8Array {
  const kinds = new Uint8Array(length)
  let at = 0
  let text = TEXT
  for (const piece of pieces) {
    if (piece.type === 'edge') text = kindInside(piece.segment.mark, piece.side) ?? text
    kinds.fill(kindOf(piece, text), at, at + piece.text.length)
    at += piece.text.length
  }
  return kinds
}

/** What text is from the edge of a link on; other edges change nothing. */
function kindInside(mark: Mark, side: 'open' | 'close'): number | undefined {
  if (mark !== 'link' && mark !== 'autolink') return undefined
  if (side === 'close') return TEXT
  return mark === 'link' ? LINK_TEXT : OPAQUE
}

function kindOf(piece: Piece, text: number): number {
  if (piece.type === 'text') return text
  if (piece.type === 'opaque') return OPAQUE
  return edgeKinds[piece.segment.mark]
}

const edgeKinds: Readonly<Record<Mark, number>> = {
  bold: DELIMITER,
  italic: DELIMITER,
  strike: DELIMITER,
  sub: OPAQUE,
  super: OPAQUE,
  link: EDGE,
  autolink: EDGE,
}
