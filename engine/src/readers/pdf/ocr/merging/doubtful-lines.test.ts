import { expect, test } from 'vitest'
import { blankImage, type GrayImage } from '../gray-image.ts'
import type { Blob } from '../patches.ts'
import type { PictureWord } from '../picture-word.ts'
import { findDoubtfulLines } from './doubtful-lines.ts'

const HEIGHT = 30
const WIDTH = 600

/** Twenty lines of one word each, 60 pixels apart. */
const boxes = Array.from({ length: 20 }, (_, line) => {
  return { x0: 50, y0: 60 * line + 15, x1: 250, y1: 60 * line + 15 + HEIGHT }
})

function pictureOf(filled: readonly Blob[], shade = 0): GrayImage {
  const image = blankImage(WIDTH, 1200)
  for (const { x0, y0, x1, y1 } of filled) {
    for (let y = y0; y < y1; y++) image.pixels.fill(shade, y * WIDTH + x0, y * WIDTH + x1)
  }
  return image
}

function wordAt(box: Blob): PictureWord {
  return { text: 'word', ...box, baseline: box.y1, lineHeight: HEIGHT, confidence: 0.95 }
}

/** Finds the rows of a picture that are not white, as a detector does. */
async function findRows({ width, height, pixels }: GrayImage): Promise<Blob[]> {
  const found: { x0: number; y0: number; x1: number; y1: number }[] = []
  for (let y = 0; y < height; y++) {
    if (!pixels.subarray(y * width, (y + 1) * width).some((shade) => shade < 255)) continue
    const last = found.at(-1)
    if (last?.y1 === y) last.y1 = y + 1
    else found.push({ x0: 50, y0: y, x1: 250, y1: y + 1 })
  }
  return found
}

/** The lines found, and the share of the picture that was searched. */
async function search(image: GrayImage, sure: readonly PictureWord[]) {
  let searched = 0
  const found = await findDoubtfulLines(image, sure, HEIGHT, (part) => {
    searched = part.height / image.height
    return findRows(part)
  })
  return { found, searched }
}

test('lines are only detected around ink outside of confident words', async () => {
  const sure = boxes.filter((_, line) => line !== 4 && line !== 12).map(wordAt)
  const { found, searched } = await search(pictureOf(boxes), sure)
  expect(found).toEqual([boxes[4], boxes[12]])
  expect(searched).toBeLessThan(0.25)
})

test('lines are also detected around pale ink', async () => {
  const sure = boxes.filter((_, line) => line !== 7).map(wordAt)
  const { found } = await search(pictureOf(boxes, 215), sure)
  expect(found).toEqual([boxes[7]])
})

test('a page without doubtful words is not searched', async () => {
  expect(await search(pictureOf(boxes), boxes.map(wordAt))).toEqual({ found: [], searched: 0 })
})
