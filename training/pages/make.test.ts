import { describe, expect, test } from 'vitest'
import { htmlOf, makeDocument } from './make.ts'
import { truthBlocks, truthMarkdown } from './truth.ts'

const seeds = Array.from({ length: 40 }, (_, at) => at + 1)

describe('makeDocument', () => {
  test('gives the same bytes for the same seed', () => {
    const twice = [0, 1].map(() => seeds.map((seed) => htmlOf(makeDocument(seed, [])).probed))
    expect(twice[0]).toEqual(twice[1])
    expect(new Set(twice[0]).size).toBe(seeds.length)
  })

  test('prints each text of the truth', () => {
    for (const seed of seeds) {
      const made = makeDocument(seed, [])
      const ids = truthBlocks(made.document, made.style, new Map())
        .filter(({ label }) => label !== 'table')
        .map(({ id }) => id)
      const printed = new Set(
        [...htmlOf(made).probed.matchAll(/http:\/\/leaf\/(\d+)/g)].map((match) => Number(match[1])),
      )
      expect(ids.filter((id) => !printed.has(id))).toEqual([])
    }
  })

  test('writes headings and tables into the Markdown', () => {
    const markdown = seeds
      .map((seed) => makeDocument(seed, []))
      .map(({ document, style }) => truthMarkdown(document, style))
    expect(markdown.some((text) => /^## /m.test(text))).toBe(true)
    expect(markdown.some((text) => /^\| --- /m.test(text))).toBe(true)
    expect(markdown.some((text) => /<t[dh] (?:row|col)span="\d">/.test(text))).toBe(true)
  })
})
