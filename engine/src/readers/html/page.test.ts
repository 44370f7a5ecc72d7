import fc from 'fast-check'
import { type DefaultTreeAdapterMap, parse } from 'parse5'
import { expect, test } from 'vitest'
import { defaultLimits } from '../../limits.ts'
import { parsePage } from './page.ts'
import type { Element } from './tree.ts'

/** Removes the spaces between the columns of a template, which the standard parser keeps and ours drops. */
function inTemplate(content: string): string {
  return `{${content.replace(/\s+/g, '')}}`
}

/** Describes the standard parser's tree without comments and document types. */
function describeTheirs(node: DefaultTreeAdapterMap['parentNode']): string {
  const children = node.childNodes.map((child) => {
    if (child.nodeName === '#text' && 'value' in child) return child.value
    if (!('tagName' in child)) return ''
    const attributes = child.attrs.map(({ name, value }) => ` ${name}=${value}`).join('')
    const content = 'content' in child ? inTemplate(describeTheirs(child.content)) : ''
    return `<${child.tagName}${attributes}>${content}${describeTheirs(child)}</>`
  })
  return children.join('')
}

function describeOurs(node: Element): string {
  const children = node.children.map((child) => {
    if (child.type === 'text') return child.value
    const attributes = child.attributes.map(({ name, value }) => ` ${name}=${value}`).join('')
    const content = child.content ? inTemplate(describeOurs(child.content)) : ''
    return `<${child.tagName}${attributes}>${content}${describeOurs(child)}</>`
  })
  return children.join('')
}

const names =
  'p div b i a span table tbody tr td th caption col colgroup ul li select option svg math mi annotation-xml foreignObject title textarea style script noscript template pre body html head form input br h1 button font nobr plaintext'.split(
    ' ',
  )

const fragments = fc.oneof(
  fc.constantFrom(...names).map((name) => `<${name}>`),
  fc.constantFrom(...names).map((name) => `</${name}>`),
  fc.constantFrom(...names).map((name) => `<${name.toUpperCase()} Class="a b" id=x hidden/>`),
  fc
    .tuple(
      fc.constantFrom(...names),
      fc.constantFrom(' ', '=', '"', "'", '&amp', '\0', '<', '>', '/'),
    )
    .map(([name, odd]) => `<${name} a="1${odd}2" b='3${odd}' c=4${odd}5 d${odd}e=6 a=7>`),
  fc.constantFrom(
    ...[
      'text ',
      ' ',
      '\n',
      '\r\n',
      '\r',
      '&amp;',
      '&nbsp',
      '&',
      '&#0;',
      '&#x1F600;',
      '😀',
      '\ud800',
    ],
    ...[
      '\0',
      '<',
      '</',
      '<!--c-->',
      '<!--',
      '-->',
      '<![CDATA[x]]>',
      '<!doctype html>',
      '<?pi?>',
      '"',
    ],
    ...[
      '<a href="x?a=1&b=2">',
      '<p/ class=x>',
      '<p =x>',
      '<p a=>',
      '<p a = "b"c>',
      '</p class=x>',
      '<p',
    ],
    ...['<!--<script>', '</script >', '</TITLE/>', '<é>', '<x-y_z.1:a>', '<a\nb\tc\fd>'],
  ),
)

/** A fixed seed, so that failures are reproducible. */
const sample = { seed: 5, numRuns: 3_000 }

test("builds the same tree as the standard's parser", () => {
  const page = fc.array(fragments, { maxLength: 14 }).map((parts) => parts.join(''))
  fc.assert(
    fc.property(page, (html) => {
      const theirs = describeTheirs(parse(html, { scriptingEnabled: false }))
      expect(describeOurs(parsePage(html, defaultLimits))).toBe(theirs)
    }),
    sample,
  )
})

test('refuses a page for which the parser creates too many elements', () => {
  // Every paragraph repeats the unclosed elements before it.
  const fonts = Array.from({ length: 1_000 }, (_, index) => `<font color=${index}>`).join('')
  const html = `<p>${fonts}${'<p>x'.repeat(10_000)}`
  expect(() => parsePage(html, { ...defaultLimits, htmlElements: 100_000 })).toThrow(
    'more than 100000 elements',
  )
})
