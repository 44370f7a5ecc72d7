import fc from 'fast-check'
import { type SaxesAttributeNS, SaxesParser, type SaxesTagNS } from 'saxes'
import { describe, expect, test } from 'vitest'
import { ConversionError } from '../../errors.ts'
import { defaultLimits, LimitError } from '../../limits.ts'
import { cpuNow } from '../../testing/time.ts'
import { canonicalName } from './namespaces.ts'
import { parseXml, parseXmlStream, type XmlElement } from './xml.ts'

const limits = { ...defaultLimits, xmlDepth: 8, xmlElements: 50 }

function parse(text: string): XmlElement {
  return parseXml(Buffer.from(text), limits)
}

type Event = readonly [kind: 'open' | 'text' | 'close', value: string]

/** Joins adjacent text events, because the splitting of text has no meaning. */
function add(events: Event[], kind: Event[0], value: string): void {
  const last = events.at(-1)
  if (kind === 'text' && last?.[0] === 'text') events[events.length - 1] = ['text', last[1] + value]
  else if (kind !== 'text' || value !== '') events.push([kind, value])
}

function openEvent(name: string, attributes: Readonly<Record<string, string>>): string {
  return [name, ...Object.entries(attributes).map(([key, value]) => `${key}=${value}`)].join('\n')
}

async function readStream(chunks: readonly Uint8Array[]): Promise<Event[]> {
  const events: Event[] = []
  async function* stream(): AsyncGenerator<Uint8Array> {
    yield* chunks
  }
  await parseXmlStream(
    stream(),
    {
      open: (name, attributes) => add(events, 'open', openEvent(name, attributes.all())),
      text: (value) => add(events, 'text', value),
      close: (name) => add(events, 'close', name),
    },
    defaultLimits,
  )
  return events
}

/** Parses with saxes, the independent judge. */
function readWithSaxes(text: string): Event[] {
  const events: Event[] = []
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', (tag: SaxesTagNS) => {
    const attributes = (Object.values(tag.attributes) as SaxesAttributeNS[])
      .filter(({ prefix, name }) => prefix !== 'xmlns' && name !== 'xmlns')
      .map(({ uri, local, value }) => [canonicalName(uri, local), value])
    add(
      events,
      'open',
      openEvent(canonicalName(tag.uri, tag.local), Object.fromEntries(attributes)),
    )
  })
  parser.on('text', (value) => add(events, 'text', value))
  parser.on('cdata', (value) => add(events, 'text', value))
  parser.on('closetag', (tag) => add(events, 'close', canonicalName(tag.uri, tag.local)))
  parser.write(text)
  parser.close()
  return events.filter(([kind, value], index) => {
    const isOutside = index === 0 || index === events.length - 1
    return !(kind === 'text' && isOutside && value.trim() === '')
  })
}

const sheetUri = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

/** Fragments that matter to a tokenizer; a document is any sequence of them within a root. */
const fragments = [
  '<c/>',
  '<c>',
  '</c>',
  '</c >',
  '<x:row r="1" x:s=\'2\'>',
  '</x:row>',
  `<q:v xmlns:q="${sheetUri}">`,
  '</q:v>',
  '<v xmlns="">',
  '</v>',
  `<n xmlns='urn:other' a = "1"\n\tb="&lt;&#65;&#x42;&quot;"/>`,
  '<t a="x > y\r\nz&#10;"/>',
  'text & more',
  'a &amp; b &#xE9;&#128512;',
  'line\r\nline\rline',
  ' \n ',
  'é😀',
  '<!-- a > b <c> -->',
  '<?pi a="<"?>',
  '<![CDATA[<c>&amp;\r\n]]>',
  '<c a="1" a="2"/>',
  '<c a="1"b="2"/>',
  '<z:c/>',
  '<c a=1/>',
  '<c a="<"/>',
  '&unknown;',
  '< c/>',
  '<1/>',
] as const

function wrap(content: string): string {
  const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'
  return `${declaration}<x:a xmlns="${sheetUri}" xmlns:x="${sheetUri}">${content}</x:a>\n`
}

/** Deliberate differences: characters and sequences that our parser accepts and saxes refuses. */
const letThrough = /disallowed character|not allowed in|malformed comment|processing-instruction/i

async function outcome(read: () => Event[] | Promise<Event[]>): Promise<Event[] | Error> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof Error) return error
    throw error
  }
}

describe('compared with another parser', () => {
  const documents = fc
    .array(
      fc.oneof(fc.constantFrom(...fragments), fc.constantFrom('<c>x</c>', '<c><v>1</v></c>')),
      {
        maxLength: 7,
      },
    )
    .map((parts) => wrap(parts.join('')))

  test('gives the same result or also refuses', async () => {
    let agreed = 0
    await fc.assert(
      fc.asyncProperty(documents, async (text) => {
        const ours = await outcome(() => readStream([Buffer.from(text)]))
        const theirs = await outcome(() => readWithSaxes(text))
        if (theirs instanceof Error) {
          expect(ours instanceof ConversionError || letThrough.test(theirs.message)).toBe(true)
        } else {
          agreed += 1
          expect(ours).toEqual(theirs)
        }
      }),
      { numRuns: 3000 },
    )
    expect(agreed).toBeGreaterThan(100)
  })
})

describe('limits', () => {
  test.each([
    { name: 'a document type declaration', text: '<!DOCTYPE a><a/>' },
    { name: 'a document type declaration within', text: '<a><!doctype a></a>' },
    { name: 'elements too deep', text: '<a>'.repeat(9) + '</a>'.repeat(9) },
    { name: 'too many elements', text: `<a>${'<b/>'.repeat(50)}</a>` },
  ])('refuses $name', ({ text }) => {
    expect(() => parse(text)).toThrow(LimitError)
  })

  test('nested namespace declarations take linear time', () => {
    const many = Array.from({ length: 2000 }, (_, index) => `xmlns:p${index}="u${index}"`).join(' ')
    const inner = '<b xmlns:q="u"/>'.repeat(40)
    const start = cpuNow()
    parse(`<a ${many}>${inner}</a>`)
    expect(cpuNow() - start).toBeLessThan(500)
  })
})

describe('attributes', () => {
  test('may have any name, and inherit no properties', () => {
    const { attributes } = parse('<a __proto__="1" constructor="2"/>')
    expect([attributes['constructor']]).toEqual(['2'])
    expect(parse('<a b="1"/>').attributes['constructor']).toBeUndefined()
  })

  test('of a choice list required namespaces by canonical prefix', () => {
    const mc = 'http://schemas.openxmlformats.org/markup-compatibility/2006'
    const wps = 'http://schemas.microsoft.com/office/word/2010/wordprocessingShape'
    const root = parse(`<m:Choice xmlns:m="${mc}" xmlns:s="${wps}" Requires="s zz"/>`)
    expect([root.name, root.attributes['Requires']]).toEqual(['mc:Choice', 'wps unknown-zz'])
  })
})

test.each([
  { name: 'UTF-16 with a mark', bytes: Buffer.from('\ufeff<a>é</a>', 'utf16le') },
  { name: 'UTF-16 without', bytes: Buffer.from('<a>é</a>', 'utf16le') },
  { name: 'UTF-8 with a mark', bytes: Buffer.from('\ufeff<a>é</a>') },
  {
    name: 'Latin 1 by its declaration',
    bytes: Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>é</a>', 'latin1'),
  },
])('reads $name as a tree and as a stream', async ({ bytes }) => {
  expect(parseXml(bytes, limits).text).toBe('é')
  const bytewise = Array.from(bytes, (_, index) => bytes.subarray(index, index + 1))
  expect(await readStream(bytewise)).toEqual([
    ['open', 'a'],
    ['text', 'é'],
    ['close', 'a'],
  ])
})
