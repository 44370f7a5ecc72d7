import { expect, test } from 'vitest'
import { batch } from './batch.ts'

test('joins concurrent calls to one batch and later ones to the next, each with its own result', async () => {
  const calls: number[][] = []
  const double = batch(async (numbers: readonly number[]) => {
    calls.push([...numbers])
    await new Promise((resolve) => setTimeout(resolve, 20))
    return numbers.map((number) => 2 * number)
  }, 3)
  const first = [double(1), double(2)]
  await new Promise((resolve) => setTimeout(resolve, 5))
  const next = [3, 4, 5, 6].map(double)
  expect(await Promise.all([...first, ...next])).toEqual([2, 4, 6, 8, 10, 12])
  expect(calls).toEqual([[1, 2], [3, 4, 5], [6]])
})

test('a failing batch rejects its items, and the next one runs', async () => {
  let fails = true
  const ask = batch(async (items: readonly string[]) => {
    if (fails) throw new Error('away')
    return items
  })
  const all = await Promise.allSettled([ask('a'), ask('b')])
  expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  fails = false
  expect(await ask('c')).toBe('c')
})
