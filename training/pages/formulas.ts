/** Makes formulas in LaTeX and MathML together, so that the truth of a page is exact. */
import type { DisplayFormula, Formula } from './content.ts'
import type { Random } from './random.ts'
import { type Composer, leaf } from './stock.ts'

const letters = ['x', 'y', 'z', 'a', 'b', 'n', 'k', 't', 'u', 'v', 'E', 'F', 'P', 'R'] as const
const greek = [
  ['\\alpha', 'α'],
  ['\\beta', 'β'],
  ['\\lambda', 'λ'],
  ['\\mu', 'μ'],
  ['\\sigma', 'σ'],
  ['\\theta', 'θ'],
  ['\\pi', 'π'],
  ['\\Delta', 'Δ'],
] as const
const relations = [
  ['=', '='],
  ['=', '='],
  ['\\leq', '≤'],
  ['\\approx', '≈'],
  ['\\geq', '≥'],
  ['>', '&gt;'],
] as const

const make = (latex: string, mathml: string): Formula => ({ latex, mathml })
const operator = (sign: string): string => `<mo>${sign}</mo>`
const joined = (latex: string, mathml: string, parts: readonly Formula[]): Formula => ({
  latex: parts.map((part) => part.latex).join(` ${latex} `),
  mathml: parts.map((part) => part.mathml).join(operator(mathml)),
})

function symbol(random: Random): Formula {
  if (random.chance(0.3)) {
    const [latex, sign] = random.pick(greek)
    return make(latex, `<mi>${sign}</mi>`)
  }
  const letter = random.pick(letters)
  return make(letter, `<mi>${letter}</mi>`)
}

function numeral(random: Random): Formula {
  const value = String(random.int(1, 20))
  return make(value, `<mn>${value}</mn>`)
}

type Shape =
  | 'symbol'
  | 'numeral'
  | 'subscript'
  | 'power'
  | 'fraction'
  | 'root'
  | 'sum'
  | 'integral'
  | 'call'

const shapes: { readonly [Name in Shape]: (random: Random) => Formula } = {
  symbol,
  numeral,
  subscript: (random) => {
    const [base, index] = [symbol(random), random.chance(0.5) ? numeral(random) : symbol(random)]
    return make(`${base.latex}_{${index.latex}}`, `<msub>${base.mathml}${index.mathml}</msub>`)
  },
  power: (random) => {
    const [base, index] = [symbol(random), numeral(random)]
    return make(`${base.latex}^{${index.latex}}`, `<msup>${base.mathml}${index.mathml}</msup>`)
  },
  fraction: (random) => {
    const [top, bottom] = [sum(random, 2), sum(random, 2)]
    return make(
      `\\frac{${top.latex}}{${bottom.latex}}`,
      `<mfrac><mrow>${top.mathml}</mrow><mrow>${bottom.mathml}</mrow></mfrac>`,
    )
  },
  root: (random) => {
    const inner = sum(random, 2)
    return make(`\\sqrt{${inner.latex}}`, `<msqrt>${inner.mathml}</msqrt>`)
  },
  sum: (random) => {
    const inner = shapes.subscript(random)
    return make(
      `\\sum_{i=1}^{n} ${inner.latex}`,
      `<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover>${inner.mathml}`,
    )
  },
  integral: (random) => {
    const inner = shapes.call(random)
    return make(
      `\\int_{0}^{\\infty} ${inner.latex}\\,dx`,
      `<msubsup><mo>∫</mo><mn>0</mn><mi>∞</mi></msubsup>${inner.mathml}<mspace width="0.17em"/><mi>d</mi><mi>x</mi>`,
    )
  },
  call: (random) => {
    const [name, inner] = [symbol(random), symbol(random)]
    return make(
      `${name.latex}(${inner.latex})`,
      `${name.mathml}<mo>(</mo>${inner.mathml}<mo>)</mo>`,
    )
  },
}

function term(random: Random): Formula {
  const shape = random.weighted({
    symbol: 5,
    numeral: 2,
    subscript: 4,
    power: 4,
    fraction: 2,
    root: 1,
    sum: 1,
    integral: 0.6,
    call: 2,
  })
  return shapes[shape](random)
}

function sum(random: Random, most: number): Formula {
  const parts = Array.from({ length: random.int(1, most) }, () => {
    const shape = random.weighted({ symbol: 5, numeral: 2, subscript: 3, power: 3 })
    return shapes[shape](random)
  })
  return random.chance(0.7) ? joined('+', '+', parts) : joined('-', '−', parts)
}

function equation(random: Random): Formula {
  const [latex, sign] = random.pick(relations)
  const left = random.chance(0.5) ? symbol(random) : term(random)
  const right = joined(
    '+',
    '+',
    Array.from({ length: random.int(1, 3) }, () => term(random)),
  )
  return joined(latex, sign, [left, right])
}

/** A formula in a line of text. */
export function inlineFormula({ random }: Composer): Formula {
  const shape = random.weighted({ symbol: 4, subscript: 3, power: 3, call: 2 })
  if (random.chance(0.3)) return joined('=', '=', [symbol(random), numeral(random)])
  return shapes[shape](random)
}

export function displayFormula(composer: Composer, numbered: boolean): DisplayFormula {
  const { counters, random } = composer
  if (numbered) counters.formula += 1
  return {
    type: 'formula',
    id: leaf(composer, '').id,
    formula: equation(random),
    number: numbered ? `(${counters.formula})` : '',
  }
}
