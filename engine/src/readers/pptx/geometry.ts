/** Computes boxes on the slide, in points, from the transforms of shapes and groups. ECMA-376 Part 1, 20.1.7. */
import type { BBox } from '../../model/index.ts'
import { findChild, readInteger, readLength, type XmlElement } from '../ooxml/index.ts'

/** Maps the coordinates of a group's children to those of the slide. */
export interface Frame {
  readonly scaleX: number
  readonly scaleY: number
  readonly moveX: number
  readonly moveY: number
}

export const slideFrame: Frame = { scaleX: 1, scaleY: 1, moveX: 0, moveY: 0 }

/**
 * Reads the box of a shape.
 *
 * @param transform An `a:xfrm` or `p:xfrm`.
 * @returns `undefined` if the shape inherits its transform.
 */
export function readBox(transform: XmlElement | undefined, frame: Frame): BBox | undefined {
  const own = readRectangle(transform, 'a:off', 'a:ext')
  if (!own) return undefined
  const turned = isTurned(transform) ? turn(own) : own
  return {
    x0: frame.moveX + frame.scaleX * turned.x0,
    y0: frame.moveY + frame.scaleY * turned.y0,
    x1: frame.moveX + frame.scaleX * turned.x1,
    y1: frame.moveY + frame.scaleY * turned.y1,
  }
}

/** Returns the frame of a group's children (20.1.7.5); ignores the rotation of groups. */
export function frameInside(transform: XmlElement | undefined, frame: Frame): Frame {
  const outer = readRectangle(transform, 'a:off', 'a:ext')
  const inner = readRectangle(transform, 'a:chOff', 'a:chExt')
  if (!outer || !inner) return frame
  const scaleX = ratio(outer.x1 - outer.x0, inner.x1 - inner.x0)
  const scaleY = ratio(outer.y1 - outer.y0, inner.y1 - inner.y0)
  return {
    scaleX: frame.scaleX * scaleX,
    scaleY: frame.scaleY * scaleY,
    moveX: frame.moveX + frame.scaleX * (outer.x0 - scaleX * inner.x0),
    moveY: frame.moveY + frame.scaleY * (outer.y0 - scaleY * inner.y0),
  }
}

/** Returns the scale of a group along one axis; 1 for an empty group. */
function ratio(outer: number, inner: number): number {
  return inner === 0 ? 1 : outer / inner
}

function readRectangle(
  transform: XmlElement | undefined,
  offsetName: string,
  extentName: string,
): BBox | undefined {
  const offset = findChild(transform, offsetName)
  const extent = findChild(transform, extentName)
  const x0 = readLength(offset?.attributes['x'])
  const y0 = readLength(offset?.attributes['y'])
  if (x0 === undefined || y0 === undefined) return undefined
  const width = Math.max(0, readLength(extent?.attributes['cx']) ?? 0)
  const height = Math.max(0, readLength(extent?.attributes['cy']) ?? 0)
  return { x0, y0, x1: x0 + width, y1: y0 + height }
}

/** A full turn in the unit of angles, 60,000ths of a degree (20.1.10.3). */
const FULL_TURN = 360 * 60_000

/** Returns true for a rotation that exchanges width and height. */
function isTurned(transform: XmlElement | undefined): boolean {
  const angle = Math.abs(readInteger(transform?.attributes['rot']) ?? 0) % (FULL_TURN / 2)
  return angle > FULL_TURN / 8 && angle < (3 * FULL_TURN) / 8
}

/** Turns a box by a quarter about its centre. */
function turn({ x0, y0, x1, y1 }: BBox): BBox {
  const [centreX, centreY] = [(x0 + x1) / 2, (y0 + y1) / 2]
  const [halfWidth, halfHeight] = [(x1 - x0) / 2, (y1 - y0) / 2]
  return {
    x0: centreX - halfHeight,
    y0: centreY - halfWidth,
    x1: centreX + halfHeight,
    y1: centreY + halfWidth,
  }
}

/** Returns the smallest box around boxes. */
export function unionOf(boxes: readonly (BBox | undefined)[]): BBox | undefined {
  return boxes.reduce((all, box) => {
    if (!all || !box) return all ?? box
    return {
      x0: Math.min(all.x0, box.x0),
      y0: Math.min(all.y0, box.y0),
      x1: Math.max(all.x1, box.x1),
      y1: Math.max(all.y1, box.y1),
    }
  }, undefined)
}
