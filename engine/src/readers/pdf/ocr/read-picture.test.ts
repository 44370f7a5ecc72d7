import { expect, test } from 'vitest'
import { startPageTime } from './page-time.ts'
import type { PictureWord } from './picture-word.ts'
import { readPicture } from './read-picture.ts'
import type { Language, Recognizer } from './recognizer.ts'
import { pictureOf } from './testing/pictures.ts'

const portuguese = 'Os dados dos programas que não foram lidos'

/** A recogniser that reads one line of words, each with the confidence in brackets after it, .95 by default. */
function reads(text: string, asked: Language[] = []): Recognizer {
  const words = text.split(' ').map((part, index): PictureWord => {
    const [, word = '', confidence = '.95'] = /^([^[]*)(?:\[(.*)\])?$/.exec(part) ?? []
    const x0 = 80 + index * 130
    const box = { x0, y0: 60, x1: x0 + 120, y1: 90, baseline: 90, lineHeight: 30 }
    return { text: word, ...box, confidence: Number(confidence), characters: [] }
  })
  return {
    recognize: async (_image, { language }) => {
      asked.push(language)
      return words
    },
  }
}

test.each<{
  name: string
  text: string
  language: Language
  languages?: readonly Language[]
  asked: Language[]
}>([
  {
    name: 'another one than other pages',
    text: portuguese,
    language: 'eng',
    asked: ['eng', 'por'],
  },
  { name: 'the one of other pages', text: portuguese, language: 'por', asked: ['por'] },
  { name: 'none', text: 'Total 21.50', language: 'deu', asked: ['deu'] },
  {
    name: 'one that is not possible',
    text: portuguese,
    language: 'eng',
    languages: ['eng', 'deu'],
    asked: ['eng'],
  },
])(
  'a page is read in the language that its words show: $name',
  async ({ text, asked, ...given }) => {
    const calls: Language[] = []
    const recognizer = reads(text, calls)
    const options = { ...given, dpi: 200, recognizer, time: startPageTime(), isDrawn: true }
    await readPicture(await pictureOf([text]), options)
    expect(calls).toEqual(asked)
  },
)

test.each([
  { name: 'a line of text keeps them', text: 'functions of h[.4] are shown here', hasFonts: false },
  { name: 'letters of fonts keep them', text: 'exp[.4] lim[.4] since this', hasFonts: true },
  { name: 'labels of drawings lose them', text: 'Tyk[.4] pump', hasFonts: false, left: 'pump' },
])('words with low confidence on drawn pages: $name', async ({ text, hasFonts, left }) => {
  const options = { dpi: 200, language: 'eng', time: startPageTime(), isDrawn: true } as const
  const image = await pictureOf([text])
  const { words } = await readPicture(image, { ...options, hasFonts, recognizer: reads(text) })
  const plain = text.replaceAll(/\[.*?\]/g, '')
  expect(words.map((word) => word.text).join(' ')).toBe(left ?? plain)
})
