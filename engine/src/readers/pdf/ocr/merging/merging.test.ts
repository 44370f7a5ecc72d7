import { expect, test } from 'vitest'
import { blankImage, type GrayImage } from '../gray-image.ts'
import { startPageTime } from '../page-time.ts'
import type { PictureWord } from '../picture-word.ts'
import type { SecondReader } from '../second-reader/index.ts'
import { readDoubtfulLines } from './index.ts'

const LETTER = 20
const LINE = { x0: 0, y0: 0, x1: 400, y1: 40 }

function word(text: string, x: number, confidence: number): PictureWord {
  const characters = [...text].map((character, at) => {
    const x0 = x + at * LETTER
    return { text: character, x0, x1: x0 + LETTER - 4, confidence }
  })
  const box = { x0: x, y0: 5, x1: x + text.length * LETTER, y1: 30 }
  return { text, ...box, baseline: 30, lineHeight: 30, confidence, characters }
}

/** A picture with ink at every character of the texts. */
function pictureWith(words: readonly (readonly [text: string, x: number])[]): GrayImage {
  const image = blankImage(LINE.x1, LINE.y1)
  for (const [text, x] of words) {
    for (let at = 0; at < text.length; at++) {
      for (let y = 10; y < 30; y++) {
        const start = y * image.width + x + at * LETTER
        image.pixels.fill(0, start, start + LETTER - 4)
      }
    }
  }
  return image
}

function readerOf(
  words: readonly (readonly [text: string, x: number])[],
  confidence = 0.95,
): SecondReader & { lines: number } {
  const reader = {
    lines: 0,
    findLines: async () => [LINE],
    readLine: async () => {
      reader.lines += 1
      const characters = words.flatMap(([text, x]) =>
        [...text].map((character, at) => {
          return { text: character, x: x + at * LETTER + 8, confidence }
        }),
      )
      // The network sees a blank between words even where it writes none.
      const blanks = words.slice(1).map(([, x]) => ({ text: ' ', x: x - 5, confidence: 0.3 }))
      const chanceOf = (wanted: string, x0: number, x1: number) =>
        Math.max(
          0,
          ...[...characters, ...blanks].flatMap(({ text, x, confidence }) =>
            text === wanted && x > x0 && x < x1 ? confidence : [],
          ),
        )
      return { characters, chanceOf }
    },
  }
  return reader
}

const readAgain = (image: GrayImage, words: readonly PictureWord[], reader: SecondReader) =>
  readDoubtfulLines(image, words, reader, startPageTime())

const textOf = (words: readonly PictureWord[]) => words.map(({ text }) => text).join(' ')

test('a line of confident words is not read again', async () => {
  const words = [word('Amount', 10, 0.95), word('due', 150, 0.93), word('today', 230, 0.96)]
  const reader = readerOf([['other', 10]])
  const image = pictureWith([['Amount', 10]])
  expect(await readAgain(image, words, reader)).toEqual(words)
  expect(reader.lines).toBe(0)
})

test('a doubtful line gets the more probable characters, with blanks where the ink has gaps', async () => {
  const seen = [
    ['Total', 10],
    ['21.50', 150],
  ] as const
  const words = [word('Tofa1', 10, 0.3), word('21.50', 150, 0.4)]
  const read = await readAgain(pictureWith(seen), words, readerOf(seen))
  expect(textOf(read)).toBe('Total 21.50')
  expect(read[1]?.x0).toBeGreaterThan(140)
  expect(read[1]?.x1).toBeLessThan(260)
  expect(read.every(({ characters }) => characters === undefined)).toBe(true)
})

test('a sure number with a hole between its digits is read again, because a point may be missing', async () => {
  const reader = readerOf([['0.00', 10]])
  const readNumber = (places: readonly number[]) => {
    const characters = places.map((x0) => ({ text: '0', x0, x1: x0 + 16, confidence: 0.99 }))
    const number = { ...word('000', 10, 0.95), characters, x1: (places.at(-1) ?? 0) + LETTER }
    return readAgain(pictureWith(places.map((x) => ['0', x])), [number], reader)
  }
  await readNumber([10, 30, 50])
  expect(reader.lines).toBe(0)
  await readNumber([10, 50, 70])
  expect(reader.lines).toBe(1)
})

test('a word whose last box reaches over the next word does not change their order', async () => {
  const wide = word('81200', 10, 0.5)
  const characters = wide.characters?.map((own, at) => (at === 4 ? { ...own, x1: 260 } : own)) ?? []
  const words = [{ ...wide, x1: 260, characters }, word('Johor', 150, 0.5)]
  const seen = [
    ['81200', 10],
    ['Johor', 150],
  ] as const
  const read = await readAgain(pictureWith(seen), words, readerOf(seen))
  expect(textOf(read)).toBe('81200 Johor')
  expect(read[0]?.x1).toBeLessThan(151)
  expect(read[1]?.x0).toBeLessThan(151)
})

test('a digit on which the two recognisers disagree keeps its first reading', async () => {
  const words = [word('Total', 10, 0.5), word('21.58', 150, 0.4)]
  const seen = [
    ['Total', 10],
    ['21.50', 150],
  ] as const
  const read = await readAgain(pictureWith(seen), words, readerOf(seen))
  expect(read).toMatchObject([{ text: 'Total' }, { text: '21.50', otherReading: '21.58' }])
  expect(read[0]).not.toHaveProperty('otherReading')
})

test('a missed line is read; a line that both recognisers doubt is dropped', async () => {
  const seen = [['CHANGE', 10]] as const
  const image = pictureWith(seen)
  expect(textOf(await readAgain(image, [], readerOf(seen)))).toBe('CHANGE')
  expect(await readAgain(image, [], readerOf(seen, 0.3))).toEqual([])
})

test('words that only the second recogniser reads leave no gap where it skips letters', async () => {
  const image = pictureWith([['amount returned', 10]])
  const seen = [
    ['amount', 10],
    [' ', 130],
    ['ret', 150],
    [' ', 250],
    ['ed', 270],
  ] as const
  const read = await readAgain(image, [], readerOf(seen))
  expect(textOf(read)).toBe('amount ret ed')
  const gaps = read.slice(1).map(({ x0 }, at) => x0 - (read[at]?.x1 ?? 0))
  expect(gaps.map(Math.round)).toEqual([8, 8])
})

test('letters outside of the alphabet of the second recogniser are kept', async () => {
  const image = pictureWith([['Größe', 10]])
  const read = await readAgain(image, [word('Größe', 10, 0.6)], readerOf([['GroBe', 10]]))
  expect(textOf(read)).toBe('Größe')
})

test('ink beside confident words, such as a colon, is read', async () => {
  const words = [word('Total', 10, 0.95)]
  const image = pictureWith([['Total:', 10]])
  expect(textOf(await readAgain(image, words, readerOf([['Total:', 10]])))).toBe('Total:')
})

test('letters have the case of the more probable reading', async () => {
  const seen = [['CHANGE', 10]] as const
  const words = [word('ni', 10, 0.2), word('n', 70, 0.2), word('ca', 90, 0.2)]
  expect(textOf(await readAgain(pictureWith(seen), words, readerOf(seen)))).toBe('CHANGE')
})

test('confident words outside of all lines are kept', async () => {
  const outside = (confidence: number) => ({ ...word('7', 0, confidence), y0: 100, y1: 130 })
  const reader = readerOf([])
  const image = pictureWith([])
  expect(await readAgain(image, [outside(0.9)], reader)).toHaveLength(1)
  expect(await readAgain(image, [outside(0.3)], reader)).toEqual([])
})

test('lines are kept unchanged when the time of the page is over', async () => {
  const words = [word('Tofa1', 10, 0.3)]
  const reader = readerOf([['Total', 10]])
  const time = startPageTime(0, () => performance.now() * 1_000)
  const read = await readDoubtfulLines(pictureWith([['Total', 10]]), words, reader, time)
  expect(read).toEqual(words)
  expect(reader.lines).toBe(0)
  expect(time.isCutShort).toBe(true)
})

/** Lines below the picture, which are read well. */
const wellRead = [0.93, 0.94, 0.95, 0.96].map((confidence, at): PictureWord => {
  const own = word('Sentence', 150, confidence)
  const down = 100 * (at + 1)
  return { ...own, y0: own.y0 + down, y1: own.y1 + down, baseline: own.baseline + down }
})

test('fewer words are doubtful on a page with high confidence', async () => {
  const image = pictureWith([['Amount', 10]])
  const reader = readerOf([['Amoumt', 10]])
  await readAgain(image, [word('Amount', 10, 0.87), ...wellRead], reader)
  expect(reader.lines).toBe(0)
  await readAgain(image, [word('Amount', 10, 0.87)], reader)
  expect(reader.lines).toBe(1)
})

test('a doubtful word on a page with high confidence is read without the rest of its line', async () => {
  const widths: number[] = []
  const reader: SecondReader = {
    ...readerOf([['due', 150]]),
    readLine: async (_, { x0, x1 }) => {
      widths.push(x1 - x0)
      return { characters: [], chanceOf: () => 0 }
    },
  }
  const image = pictureWith([
    ['Amount', 10],
    ['due', 150],
  ])
  const words = [word('Amount', 10, 0.95), word('due', 150, 0.5)]
  await readAgain(image, words, reader)
  await readAgain(image, [...words, ...wellRead], reader)
  const [whole = 0, part = 0] = widths
  expect(whole).toBe(LINE.x1)
  expect(part).toBeLessThan(5 * LETTER)
})

test.each([
  { name: 'a wide mark at the foot of digits is a point', top: 25, text: '22.60' },
  { name: 'a mark at half the height of digits is a dash', top: 18, text: '22-60' },
])('$name', async ({ top, text }) => {
  const image = pictureWith([
    ['22', 10],
    ['60', 10 + 3 * LETTER],
  ])
  for (let y = top; y < top + 4; y++) {
    const start = y * image.width + 10 + 2 * LETTER
    image.pixels.fill(0, start, start + LETTER - 6)
  }
  const read = await readAgain(image, [word('22—60', 10, 0.5)], readerOf([['22-60', 10]]))
  expect(textOf(read).replace('—', '-')).toBe(text)
})

test.each([
  { name: 'a missed mark beside a word belongs to the word', x: 151, text: 'as follows. above' },
  { name: 'a missed mark after a blank is a word', x: 158, text: 'as follows . above' },
])('$name', async ({ x, text }) => {
  const image = pictureWith([
    ['as', 10],
    ['above', 250],
  ])
  for (let y = 24; y < 30; y++) image.pixels.fill(0, y * image.width + x, y * image.width + x + 8)
  const words = [word('as', 10, 0.95), word('above', 250, 0.95), word('follows', 60, 0.95)].map(
    (own) => ({ ...own, x1: own.text === 'follows' ? 150 : own.x1 }),
  )
  // Too wide to be read as a whole.
  const wide = { ...LINE, y0: 10, y1: 30 }
  const reader = { ...readerOf([['.', x]]), findLines: async () => [wide] }
  const read = await readAgain(image, words, reader)
  expect(textOf(read.toSorted((a, b) => a.x0 - b.x0))).toBe(text)
})
