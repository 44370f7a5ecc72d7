import { expect, test } from 'vitest'
import { Warnings } from '../../errors.ts'
import { defaultLimits } from '../../limits.ts'
import { writeMarkdown } from '../../writers/markdown/index.ts'
import { readLevelStyles, readTextBody, type TextContext } from './drawing-text.ts'
import { mergeStyles, toInlines, toTextBlocks } from './drawing-text-blocks.ts'
import { toMarker } from './drawing-text-numbers.ts'
import { xml } from './testing/xml.ts'

function paragraph(text: string, properties = ''): string {
  return `<a:p>${properties}<a:r><a:t>${text}</a:t></a:r></a:p>`
}

const bullet = '<a:buChar char="•"/>'
const none = '<a:buNone/>'

function numbered(type: string, startAt = ''): string {
  return `<a:buAutoNum type="${type}"${startAt && ` startAt="${startAt}"`}/>`
}

function at(level: number, inner: string, margin = 0, indent = 0): string {
  return `<a:pPr lvl="${level}" marL="${margin * 12700}" indent="${indent * 12700}">${inner}</a:pPr>`
}

function toMarkdown(
  paragraphs: string,
  inherited = '',
  context: Partial<TextContext> = {},
): string {
  const warnings = new Warnings()
  const body = readTextBody(xml(`<p:txBody><a:bodyPr/>${paragraphs}</p:txBody>`), {
    warnings,
    ...context,
  })
  const styles =
    inherited === '' ? [] : readLevelStyles(xml(`<p:bodyStyle>${inherited}</p:bodyStyle>`))
  const blocks = toTextBlocks(body, styles)
  expect(warnings.list).toEqual([])
  return writeMarkdown({ pages: [], notes: [], blocks }, { tables: 'pipe', limits: defaultLimits })
}

test.each([
  {
    name: 'paragraphs without bullets form no list',
    source: paragraph('a') + paragraph('b'),
    markdown: 'a\n\nb\n',
  },
  {
    name: 'levels nest',
    source:
      paragraph('a', at(0, bullet)) + paragraph('b', at(1, bullet)) + paragraph('c', at(0, bullet)),
    markdown: '- a\n  - b\n- c\n',
  },
  {
    name: 'skipped levels add no empty lists',
    source:
      paragraph('a', at(0, bullet)) + paragraph('b', at(3, bullet)) + paragraph('c', at(1, bullet)),
    markdown: '- a\n  - b\n  - c\n',
  },
  {
    name: 'a list may begin below its first level',
    source: paragraph('a', at(1, bullet)) + paragraph('b', at(0, bullet)),
    markdown: '- a\n- b\n',
  },
  {
    name: 'margins nest paragraphs of one level',
    source: paragraph('a', at(0, bullet, 20, -20)) + paragraph('b', at(0, bullet, 40, -20)),
    markdown: '- a\n  - b\n',
  },
  {
    name: 'text aligned with an item belongs to it',
    source: paragraph('a', at(0, bullet, 20, -20)) + paragraph('b', at(0, none, 20)),
    markdown: '- a\n\n  b\n',
  },
  {
    name: 'text at the position of the bullet ends the list',
    source: paragraph('a', at(0, bullet, 20, -20)) + paragraph('b', at(0, none, 20, -20)),
    markdown: '- a\n\nb\n',
  },
  {
    name: 'empty paragraphs are not printed and do not interrupt a list',
    source: paragraph('a', at(0, bullet)) + paragraph(' ') + paragraph('b', at(0, bullet)),
    markdown: '- a\n- b\n',
  },
  {
    name: 'numbers are counted per level',
    source: ['a', 'b', 'c']
      .map((text, level) => paragraph(text, at(level % 2, numbered('arabicPeriod'))))
      .join(''),
    markdown: '1. a\n   1. b\n2. c\n',
  },
  {
    name: 'a repeated start value continues the count, another one restarts it',
    source: ['4', '4', '9']
      .map((start) => paragraph(start, at(0, numbered('arabicParenR', start))))
      .join(''),
    markdown: '4) 4\n5) 4\n\n<!-- -->\n\n9) 9\n',
  },
  {
    name: 'another number scheme restarts the count',
    source:
      paragraph('a', at(0, numbered('arabicPeriod'))) +
      paragraph('b', at(0, numbered('alphaLcPeriod'))),
    markdown: '1. a\n\n- a. b\n',
  },
  {
    name: 'text at the same level interrupts the count, text at a deeper level does not',
    source:
      paragraph('a', at(0, numbered('arabicPeriod'), 20)) +
      paragraph('b', at(1, none)) +
      paragraph('c', at(0, numbered('arabicPeriod'), 20)) +
      paragraph('d', at(0, none)) +
      paragraph('e', at(0, numbered('arabicPeriod'), 20)),
    markdown: '1. a\n\nb\n\n2. c\n\nd\n\n1. e\n',
  },
  {
    name: 'a blank as a bullet gives no item',
    source: paragraph('a', at(0, '<a:buChar char=" "/>')),
    markdown: 'a\n',
  },
  {
    name: 'a typed bullet gives an item',
    source: paragraph('• a') + paragraph('\u25aa\tb') + paragraph('•') + paragraph('·c'),
    markdown: '- a\n- b\n\n•\n\n·c\n',
  },
])('lists: $name', ({ source, markdown }) => {
  expect(toMarkdown(source)).toBe(markdown)
})

test.each([
  { name: 'a property of the list style applies', above: '', below: bullet, markdown: '- a\n' },
  { name: 'the paragraph overrides the list style', above: none, below: bullet, markdown: 'a\n' },
  {
    name: 'a paragraph without the property inherits it',
    above: '<a:buFont typeface="Arial"/>',
    below: bullet,
    markdown: '- a\n',
  },
])('inheritance: $name', ({ above, below, markdown }) => {
  expect(
    toMarkdown(paragraph('a', `<a:pPr>${above}</a:pPr>`), `<a:lvl1pPr>${below}</a:lvl1pPr>`),
  ).toBe(markdown)
})

test('the upper of two list styles overrides the lower one, property by property', () => {
  const above = readLevelStyles(xml(`<a:lstStyle><a:lvl1pPr marL="12700"/></a:lstStyle>`))
  const below = readLevelStyles(
    xml(`<a:lstStyle><a:lvl1pPr marL="25400">${bullet}</a:lvl1pPr></a:lstStyle>`),
  )
  expect(mergeStyles(above, below)[0]).toEqual({ margin: 1, bullet: { type: 'symbol' } })
})

test.each([
  { scheme: 'arabicPeriod', value: 3, marker: { type: 'number', value: 3, delimiter: '.' } },
  { scheme: 'arabicParenR', value: 3, marker: { type: 'number', value: 3, delimiter: ')' } },
  { scheme: 'arabicPlain', value: 3, marker: { type: 'number', value: 3, delimiter: '.' } },
  { scheme: 'of the future', value: 3, marker: { type: 'number', value: 3, delimiter: '.' } },
  { scheme: 'arabicParenBoth', value: 3, marker: { type: 'label', text: '(3)' } },
  { scheme: 'alphaLcPeriod', value: 26, marker: { type: 'label', text: 'z.' } },
  { scheme: 'alphaUcParenBoth', value: 27, marker: { type: 'label', text: '(AA)' } },
  { scheme: 'romanLcParenR', value: 1994, marker: { type: 'label', text: 'mcmxciv)' } },
  { scheme: 'circleNumWdBlackPlain', value: 1, marker: { type: 'label', text: '❶' } },
  { scheme: 'circleNumDbPlain', value: 11, marker: { type: 'label', text: '11' } },
  { scheme: 'ea1JpnKorPeriod', value: 21, marker: { type: 'label', text: '二十一.' } },
  { scheme: 'ea1ChtPlain', value: 10, marker: { type: 'label', text: '十' } },
  { scheme: 'hebrew2Minus', value: 2, marker: { type: 'label', text: 'ב-' } },
  { scheme: 'thaiNumParenR', value: 12, marker: { type: 'label', text: '๑๒)' } },
])('marker: $scheme $value', ({ scheme, value, marker }) => {
  expect(toMarker(scheme, value)).toEqual(marker)
})

test.each([
  {
    name: 'formatting of runs',
    runs: '<a:r><a:rPr b="1"/><a:t>a</a:t></a:r><a:r><a:rPr i="true" baseline="30000"/><a:t>b</a:t></a:r>',
    inlines: [
      { type: 'text', text: 'a', bold: true },
      { type: 'text', text: 'b', italic: true, script: 'super' },
    ],
  },
  {
    name: 'formatting that is switched off',
    runs: '<a:r><a:rPr b="0" u="none" strike="noStrike" baseline="0"/><a:t>a</a:t></a:r>',
    inlines: [{ type: 'text', text: 'a' }],
  },
  {
    name: 'breaks of all kinds',
    runs: '<a:r><a:t>a</a:t></a:r><a:br/><a:r><a:t>b_x000B_c_x0007_</a:t></a:r>',
    inlines: [
      { type: 'text', text: 'a' },
      { type: 'lineBreak' },
      { type: 'text', text: 'b' },
      { type: 'lineBreak' },
      { type: 'text', text: 'c' },
    ],
  },
  {
    name: 'runs of one link are one link',
    runs: ['one', 'one', 'two']
      .map((id) => `<a:r><a:rPr><a:hlinkClick r:id="${id}"/></a:rPr><a:t>${id}</a:t></a:r>`)
      .join(''),
    inlines: [
      {
        type: 'link',
        target: 'https://one',
        inlines: [
          { type: 'text', text: 'one' },
          { type: 'text', text: 'one' },
        ],
      },
      { type: 'link', target: 'https://two', inlines: [{ type: 'text', text: 'two' }] },
    ],
  },
  {
    name: 'a jump within the presentation is not a link',
    runs: '<a:r><a:rPr><a:hlinkClick r:id="" action="ppaction://hlinkshowjump?jump=nextslide"/></a:rPr><a:t>next</a:t></a:r>',
    inlines: [{ type: 'text', text: 'next' }],
  },
  {
    name: 'a field shows its stored result',
    runs: '<a:fld id="{1}" type="datetime1"><a:rPr/><a:t>1 May</a:t></a:fld>',
    inlines: [{ type: 'text', text: '1 May' }],
  },
  {
    name: 'formulas among text',
    runs: '<a:r><a:t>so </a:t></a:r><mc:AlternateContent><mc:Choice Requires="a14"><a14:m><m:oMath/></a14:m></mc:Choice><mc:Fallback><a:r><a:t>picture</a:t></a:r></mc:Fallback></mc:AlternateContent>',
    inlines: [
      { type: 'text', text: 'so ' },
      { type: 'formula', latex: 'x' },
    ],
  },
])('inlines: $name', ({ runs, inlines }) => {
  const warnings = new Warnings()
  const body = readTextBody(xml(`<a:txBody><a:p>${runs}</a:p></a:txBody>`), {
    warnings,
    findLink: (id) => `https://${id}`,
    readFormula: () => ({ latex: 'x' }),
  })
  expect(toInlines(body)).toEqual(inlines)
  expect(warnings.list).toEqual([])
})

test('a formula alone in its paragraph becomes a block', () => {
  const source = '<a:p><a14:m><m:oMathPara><m:oMath/></m:oMathPara></a14:m></a:p>'
  const context = { readFormula: () => ({ latex: 'x', number: '2' }) }
  expect(toMarkdown(source, '', context)).toBe('$$x \\tag{2}$$\n')
})

test('an unknown element is reported', () => {
  const warnings = new Warnings()
  readTextBody(xml('<a:txBody><a:p><a:future/></a:p></a:txBody>'), { warnings })
  expect(warnings.list.map(({ code }) => code)).toEqual(['unknown_element'])
})
