import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ConversionError } from '../../errors.ts'
import { cpuNow } from '../../testing/time.ts'
import { XmlTokenizer } from './tokenizer.ts'

/** Returns the tokens of a part; adjacent text tokens are joined. */
function tokenize(chunks: readonly string[]): string[] {
  const tokens: string[] = []
  let text: string[] = []
  const push = (markup: string): void => {
    if (text.length > 0) tokens.push(`"${text.join('')}`)
    text = []
    tokens.push(markup)
  }
  const tokenizer = new XmlTokenizer({
    open: (name, attributes) => {
      const written = Array.from(
        { length: attributes.count },
        (_, index) => ` ${attributes.name(index)}=${attributes.value(index)}`,
      )
      push(`<${name}${written.join('')}>`)
    },
    text: (value) => text.push(value),
    close: () => push('</>'),
  })
  for (const chunk of chunks) tokenizer.write(chunk)
  tokenizer.close()
  return tokens
}

function outcome(chunks: readonly string[]): string[] | 'damaged' {
  try {
    return tokenize(chunks)
  } catch (error) {
    if (error instanceof ConversionError) return 'damaged'
    throw error
  }
}

test.each([
  {
    name: 'empty elements',
    xml: '<a><b/><b /></a>',
    tokens: ['<a>', '<b>', '</>', '<b>', '</>', '</>'],
  },
  {
    name: 'a bracket in an attribute',
    xml: `<a b=">" c = '/>'/>`,
    tokens: ['<a b=> c=/>>', '</>'],
  },
  {
    name: 'references',
    xml: '<a>&lt;&#x41;&#66;&amp;amp;</a>',
    tokens: ['<a>', '"<AB&amp;', '</>'],
  },
  {
    name: 'line ends',
    xml: '<a b="1\r\n2&#10;3">\r\r\n</a>',
    tokens: ['<a b=1 2\n3>', '"\n\n', '</>'],
  },
  {
    name: 'character data',
    xml: '<a><![CDATA[<b>&amp;]]></a>',
    tokens: ['<a>', '"<b>&amp;', '</>'],
  },
  {
    name: 'comments and declarations, which are skipped',
    xml: '\ufeff<?xml version="1.0"?><!-- <b> > --><a><?p a="/>"?></a>\n',
    tokens: ['<a>', '</>'],
  },
])('tokenizes $name', ({ xml, tokens }) => {
  expect(tokenize([xml])).toEqual(tokens)
})

test.each([
  '',
  '<a>',
  '</a>',
  '<a></b>',
  '<a></aa>',
  '<a/><b/>',
  '<a/>text',
  'text<a/>',
  '<a',
  '<a b',
  '<a b=1/>',
  '<a b="1"c="2"/>',
  '<a b="<"/>',
  '<a b="&"/>',
  '<a / >',
  '<a>&b;</a>',
  '<a>&#0;</a>',
  '<a>&#x110000;</a>',
  '<a><!-- </a>',
  '<a><![CDATA[ </a>',
  '<a><!ELEMENT b></a>',
])('rejects %s as damaged', (xml) => {
  expect(outcome([xml])).toBe('damaged')
})

describe('chunks', () => {
  const xml =
    '<a b="x&amp;y" c=\'/>\'>one &lt; two\r\nthree<!-- > --><d/><![CDATA[<&]]></a >\r\n<?end?>'

  test('may be split anywhere', () => {
    const whole = tokenize([xml])
    for (let at = 1; at < xml.length; at += 1) {
      expect(tokenize([xml.slice(0, at), xml.slice(at)])).toEqual(whole)
    }
    expect(tokenize([...xml])).toEqual(whole)
  })

  test('of damaged text fail like the whole text', () => {
    const damage = fc.tuple(
      fc.nat(xml.length),
      fc.constantFrom('', '<', '>', '"', '&', '/', ';', '='),
    )
    const cuts = fc.array(fc.nat(xml.length), { maxLength: 4 })
    fc.assert(
      fc.property(damage, cuts, ([at, inserted], offsets) => {
        const broken = xml.slice(0, at) + inserted + xml.slice(at + 1)
        const ends = [...offsets.sort((a, b) => a - b), broken.length]
        const chunks = ends.map((end, index) => broken.slice(ends[index - 1] ?? 0, end))
        expect(outcome(chunks)).toEqual(outcome([broken]))
      }),
      { numRuns: 2000 },
    )
  })

  const long = 'x'.repeat(4_000_000)

  test.each([
    { name: 'an attribute', xml: `<a b="${long}"/>` },
    { name: 'a text', xml: `<a>${long}</a>` },
    { name: 'a text with a mark', xml: `<a>&amp;${long}</a>` },
    { name: 'a comment', xml: `<a><!--${long}--></a>` },
    { name: 'a section of character data', xml: `<a><![CDATA[${long}]]></a>` },
    { name: 'a name', xml: `<a><${long}/></a>` },
  ])('scans $name of millions of characters a bounded number of times', ({ xml }) => {
    const chunks = Array.from({ length: Math.ceil(xml.length / 1000) }, (_, index) =>
      xml.slice(index * 1000, index * 1000 + 1000),
    )
    const start = cpuNow()
    tokenize(chunks)
    expect(cpuNow() - start).toBeLessThan(2000)
  })
})
