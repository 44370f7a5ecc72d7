/** Classifies each character of a block's output. */
import type { Fragment, Mark } from './nesting.ts'

/** Text of the document. */
export const TEXT = 0
/** Text within the brackets of a link that we print. */
export const LINK_TEXT = 1
/** Text of a bare URL that parsers link: its characters are not markup, and a backslash would become part of it. */
export const IN_URL = 2
/** Printed code, formulas, note references, breaks and tags. */
export const OPAQUE = 3
/** A printed delimiter. */
export const DELIMITER = 4
/** The start or end of a printed link. */
export const EDGE = 5

/** Returns true for text in which characters can be escaped. */
export function isText(kind: number | undefined): boolean {
  return kind === TEXT || kind === LINK_TEXT
}

export function kindsOf(fragments: readonly Fragment[], length: number): Uint8Array {
  const kinds = new Uint8Array(length)
  let at = 0
  let text = TEXT
  for (const fragment of fragments) {
    if (fragment.type === 'edge') text = kindInside(fragment.segment.mark, fragment.side) ?? text
    kinds.fill(kindOf(fragment, text), at, at + fragment.text.length)
    at += fragment.text.length
  }
  return kinds
}

/** Returns the kind of text after the edge of a link; other edges change nothing. */
function kindInside(mark: Mark, side: 'open' | 'close'): number | undefined {
  if (mark !== 'link' && mark !== 'autolink') return undefined
  if (side === 'close') return TEXT
  return mark === 'link' ? LINK_TEXT : OPAQUE
}

function kindOf(fragment: Fragment, text: number): number {
  if (fragment.type === 'text') return text
  if (fragment.type === 'opaque') return OPAQUE
  return edgeKinds[fragment.segment.mark]
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
