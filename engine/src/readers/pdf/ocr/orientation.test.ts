import { expect, test } from 'vitest'
import { type GrayImage, turnByQuarters } from './gray-image.ts'
import { readsUpright } from './orientation.ts'
import type { PictureWord } from './picture-word.ts'
import { secondReader } from './second-reader/index.ts'
import { pictureOf } from './testing/pictures.ts'

/** Returns the lines of a picture as words with low confidence. */
async function wordsOf(image: GrayImage): Promise<PictureWord[]> {
  const boxes = await secondReader.findLines(image, 30)
  return boxes.map((box) => {
    const heights = { baseline: box.y1 - 6, lineHeight: box.y1 - box.y0 }
    return { ...box, ...heights, text: 'unsure', confidence: 0.3 }
  })
}

test('the second recogniser confirms upright print, and rejects print upside down', async () => {
  const image = await pictureOf(['Invoice 2026-118 of March', 'Total to pay: 1,249.50'])
  const turned = turnByQuarters(image, 2)
  expect(await readsUpright(image, await wordsOf(image), secondReader)).toBe(true)
  expect(await readsUpright(turned, await wordsOf(turned), secondReader)).toBe(false)
  expect(await readsUpright(image, [], secondReader)).toBe(false)
})
