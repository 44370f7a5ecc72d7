/** Converts a slide to a section: title, blocks in reading order, comments, speaker notes. */
import {
  type BBox,
  type Block,
  type Figure,
  type Provenance,
  type Section,
  toFigure as toPicture,
} from '../../model/index.ts'
import { hasText, type TextBody, toInlines, toTextBlocks } from '../ooxml/index.ts'
import type { Budget } from './budget.ts'
import { unionOf } from './geometry.ts'
import type { Graphics } from './graphics.ts'
import { inReadingOrder } from './reading-order.ts'
import type { PartShape, PictureShape, Shape, TextShape } from './shapes.ts'
import type { Slide } from './slide.ts'
import { toTable } from './table-blocks.ts'

export interface SectionOptions {
  /** Counted from 1. */
  readonly number: number
  /** True to keep pictures as figures, with their alternative text. */
  readonly withPictures: boolean
  readonly budget: Budget
}

/** @throws {LimitError} if the presentation has too much text. */
export function toSection(slide: Slide, options: SectionOptions): Section {
  const title = findTitle(slide.shapes)
  const state: State = {
    ...options,
    title,
    graphics: slide.graphics,
    rightToLeft: isRightToLeft(slide.shapes),
  }
  const printed = slide.shapes.flatMap((shape) => toPositionedBlocks(shape, state))
  const body = printed.filter((each) => !isFurniture(each))
  return {
    type: 'section',
    kind: 'slide',
    ...(title && { title: toInlines(title.body) }),
    blocks: [
      ...inReadingOrder(body, state.rightToLeft).flatMap(({ blocks }) => blocks),
      ...printed.filter(isFurniture).flatMap(({ blocks }) => blocks),
      ...toComments(slide.comments, state),
      ...toNotes(slide.notes, state),
    ],
    provenance: provenanceOf(title?.box, state),
  }
}

interface State extends SectionOptions {
  readonly title: TextShape | undefined
  readonly graphics: Graphics
  readonly rightToLeft: boolean
}

/** The blocks of a shape, with their position. */
interface PositionedBlocks {
  readonly box?: BBox
  readonly blocks: readonly Block[]
}

function isFurniture({ blocks }: PositionedBlocks): boolean {
  return blocks.every((block) => block.type === 'furniture')
}

/** Returns the first title placeholder with text; further ones are text of the slide. */
function findTitle(shapes: readonly Shape[]): TextShape | undefined {
  for (const shape of shapes) {
    const found = shape.type === 'group' ? findTitle(shape.shapes) : shape
    if (found?.type === 'text' && found.role === 'title') return found
  }
  return undefined
}

/** Returns true if most paragraphs run from right to left, and therefore the columns too. */
function isRightToLeft(shapes: readonly Shape[]): boolean {
  const counted = shapes.flatMap(countDirections)
  return counted.filter((rightToLeft) => rightToLeft).length * 2 > counted.length
}

function countDirections(shape: Shape): boolean[] {
  if (shape.type === 'group') return shape.shapes.flatMap(countDirections)
  if (shape.type !== 'text') return []
  const { body, styles } = shape
  return body.paragraphs
    .filter(hasText)
    .map(
      ({ level, style }) =>
        style.rightToLeft ?? body.styles[level]?.rightToLeft ?? styles[level]?.rightToLeft ?? false,
    )
}

/** Returns nothing for invisible shapes, so that only printed shapes take part in the reading order. */
function toPositionedBlocks(shape: Shape, state: State): PositionedBlocks[] {
  if (shape === state.title) return []
  if (shape.type === 'group') {
    const printed = shape.shapes.flatMap((child) => toPositionedBlocks(child, state))
    return printed.length === 0 ? [] : [joinPositionedBlocks(printed, shape.box, state)]
  }
  const blocks = toBlocks(shape, state)
  return blocks.length === 0 ? [] : [{ ...(shape.box && { box: shape.box }), blocks }]
}

/** Joins grouped shapes, which are read together. */
function joinPositionedBlocks(
  printed: readonly PositionedBlocks[],
  groupBox: BBox | undefined,
  state: State,
): PositionedBlocks {
  const box = unionOf(printed.map((each) => each.box)) ?? groupBox
  const blocks = inReadingOrder(printed, state.rightToLeft).flatMap((each) => each.blocks)
  return { ...(box && { box }), blocks }
}

function toBlocks(shape: Exclude<Shape, { type: 'group' }>, state: State): Block[] {
  const provenance = provenanceOf(shape.box, state)
  switch (shape.type) {
    case 'text':
      return toShapeBlocks(shape, provenance, state)
    case 'table': {
      const { rows } = shape.table
      for (const cell of rows.flat()) state.budget.countParagraphs(cell.body.paragraphs.length)
      const table = toTable(shape.table, [], provenance)
      return table ? [table] : []
    }
    case 'picture':
      return toFigure(shape, provenance, state)
    case 'chart':
    case 'diagram':
      return toGraphicBlocks(shape, provenance, state)
  }
}

function toShapeBlocks(shape: TextShape, provenance: readonly Provenance[], state: State): Block[] {
  const { role, body, styles } = shape
  state.budget.countParagraphs(body.paragraphs.length)
  const blocks = toTextBlocks(body, styles, provenance)
  if (role === 'header') return [{ type: 'furniture', kind: 'header', blocks }]
  if (role === 'footer' || isSlideNumber(body))
    return [{ type: 'furniture', kind: 'footer', blocks }]
  return blocks
}

/** Returns true for a text box that holds only a slide number, as in templates of other programs. */
function isSlideNumber({ paragraphs }: TextBody): boolean {
  return paragraphs
    .flatMap(({ runs }) => runs)
    .every((run) => run.type === 'text' && (run.field === 'slidenum' || run.text.trim() === ''))
}

/** Makes a figure of a picture; only the fidelity profile keeps figures. */
function toFigure(
  { alt, source }: PictureShape,
  provenance: readonly Provenance[],
  { withPictures }: State,
): Figure[] {
  if (!withPictures) return []
  const image = { alt: alt ?? '', ...(source !== undefined && { source }) }
  return [{ ...toPicture({ type: 'image', ...image }), provenance }]
}

/** Converts a chart or diagram; a chart without data becomes a picture. */
function toGraphicBlocks(
  { relationship, alt }: PartShape,
  provenance: readonly Provenance[],
  state: State,
): Block[] {
  const blocks = state.graphics.get(relationship ?? '') ?? []
  const [first] = blocks
  const isEmpty = first === undefined || (first.type === 'figure' && isBlankFigure(first))
  if (isEmpty) return toFigure({ type: 'picture', ...pickAlt(alt) }, provenance, state)
  const shownAlt = state.withPictures ? pickAlt(alt) : {}
  return blocks.map((block) => ({
    ...block,
    ...(block.type === 'figure' && shownAlt),
    provenance,
  }))
}

function isBlankFigure({ caption, blocks }: Figure): boolean {
  return caption === undefined && blocks.length === 0
}

function pickAlt(alt: string | undefined): { alt?: string } {
  return alt === undefined ? {} : { alt }
}

function toComments(comments: readonly TextBody[], state: State): Section[] {
  if (comments.length === 0) return []
  const provenance = provenanceOf(undefined, state)
  const blocks = comments.flatMap((comment) => toTextBlocks(comment, [], provenance))
  return [{ type: 'section', kind: 'comments', blocks, provenance }]
}

function toNotes(notes: readonly TextShape[], state: State): Section[] {
  const provenance = provenanceOf(undefined, state)
  const blocks = notes.flatMap(({ body, styles }) => {
    state.budget.countParagraphs(body.paragraphs.length)
    return toTextBlocks(body, styles, provenance)
  })
  return blocks.length === 0 ? [] : [{ type: 'section', kind: 'notes', blocks, provenance }]
}

function provenanceOf(bbox: BBox | undefined, { number }: State): readonly Provenance[] {
  return [{ type: 'slide', slide: number, ...(bbox && { bbox }) }]
}
