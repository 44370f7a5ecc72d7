import { expect, test } from 'vitest'
import { classOf, decode } from './decode.ts'

const CLASSES = classOf(' ') + 1

type Chances = Readonly<Record<string, number>>

/** The output of a network that sees one character at each place, or none; the rest is "no character". */
function outputOf(places: readonly Chances[]): Float32Array {
  const values = new Float32Array(places.length * CLASSES)
  for (const [place, chances] of places.entries()) {
    let rest = 1
    for (const [text, chance] of Object.entries(chances)) {
      values[place * CLASSES + classOf(text)] = chance
      rest -= chance
    }
    values[place * CLASSES] = rest
  }
  return values
}

const read = (places: readonly Chances[]) => decode(outputOf(places), places.length, CLASSES)
const textOf = (places: readonly Chances[]) =>
  read(places)
    .map(({ text }) => text)
    .join('')
const sure = (text: string): Chances[] =>
  [...text].flatMap((character) => [{ [character]: 0.98 }, {}])

test('a character that lasts for several places is one; after a gap it is another one', () => {
  expect(textOf([{ t: 0.9 }, { o: 0.9 }, { o: 0.9 }, {}, { o: 0.9 }])).toBe('too')
})

test.each([
  {
    name: 'a letter',
    places: [...sure('Am'), { a: 0.5, o: 0.45 }, {}, ...sure('unt')],
    text: 'Amount',
  },
  {
    name: 'a blank',
    places: [...sure('unit'), { ' ': 0.3 }, {}, ...sure('price')],
    text: 'unit price',
  },
  {
    name: 'a letter among digits',
    places: [...sure('19.'), { O: 0.5, 0: 0.45 }, {}, ...sure('0')],
    text: '19.00',
  },
])('the sequence decides between two likely readings of $name', ({ places, text }) => {
  expect(textOf(places)).toBe(text)
})

test('a sure letter stays, however rare its sequence is', () => {
  expect(textOf(sure('Tatal'))).toBe('Tatal')
})

test('the sequence does not drop marks', () => {
  expect(textOf([...sure('cash'), { ':': 0.6 }, {}])).toBe('cash:')
})

test('each character has its most likely place and its chance there', () => {
  expect(read([{ a: 0.01 }, { a: 0.9 }, {}, { b: 0.8 }])).toMatchObject([
    { text: 'a', place: 1, confidence: expect.closeTo(0.9) },
    { text: 'b', place: 3, confidence: expect.closeTo(0.8) },
  ])
})

test('an output without places is no text', () => {
  expect(read([])).toEqual([])
})
