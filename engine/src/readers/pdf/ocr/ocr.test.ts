/** Tests recognition of scans from picture to words; each recognition takes a second. */
import { expect, test } from 'vitest'
import { defaultLimits } from '../../../limits.ts'
import { plainText } from '../../../model/index.ts'
import type { Profile, Reading } from '../../reader.ts'
import { buildPdf } from '../content/testing/pdf-builder.ts'
import { readPdf } from '../index.ts'
import { blankImage, type GrayImage, turnBy, turnByQuarters } from './gray-image.ts'
import { pictureOf, scanOf } from './testing/pictures.ts'

const english = [
  'The mayor opened the new bridge across the river on Thursday.',
  'During the ceremony he spoke about the difficult years in which',
  'floods had destroyed the streets. Finally, he thanked all of the',
  'volunteers for their efforts.',
]
const german = [
  'Der Bürgermeister eröffnete am Donnerstag die neue Brücke über',
  'den Fluss. Während der Feier sprach er über die schwierigen Jahre,',
  'in denen Überschwemmungen die Straßen zerstört hatten. Künftig',
  'müssen die Anwohner keine größeren Umwege mehr fahren.',
]

function read(image: GrayImage, profile: Profile = 'fidelity'): Promise<Reading> {
  return readPdf(buildPdf(scanOf(image)), { profile, limits: defaultLimits })
}

function textOf({ document }: Reading): string {
  return document.blocks
    .map((block) => (block.type === 'paragraph' ? plainText(block.inlines) : block.type))
    .join('\n')
}

test.each([
  { name: 'English', lines: english, change: (image: GrayImage) => image },
  { name: 'German, detected', lines: german, change: (image: GrayImage) => image },
  { name: 'skewed', lines: english, change: (image: GrayImage) => turnBy(image, 2) },
  {
    name: 'rotated by a quarter turn',
    lines: english,
    change: (image: GrayImage) => turnByQuarters(image, 1),
  },
  { name: 'upside down', lines: english, change: (image: GrayImage) => turnByQuarters(image, 2) },
])('a scan is read: $name', async ({ lines, change }) => {
  const reading = await read(change(await pictureOf(lines)))
  expect(textOf(reading)).toBe(lines.join(' '))
  expect(reading.document.pages[0]?.size?.width).toBeGreaterThan(
    reading.document.pages[0]?.size?.height ?? 0,
  )
  expect(reading.warnings).toEqual([])
})

test('the words of a scan have their positions on the page', async () => {
  const { document } = await read(await pictureOf(english))
  const [place] = document.blocks[0]?.provenance ?? []
  if (place?.type !== 'page') throw new Error('no place')
  expect(Math.abs(place.bbox.x0 - 30)).toBeLessThan(2)
  expect(Math.abs(place.bbox.y0 - 22)).toBeLessThan(4)
})

test('the fast lane reads no pictures; a blank scan has no text in any lane', async () => {
  const fast = await read(await pictureOf(english), 'fast')
  const blank = await read(blankImage(1_000, 500))
  for (const reading of [fast, blank]) {
    expect(textOf(reading)).toBe('')
    expect(reading.warnings.map(({ code }) => code)).toEqual(['page_without_text'])
  }
})
