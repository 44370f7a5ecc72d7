import { expect, test } from 'vitest'
import { steadySizes } from './steady-sizes.ts'

const repeat = (sizes: readonly number[], times: number) =>
  Array.from({ length: times }, () => sizes).flat()

test.each([
  {
    name: 'sizes measured word by word become their median',
    sizes: [...repeat([9.2, 9.6, 10, 10.3, 10.7], 8), 20],
    steady: [10, 20],
  },
  {
    name: 'a text of two sizes keeps them',
    sizes: repeat([8, 8, 10, 10, 10], 8),
    steady: [8, 10],
  },
  {
    name: 'a few words are not enough for a median',
    sizes: [9.2, 9.6, 10, 10.3, 10.7, 11.1],
    steady: [9.2, 9.6, 10, 10.3, 10.7, 11.1],
  },
])('steadySizes: $name', ({ sizes, steady }) => {
  const found = steadySizes(sizes, () => new Uint32Array(sizes.length).fill(5))
  expect([...new Set(found)].sort((a, b) => a - b)).toEqual(steady)
})
