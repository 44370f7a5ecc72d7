import { expect, test } from 'vitest'
import type { LineFragment } from '../layout/index.ts'
import { fragment } from '../layout/testing/layout.ts'
import { commentsBesideCode, withComments } from './code-comments.ts'

const code = [fragment('mill = open()', 50, 100), fragment('mill.close()', 50, 112)]
const comments = [fragment('# the old one', 200, 100), fragment('# at night', 200, 112)]

function found(fragments: LineFragment[], isCode = (_: LineFragment) => true): string[] {
  const codeOf = commentsBesideCode(fragments, isCode)
  return Array.from(codeOf, ([comment, own]) => `${own.text} ${comment.text}`)
}

test('comments belong to the code on their left', () => {
  expect(found([...code, ...comments])).toEqual([
    'mill = open() # the old one',
    'mill.close() # at night',
  ])
})

test('the second comment of a line belongs to its code, too', () => {
  const more = [fragment('# A', 400, 100), fragment('# B', 400, 112)]
  expect(found([...code, ...comments, ...more])).toContain('mill.close() # B')
})

test.each([
  {
    name: 'a second column of code',
    fragments: [...code, ...comments, fragment('x = 1', 200, 124)],
  },
  { name: 'a single comment', fragments: [...code, fragment('# at night', 200, 112)] },
  { name: 'comments without code beside them', fragments: comments },
])('$name is left as it is', ({ fragments }) => {
  expect(found(fragments)).toEqual([])
})

test('marks in other type are no comments', () => {
  expect(found([...code, ...comments], ({ x0 }) => x0 < 100)).toEqual([])
})

test('each comment is put back behind its code', () => {
  const codeOf = commentsBesideCode([...code, ...comments], () => true)
  const [column] = withComments([{ fragments: code, leftwards: false }], codeOf)
  expect(column?.fragments).toEqual([code[0], comments[0], code[1], comments[1]])
})
