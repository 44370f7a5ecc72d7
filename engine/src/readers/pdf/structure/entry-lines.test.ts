import { expect, test } from 'vitest'
import { linkEntry, withNumberApart, withoutLeader } from './entry-lines.ts'
import { boldStyle, italicStyle, monoStyle, run, styledLine } from './testing/lines.ts'

test('an entry links to its heading without its leader, its page number and its type', () => {
  const line = styledLine([
    run('1 Wool and ', boldStyle, { link: { page: 3 } }),
    run('felt', italicStyle),
    run(' . . . . . 12'),
  ])
  const [linked] = linkEntry([line], '#1-wool-and-felt')
  expect(linked?.runs.map(({ text, link }) => [text, link])).toEqual([
    ['1 Wool and felt', '#1-wool-and-felt'],
    [' 12', undefined],
  ])
})

test.each([
  ['1 Wool . . . . . 12', '1 Wool 12'],
  ['1 Wool . . 12', '1 Wool 12'],
  ['1 Wool . iv', '1 Wool iv'],
  ['1 Wool (fine). . 12', '1 Wool (fine) 12'],
  ['1 Wool and so on... 12', '1 Wool and so on... 12'],
  ['1 Wool and so on... . . 12', '1 Wool and so on... 12'],
  ['1 Wool etc. 12', '1 Wool etc. 12'],
  ['1 Wool 12', '1 Wool 12'],
  ['. . . 12', ' 12'],
  ['1 Wool . . . . . . .', '1 Wool'],
  ['1 Wool etc.', '1 Wool etc.'],
])('withoutLeader: %s', (text, expected) => {
  const [title = '', rest = ''] = [text.slice(0, 6), text.slice(6)]
  const { runs } = withoutLeader(styledLine([run(title), run(rest, monoStyle)]))
  expect(runs.map((own) => own.text).join('')).toBe(expected)
})

test.each([
  ['12.10Reporting 43', '12.10 Reporting 43'],
  ['10.Tables 67', '10. Tables 67'],
  ['12.10 Reporting 43', '12.10 Reporting 43'],
  ['2.3.A Reporting 43', '2.3.A Reporting 43'],
  ['14.10I am lost 43', '14.10 I am lost 43'],
  ['3D 43', '3D 43'],
])('withNumberApart: %s', (text, expected) => {
  const runs = [run(text.slice(0, 5)), run(text.slice(5), monoStyle)]
  const line = withNumberApart(styledLine(runs))
  expect(line.runs.map((own) => own.text).join('')).toBe(expected)
  expect(line.text).toBe(expected)
})
