import { expect, test } from 'vitest'
import { toLogical } from './bidi.ts'

test.each([
  { name: 'Latin text is unchanged', visual: 'as it is', leftwards: true, logical: 'as it is' },
  { name: 'a Hebrew line', visual: 'םלוע םולש', leftwards: true, logical: 'שלום עולם' },
  { name: 'a number in a Hebrew line', visual: '2024 תנש', leftwards: true, logical: 'שנת 2024' },
  {
    name: 'a decimal number in a Hebrew line',
    visual: 'ג 12.5',
    leftwards: true,
    logical: '12.5 ג',
  },
  { name: 'brackets stored by their shape', visual: '(אב)', leftwards: true, logical: '(בא)' },
  { name: 'brackets stored by their meaning', visual: ')אב(', leftwards: true, logical: '(בא)' },
  {
    name: 'Latin words in a Hebrew line',
    visual: 'ג Open Source ב',
    leftwards: true,
    logical: 'ב Open Source ג',
  },
  {
    name: 'Hebrew words in a Latin line',
    visual: 'the word בא here',
    leftwards: false,
    logical: 'the word אב here',
  },
  {
    name: 'brackets round Latin beside a number',
    visual: '(A4) 297 ב',
    leftwards: true,
    logical: 'ב 297 (A4)',
  },
  { name: 'Arabic digits', visual: '٤٢ ماع', leftwards: true, logical: 'عام ٤٢' },
])('toLogical: $name', ({ visual, leftwards, logical }) => {
  expect(toLogical(visual, leftwards)).toBe(logical)
})
