import { expect, test } from 'vitest'
import { fragment } from '../layout/testing/layout.ts'
import { isStamp } from './single-page-furniture.ts'

test.each([
  ['Downloaded from example.org on 1 May', true],
  ['arXiv:1001.0001v2 [math.CO] 1 May 2010', true],
  ['arXiv:1001.0001 shows the proof', false],
  ['The paper was downloaded from example.org', false],
])('isStamp: %s is %s', (text, expected) => {
  expect(isStamp(fragment(text, 50, 780))).toBe(expected)
})
