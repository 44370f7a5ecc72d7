import { expect, test } from 'vitest'
import { toText } from './log-text.ts'

const time = new Date(2026, 10, 22, 9, 5, 7).toISOString()

test.each([
  {
    entry: { level: 'info', msg: 'listening', converters: 2 },
    text: 'info  listening  converters=2',
  },
  { entry: { level: 'warn', msg: 'none' }, text: 'warn  none' },
  {
    entry: { level: 'info', msg: 'made', place: 'a b', list: ['x'] },
    text: 'info  made  place="a b" list=["x"]',
  },
  {
    entry: { level: 'error', msg: 'broke', err: { message: 'no', stack: 'Error: no\n at a' } },
    text: 'error broke\n    Error: no\n     at a',
  },
  { entry: { level: 'info', msg: 'a\u001b[2Jb' }, text: 'info  a[2Jb' },
])('$text', ({ entry, text }) => {
  expect(toText(JSON.stringify({ time, ...entry }))).toBe(`09:05:07 ${text}\n`)
})
