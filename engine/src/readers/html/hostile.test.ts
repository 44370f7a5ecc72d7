import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ConversionError } from '../../errors.ts'
import { fixturesFolder } from '../../fixtures.ts'
import { defaultLimits } from '../../limits.ts'
import { readHtml } from './index.ts'
import { readMarkdown } from './testing/markdown.ts'

/** The pages of the fixtures, which cover every construct. */
const pages = readdirSync(join(fixturesFolder, 'html')).map((name) =>
  readFileSync(join(fixturesFolder, 'html', name, 'input.html'), 'latin1'),
)

/** Fragments of damage: unbalanced markup and misplaced elements. */
const scraps = fc.constantFrom(
  ...[
    '<',
    '>',
    '</',
    '/>',
    '"',
    "'",
    '=',
    '&',
    ';',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '\0',
    '\r',
    '\xff',
  ],
  ...[
    '<table>',
    '</table>',
    '<tr>',
    '<td colspan=9>',
    '<b>',
    '</b>',
    '<a href=#n1>',
    '</a>',
    '<p>',
    '</p>',
  ],
  ...[
    '<svg>',
    '<math>',
    '<template>',
    '<select>',
    '<li>',
    '<dd>',
    '<pre>',
    '<textarea>',
    '<plaintext>',
  ],
  ...[
    '<iframe srcdoc="<p>x">',
    '<sup>',
    '<figure>',
    '<figcaption>',
    '<frameset>',
    '<body>',
    '<html>',
  ],
)

interface Damage {
  readonly at: number
  readonly removed: number
  readonly inserted: string
  readonly repeated: number
}

const damages: fc.Arbitrary<readonly Damage[]> = fc.array(
  fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    removed: fc.nat(40),
    inserted: scraps,
    repeated: fc.oneof(
      { weight: 9, arbitrary: fc.constant(1) },
      { weight: 1, arbitrary: fc.nat(300) },
    ),
  }),
  { minLength: 1, maxLength: 8 },
)

function damage(page: string, all: readonly Damage[]): string {
  return all.reduce((text, { at, removed, inserted, repeated }) => {
    const start = Math.floor(at * text.length)
    return text.slice(0, start) + inserted.repeat(repeated) + text.slice(start + removed)
  }, page)
}

/**
 * The largest ratio of output to input: a character repeated with formatting and indentation at the deepest level that
 * is read.
 */
const MAX_GROWTH = 400

test('reads or refuses a damaged page, and bounds its output', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...pages),
      damages,
      fc.constantFrom('fast', 'fidelity'),
      fc.boolean(),
      async (page, all, profile, mainContent) => {
        const html = damage(page, all)
        try {
          const markdown = await readMarkdown(Buffer.from(html, 'latin1'), { profile, mainContent })
          expect(markdown.length).toBeLessThan((html.length + 100) * MAX_GROWTH)
        } catch (error) {
          expect(error).toBeInstanceOf(ConversionError)
        }
      },
    ),
    { seed: 7, numRuns: 3_000 },
  )
}, 60_000)

const seq = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join('')

/** A straightforward implementation takes minutes, or all memory, for each of these pages. */
describe('takes linear time', () => {
  test.each([
    { name: 'deep nesting', html: `${'<div>'.repeat(100_000)}x`, contains: 'x' },
    { name: 'deep quotes', html: `${'<blockquote>'.repeat(5_000)}x`, contains: 'x' },
    { name: 'deep lists', html: `${'<ul><li>'.repeat(5_000)}x`, contains: 'x' },
    { name: 'deep tables', html: `${'<table><tr><td>'.repeat(2_000)}x`, contains: '' },
    { name: 'unclosed formatting', html: `${'<b><i>'.repeat(50_000)}x`, contains: 'x' },
    { name: 'misnested links', html: `${'<a><p>'.repeat(20_000)}x`, contains: 'x' },
    { name: 'misnested formats', html: `${'<b><p></b>'.repeat(20_000)}x`, contains: 'x' },
    { name: 'text in tables', html: `<table>${'<b>x<tr>'.repeat(10_000)}`, contains: 'x' },
    { name: 'many brackets', html: `<p>${'['.repeat(200_000)}x`, contains: 'x' },
    { name: 'many references', html: `<p>${'&amp;&bogus;'.repeat(100_000)}x`, contains: 'x' },
    { name: 'a huge attribute', html: `<p title="${'x '.repeat(2_000_000)}">y`, contains: 'y' },
    { name: 'a huge style', html: `<p style="display${' '.repeat(500_000)}">y`, contains: 'y' },
    { name: 'many attributes', html: `<p ${seq(50_000, (i) => ` a${i}=1`)}>y`, contains: 'y' },
    { name: 'many bodies', html: `${seq(20_000, (i) => `<body a${i}=1>`)}y`, contains: 'y' },
    { name: 'many closed quotes', html: `${'<a b="'.repeat(100_000)}`, contains: '' },
    { name: 'many less-thans', html: `<p>${'<'.repeat(300_000)}`, contains: '<' },
    {
      name: 'many pictures of formulas',
      html: `<p>${'<img class=mwe-math-fallback-image-inline alt=x>'.repeat(20_000)}`,
      contains: 'x',
    },
    {
      name: 'a chain of notes',
      html: `${seq(5_000, (i) => `<p id=n${i}><a href=#r${i}>b</a> x<sup id=r${i + 1}><a href=#n${i + 1}>y</a></sup>`)}`,
      contains: 'x',
    },
    {
      name: 'many marks of a long note',
      html: `${seq(5_000, (i) => `<sup id=r${i}><a href=#n>${i}</a></sup>`)}<div id=n>${'<p><a href=#q>z</a>'.repeat(5_000)}`,
      contains: 'z',
    },
  ])(
    '$name',
    async ({ html, contains }) => {
      expect(await readMarkdown(html, { profile: 'fidelity' })).toContain(contains)
      expect(await readMarkdown(html, { profile: 'fidelity', mainContent: true })).toBeDefined()
    },
    10_000,
  )
})

test('refuses a page with too many elements', async () => {
  const limits = { ...defaultLimits, htmlElements: 1_000 }
  const read = readHtml(Buffer.from('<b>'.repeat(2_000)), { profile: 'fast', limits })
  await expect(read).rejects.toThrow('more than 1000 elements')
})
