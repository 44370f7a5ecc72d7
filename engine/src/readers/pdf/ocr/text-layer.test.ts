/** Tests scans with a text layer of earlier recognition: sound layers stay, others are replaced. */
import { expect, test } from 'vitest'
import { defaultLimits } from '../../../limits.ts'
import { plainText } from '../../../model/index.ts'
import type { Reading } from '../../reader.ts'
import { buildPdf, showLines } from '../content/testing/pdf-builder.ts'
import { readPdf } from '../index.ts'
import type { PictureWord } from './picture-word.ts'
import { pictureOf, scanOf } from './testing/pictures.ts'
import { isMissing } from './text-layer.ts'

const lines = [
  'The mayor opened the new bridge across the river on Thursday.',
  'During the ceremony he spoke about the difficult years in which',
  'floods had destroyed the streets. Finally, he thanked all of the',
  'volunteers for their efforts.',
]

/** Reads a picture of the lines with other text behind it. */
async function readLayered(layer: readonly string[], mode = 3): Promise<Reading> {
  const [page] = scanOf(await pictureOf(lines)).pages
  if (!page) throw new Error('no page')
  const hidden = showLines(30, 160, 16, layer, { font: 'times', size: 11, mode })
  const bytes = buildPdf({ pages: [{ ...page, content: `${page.content}\n${hidden}` }] })
  return readPdf(bytes, { profile: 'fidelity', limits: defaultLimits })
}

function textOf({ document }: Reading): string {
  return document.blocks
    .map((block) => (block.type === 'paragraph' ? plainText(block.inlines) : block.type))
    .join('\n')
}

/** Replaces each letter by its successor, like a lost font encoding. */
const shifted = lines.map((line) =>
  line.replace(/[a-y]/gi, (letter) => String.fromCharCode(letter.charCodeAt(0) + 1)),
)
const ofAnotherPage = [
  'Our orchard has been in the hands of one family for six generations.',
  'We grow apples and pears, and in the autumn visitors are welcome to',
  'pick their own. The shop by the gate is open from Monday to Saturday.',
]

test.each([
  { name: 'a layer of garbage', layer: shifted },
  { name: 'a layer of another page', layer: ofAnotherPage },
])('a hidden text layer that contradicts the picture is replaced: $name', async ({ layer }) => {
  const reading = await readLayered(layer)
  expect(textOf(reading)).toBe(lines.join(' '))
  expect([reading.ocrPages, reading.warnings]).toEqual([
    1,
    [{ code: 'text_layer_replaced', message: 'Page 1 shows other text than it holds.', page: 1 }],
  ])
})

test.each([
  { name: 'a correct layer', layer: lines },
  { name: 'a layer with errors', layer: lines.map((line) => line.replaceAll('he', 'bc')) },
])('a hidden text layer that matches the picture is kept: $name', async ({ layer }) => {
  const reading = await readLayered(layer)
  expect(textOf(reading)).toBe(layer.join(' '))
  expect([reading.ocrPages, reading.warnings]).toEqual([0, []])
})

test('visible text is kept, whatever the picture under it shows', async () => {
  const reading = await readLayered(ofAnotherPage, 0)
  expect(textOf(reading)).toContain('six generations')
})

const word = (text: string, confidence = 0.95): PictureWord => {
  const box = { x0: 0, y0: 0, x1: 10, y1: 10 }
  return { text, ...box, baseline: 10, lineHeight: 10, confidence }
}
const sure = ['bridges', 'mayor', 'across', 'river', 'floods', 'ceremony'].map((text) => word(text))

test.each([
  {
    name: 'a layer with all words, split differently',
    words: sure,
    text: sureText(),
    missing: false,
  },
  {
    name: 'a layer with none of the words',
    words: sure,
    text: 'ipsum dolor sit amet',
    missing: true,
  },
  { name: 'too few words to decide', words: sure.slice(1), text: 'ipsum', missing: false },
  {
    name: 'words with low confidence',
    words: sure.map(({ text }) => word(text, 0.5)),
    text: 'ipsum',
    missing: false,
  },
])('isMissing compares a layer with confident words: $name', ({ words, text, missing }) => {
  expect(isMissing(words, text)).toBe(missing)
})

function sureText(): string {
  return 'b rid ges MAYOR acróss riv- er fl oods ceremony'
}
