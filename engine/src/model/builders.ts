/** Builds common nodes. */
import type {
  Block,
  Figure,
  Heading,
  Image,
  Inline,
  Item,
  List,
  Marker,
  Marks,
  Paragraph,
  Text,
} from './document.ts'

export function text(value: string, marks: Marks = {}): Text {
  return { type: 'text', text: value, ...marks }
}

/** @param content Plain text or inlines. */
export function paragraph(content: string | readonly Inline[]): Paragraph {
  return { type: 'paragraph', inlines: toInlines(content) }
}

export function heading(level: number, content: string | readonly Inline[]): Heading {
  return { type: 'heading', level, inlines: toInlines(content) }
}

export function list(items: readonly Item[]): List {
  return { type: 'list', items }
}

export function item(marker: Marker, ...blocks: readonly Block[]): Item {
  return { marker, blocks }
}

export const bullet: Marker = { type: 'bullet' }

export function toInlines(content: string | readonly Inline[]): readonly Inline[] {
  return typeof content === 'string' ? [text(content)] : content
}

/** Makes a figure of an image that is a separate block. */
export function toFigure({ alt, source }: Image): Figure {
  return {
    type: 'figure',
    ...(alt !== '' && { alt }),
    ...(source !== undefined && { source }),
    blocks: [],
  }
}
