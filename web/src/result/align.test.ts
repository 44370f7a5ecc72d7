import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import createMarkdownIt from 'markdown-it'
import { expect, test } from 'vitest'
import { align } from './align.ts'
import { readBlocks } from './blocks.ts'
import type { RawResult } from './raw.ts'
import { markSegments } from './segments.ts'

const markdown = createMarkdownIt({ html: true })

function read(sample: string) {
  const path = join(import.meta.dirname, '../samples', sample, 'result.json')
  // Sound: `npm run samples` writes the file.
  const raw = JSON.parse(readFileSync(path, 'utf8')) as RawResult
  const blocks = raw.document ? readBlocks(raw.document) : []
  const segments = markSegments(markdown.parse(raw.markdown, {}))
  return { blocks, segments, ...align(blocks, segments) }
}

test.each(['statement', 'receipt', 'deck', 'workbook'])(
  'links every block of the sample %s with its own text',
  (sample) => {
    const { blocks, segmentsOf } = read(sample)
    const alone = blocks.filter(({ id, kind }) => kind !== 'furniture' && !segmentsOf.has(id))
    expect(alone.map(({ label, text }) => `${label}: ${text}`)).toEqual([])
  },
)

test('links headings, items and tables of the sample paper in order', () => {
  const { blocks, segmentsOf } = read('paper')
  const kinds = new Set(['heading', 'list', 'table'])
  const wanted = blocks.filter(({ kind }) => kinds.has(kind))
  const segments = wanted.flatMap(({ id }) => segmentsOf.get(id) ?? [])
  expect(segments).toHaveLength(wanted.length)
  expect(segments).toEqual(segments.toSorted((a, b) => a - b))
})

test('paragraphs of a shape share one box with several texts', () => {
  const { blocks, segmentsOf } = read('deck')
  const list = blocks.find(({ texts }) => texts.length === 5)
  expect(list?.texts[1]).toBe('Most of them between May and August')
  expect(segmentsOf.get(list?.id ?? -1)).toHaveLength(5)
})

test('links each of several equal texts once', () => {
  const { segments, blockOf } = read('statement')
  const linked = segments.filter((_segment, at) => blockOf.has(at))
  expect(new Set([...blockOf.values()]).size).toBe(linked.length)
})
