import { expect, test } from 'vitest'
import { findChild } from '../ooxml/index.ts'
import { xml } from '../ooxml/testing/xml.ts'
import { frameInside, readBox, slideFrame, unionOf } from './geometry.ts'

/** A transform in points; `child` is the coordinate space of the group's children. */
function transform(box: readonly number[], attributes = '', child?: readonly number[]): string {
  const rectangle = (offset: string, extent: string, numbers: readonly number[]): string => {
    const [x = 0, y = 0, width = 0, height = 0] = numbers.map((points) => points * 12_700)
    return `<a:${offset} x="${x}" y="${y}"/><a:${extent} cx="${width}" cy="${height}"/>`
  }
  const inner = child ? rectangle('chOff', 'chExt', child) : ''
  return `<a:xfrm ${attributes}>${rectangle('off', 'ext', box)}${inner}</a:xfrm>`
}

test.each([
  { name: 'upright', source: transform([10, 20, 100, 50]), box: [10, 20, 110, 70] },
  {
    name: 'rotated slightly',
    source: transform([10, 20, 100, 50], 'rot="600000"'),
    box: [10, 20, 110, 70],
  },
  {
    name: 'rotated by a quarter turn',
    source: transform([10, 20, 100, 50], 'rot="5400000"'),
    box: [35, -5, 85, 95],
  },
  {
    name: 'rotated back by a quarter turn',
    source: transform([10, 20, 100, 50], 'rot="-5400000"'),
    box: [35, -5, 85, 95],
  },
  {
    name: 'upside down',
    source: transform([10, 20, 100, 50], 'rot="10800000"'),
    box: [10, 20, 110, 70],
  },
  {
    name: 'with units',
    source: '<a:xfrm><a:off x="1in" y="2.54cm"/><a:ext cx="10pt" cy="-5"/></a:xfrm>',
    box: [72, 72, 82, 72],
  },
  { name: 'without a position', source: '<a:xfrm rot="1"/>', box: undefined },
])('readBox: $name', ({ source, box }) => {
  const [x0, y0, x1, y1] = box ?? []
  expect(readBox(xml(source), slideFrame)).toEqual(box && { x0, y0, x1, y1 })
})

test('scales and moves children of nested groups', () => {
  const outer = frameInside(xml(transform([100, 100, 200, 100], '', [0, 0, 400, 400])), slideFrame)
  const inner = frameInside(xml(transform([200, 200, 200, 200], '', [10, 10, 100, 100])), outer)
  const box = readBox(xml(transform([10, 10, 50, 100])), inner)
  expect(box).toEqual({ x0: 200, y0: 150, x1: 250, y1: 200 })
})

test('a flat group, or one without extents, does not change its children', () => {
  const flat = frameInside(xml(transform([10, 10, 100, 0], '', [0, 0, 100, 0])), slideFrame)
  expect(readBox(xml(transform([0, 0, 5, 5])), flat)).toEqual({ x0: 10, y0: 10, x1: 15, y1: 15 })
  expect(frameInside(findChild(xml('<p:grpSpPr/>'), 'a:xfrm'), slideFrame)).toBe(slideFrame)
})

test('a union ignores missing boxes', () => {
  const box = { x0: 1, y0: 1, x1: 2, y1: 2 }
  expect(unionOf([undefined, box, { x0: 0, y0: 3, x1: 1, y1: 4 }])).toEqual({
    x0: 0,
    y0: 1,
    x1: 2,
    y1: 4,
  })
  expect(unionOf([undefined])).toBeUndefined()
})
