import { expect, test } from 'vitest'
import { makeReceiptLines } from './receipt-lines.ts'

test('the same lines are made each time, of all kinds', () => {
  const lines = makeReceiptLines(500)
  expect(lines).toEqual(makeReceiptLines(500))
  for (const pattern of [/^total.*\d\.\d\d/m, /\d\d:\d\d/, /^tel|^phone/m, /www\./, /thank you/]) {
    expect(lines.join('\n')).toMatch(pattern)
  }
})
