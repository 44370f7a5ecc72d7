import { expect, test } from 'vitest'
import { startPageTime } from './page-time.ts'
import { readPicture } from './read-picture.ts'
import type { Recognizer } from './recognizer.ts'
import { pictureOf } from './testing/pictures.ts'

const broken = () => Promise.reject(new Error('broken'))

test('a step runs while there is time; after that, the earlier reading is kept', async () => {
  let now = 0
  const time = startPageTime(1, () => now)
  expect(await time.improve('old', async () => 'new')).toBe('new')
  await expect(time.improve('old', broken)).rejects.toThrow('broken')
  expect(time.isCutShort).toBeUndefined()
  const slow = time.improve('old', () => {
    now = 2_000_000
    return broken()
  })
  expect(await slow).toBe('old')
  expect(await time.improve('old', async () => 'new')).toBe('old')
  expect(time.isCutShort).toBe(true)
})

test('a page whose time is over keeps the first reading', async () => {
  const image = await pictureOf(['Total 21.50'])
  const box = { x0: 80, y0: 60, x1: 200, y1: 90, baseline: 90, lineHeight: 30 }
  let readings = 0
  const recognizer: Recognizer = {
    recognize: async () => {
      readings += 1
      return [{ ...box, text: 'Totals', confidence: 0.7, characters: [] }]
    },
  }
  const time = startPageTime(-1)
  const { words } = await readPicture(image, { dpi: 200, language: 'eng', recognizer, time })
  expect(words.map(({ text }) => text)).toEqual(['Totals'])
  expect(readings).toBe(1)
  expect(time.isCutShort).toBe(true)
})
