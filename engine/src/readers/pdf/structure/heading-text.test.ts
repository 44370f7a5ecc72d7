import { expect, test } from 'vitest'
import {
  admonition,
  dateAlone,
  isBareNumber,
  isSentence,
  readsLikeHeading,
  sectionNumber,
} from './heading-text.ts'
import { blockOf, bodyStyle, run, styledLine, textBlock } from './testing/lines.ts'

test.each<{ text: string; reads: boolean }>([
  { text: 'Methods', reads: true },
  { text: '2.5 图片', reads: true },
  { text: 'ii) Washing and carding of the wool of one season and of its mill', reads: true },
  { text: 'A practical guide to the carding of wool in the mills of the north', reads: true },
  { text: 'washed and carded, the wool of a season is brought to the mill', reads: false },
  { text: 'int mill_seek_time(mill_context context, struct wheel *wheel)', reads: true },
  { text: 'the sluice opens when the water of the pond rises (in spring)', reads: false },
  { text: 'Overview, Content, and Structure', reads: true },
  { text: 'Ada Byron, Jane Marcet, and Mary Somerville', reads: false },
  { text: 'A. Byron J. H. Marcet M. Somerville', reads: false },
  { text: 'A. Methods', reads: true },
  { text: 'V o', reads: false },
])('readsLikeHeading: $text is $reads', ({ text, reads }) => {
  expect(readsLikeHeading(textBlock(text), text)).toBe(reads)
})

test.each([
  { text: '2.1 Wool', number: '2.1' },
  { text: 'III-D. Entrenamiento', number: 'III-D' },
  { text: 'IV. Experimentos', number: 'IV' },
  { text: 'Wool', number: undefined },
])('sectionNumber: $text has $number', ({ text, number }) => {
  expect(sectionNumber.exec(text)?.[1]).toBe(number)
})

test.each([
  { text: '24 February, 2022', isDate: true },
  { text: 'Tuesday, March 3rd, 2020', isDate: true },
  { text: '17 januari 2023', isDate: true },
  { text: '2023-03-04', isDate: true },
  { text: 'The march of 1848', isDate: false },
  { text: 'March 2020 in figures', isDate: false },
  { text: 'Release 3 2020', isDate: false },
])('dateAlone: $text is $isDate', ({ text, isDate }) => {
  expect(dateAlone.test(text)).toBe(isDate)
})

test.each([
  { text: 'Note', isLabel: true },
  { text: 'WARNING:', isLabel: true },
  { text: 'Hinweis !', isLabel: true },
  { text: 'Внимание', isLabel: true },
  { text: '警告', isLabel: true },
  { text: 'Notes', isLabel: false },
  { text: 'Warning signs', isLabel: false },
])('admonition: $text is $isLabel', ({ text, isLabel }) => {
  expect(admonition.test(text)).toBe(isLabel)
})

test('readsLikeHeading: the label of an admonition is a heading only if the outline has it', () => {
  const block = textBlock('Note')
  expect(readsLikeHeading(block, 'Note')).toBe(false)
  expect(readsLikeHeading(block, 'Note', true)).toBe(true)
})

test('readsLikeHeading: a formula is not a heading', () => {
  const math = { ...bodyStyle, math: true }
  const text = 'Let aa+bb+cc'
  const line = styledLine([run('Let '), run('aa+bb+cc', math, { latex: 'aa+bb+cc' })])
  expect(readsLikeHeading(blockOf([line]), text)).toBe(false)
})

test('readsLikeHeading: author names between bars are not a heading', () => {
  const mark = run('1', bodyStyle, { script: 'super' })
  const line = styledLine([run('Ada Byron'), mark, run(' | Jane Marcet'), mark])
  expect(readsLikeHeading(blockOf([line]), line.text)).toBe(false)
})

test.each([
  { text: 'There are a few options that you may set:', sentence: true },
  { text: '这份模板最早由王昭礼设计并改进。', sentence: true },
  { text: 'Limits of the method.', sentence: false },
  { text: 'What is the mill worth?', sentence: false },
  { text: '引用宏包。', sentence: false },
])('isSentence: $text is $sentence', ({ text, sentence }) => {
  expect(isSentence(text)).toBe(sentence)
})

test.each([
  { text: '2.8 (2022 August 30)', bare: true },
  { text: '2.8 Notes on wool', bare: false },
  { text: 'Wool', bare: false },
])('isBareNumber: $text is $bare', ({ text, bare }) => {
  expect(isBareNumber(text)).toBe(bare)
})
