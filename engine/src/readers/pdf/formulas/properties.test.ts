/** For any page content, the result is LaTeX that KaTeX accepts, in bounded time. */
import fc from 'fast-check'
import katex from 'katex'
import { expect, test } from 'vitest'
import { fault } from '../../math/testing/math.ts'
import { readFormula } from './read-formula.ts'
import { atoms, bar, tall } from './testing/atoms.ts'

const signs = [...'abxyzαβ012+-=<∑∫∏√()[]{}|∥⟨⟩,.…·→∈∞∂′^ˆ¯⏞⏟⎡⎣⎤⎦éßøÅ’✓■漢\u0338\u20d7']

const anyAtom = fc
  .record({
    sign: fc.constantFrom(...signs),
    x: fc.integer({ min: 0, max: 120 }),
    y: fc.constantFrom(80, 93, 96, 100, 102, 108, 115, 130),
    size: fc.constantFrom(5, 7, 10),
    height: fc.constantFrom(0, 0, 0, 24, 40),
    variant: fc.constantFrom(undefined, 'normal' as const, 'bold' as const),
  })
  .map(({ sign, x, y, size, height, variant }) =>
    height > 0
      ? [tall(sign, x, y - height / 2, y + height / 2)]
      : atoms(sign, x, { y, size, ...(variant && { variant }) }),
  )

const anyBar = fc
  .record({ from: fc.integer({ min: 0, max: 100 }), width: fc.integer({ min: 3, max: 60 }) })
  .chain(({ from, width }) => fc.constantFrom(91, 97, 105).map((at) => bar(from, from + width, at)))

test('every formula that is read can be rendered', () => {
  fc.assert(
    fc.property(
      fc.array(anyAtom, { minLength: 1, maxLength: 14 }),
      fc.array(anyBar, { maxLength: 3 }),
      (parts, bars) => {
        const read = readFormula(parts.flat(), bars)
        if (read && read.latex !== '')
          expect(fault(read.latex, katex.renderToString)).toBeUndefined()
      },
    ),
    { numRuns: 1500 },
  )
})

test('six hundred characters at random positions take less than a second', () => {
  const many = Array.from({ length: 600 }, (_, index) => {
    const sign = signs[index % signs.length] ?? 'x'
    const y = 80 + ((index * 31) % 60)
    return index % 7 === 0
      ? [tall(sign, (index * 37) % 300, y, y + 30)]
      : atoms(sign, (index * 37) % 300, { y, size: 5 + (index % 3) * 2.5 })
  })
  const bars = Array.from({ length: 60 }, (_, index) => bar(index, index + 40, 80 + index))
  const start = performance.now()
  readFormula(many.flat(), bars)
  expect(performance.now() - start).toBeLessThan(1000)
})
