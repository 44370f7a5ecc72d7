import { expect, test } from 'vitest'
import { tear } from './tear.ts'

const body = '%PDF-1.4\n1 0 obj <</Differences [27 /ff /fi 65 /fin]>> endobj\n'
const second = '2 0 obj <</Type /Catalog>> endobj\n'
const entry = (offset: number): string => `${String(offset).padStart(10, '0')} 00000 n \n`
const pdf = Buffer.from(
  `${body}${second}xref\n0 3\n0000000000 65535 f \n${entry(9)}${entry(body.length)}trailer <<>>\nstartxref\n${body.length + second.length}\n%%EOF`,
)

test('tear names ligatures by their letters and keeps the offsets right', () => {
  const torn = tear(pdf, 'components').toString('latin1')
  expect(torn).toContain('[27 /f_f /f_i 65 /fin]')
  const offsets = [...torn.matchAll(/^(\d{10}) 00000 n/gm)].map((match) => Number(match[1]))
  expect(offsets.map((offset) => torn.slice(offset, offset + 7))).toEqual(['1 0 obj', '2 0 obj'])
  const start = Number(/startxref\n(\d+)/.exec(torn)?.[1])
  expect(torn.slice(start, start + 4)).toBe('xref')
})
