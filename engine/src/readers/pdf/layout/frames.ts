/** Groups the text objects of a page into frames: one for each reading direction, in which its text is upright. */
import type { BBox } from '../../../model/index.ts'
import type { TextObject } from '../content/index.ts'
import { layoutSettings as settings } from './settings.ts'

/**
 * A turned coordinate system: u runs in the reading direction, v downwards from line to line.
 * The frame of upright text is the page itself.
 */
export interface Frame {
  /** Clockwise angle from 0 to 359. */
  readonly angleDegrees: number
  readonly cos: number
  readonly sin: number
}

export const uprightFrame: Frame = { angleDegrees: 0, cos: 1, sin: 0 }

/** Returns the direction of an object in whole degrees, snapped to a near axis. */
function directionOf(angleDegrees: number): number {
  const axis = Math.round(angleDegrees / 90) * 90
  const rounded =
    Math.abs(angleDegrees - axis) < settings.uprightDegrees ? axis : Math.round(angleDegrees)
  return ((rounded % 360) + 360) % 360
}

export function radians(degrees: number): number {
  return (degrees * Math.PI) / 180
}

/** @returns The frame of each object; equal directions share one frame. */
export function framesOf(objects: readonly TextObject[]): readonly Frame[] {
  const frames = new Map<number, Frame>()
  return objects.map(({ angleDegrees }) => {
    const direction = directionOf(angleDegrees)
    const known = frames.get(direction)
    if (known) return known
    const angle = radians(direction)
    const frame = { angleDegrees: direction, cos: Math.cos(angle), sin: Math.sin(angle) }
    frames.set(direction, frame)
    return frame
  })
}

/** Returns the box on the page around a box in the frame. */
export function toPageBox({ cos, sin }: Frame, { x0, y0, x1, y1 }: BBox): BBox {
  return {
    x0: Math.min(x0 * cos, x1 * cos) - Math.max(y0 * sin, y1 * sin),
    y0: Math.min(x0 * sin, x1 * sin) + Math.min(y0 * cos, y1 * cos),
    x1: Math.max(x0 * cos, x1 * cos) - Math.min(y0 * sin, y1 * sin),
    y1: Math.max(x0 * sin, x1 * sin) + Math.max(y0 * cos, y1 * cos),
  }
}

const angleOf = ({ frame }: { readonly frame: Frame }) => frame.angleDegrees

/** Groups words or fragments by frame, in the order of first appearance. */
export function groupByFrame<Item extends { readonly frame: Frame }>(
  items: readonly Item[],
): Item[][] {
  const [first] = items
  if (!first) return []
  for (const { frame } of items) {
    if (frame !== first.frame) return [...Map.groupBy(items, angleOf).values()]
  }
  return [[...items]]
}

/**
 * Returns fragments by frame in reading order: turned text at the left of the page, then the frame with the most text, then
 * the rest.
 */
export function framesInOrder<Item extends Placed>(items: readonly Item[]): Item[][] {
  const groups = groupByFrame(items)
  if (groups.length < 2) return groups
  const [main = [], ...others] = groups.sort((a, b) => lengthOf(b) - lengthOf(a))
  const start = leftOf(main)
  const isBefore = (group: readonly Item[]) =>
    group.every((item) => toPageBox(item.frame, item).x1 <= start)
  return [...others.filter(isBefore), main, ...others.filter((group) => !isBefore(group))]
}

interface Placed extends BBox {
  readonly frame: Frame
  readonly text: string
}

function lengthOf(items: readonly Placed[]): number {
  return items.reduce((sum, { text }) => sum + text.length, 0)
}

function leftOf(items: readonly Placed[]): number {
  return items.reduce((left, item) => Math.min(left, toPageBox(item.frame, item).x0), Infinity)
}
