/** Estimates how fast a quantity grows over time, with a confidence interval. */

export interface Sample {
  /** Time, or a count of conversions. */
  readonly at: number
  readonly value: number
}

interface Trend {
  /** Growth per second or per conversion, like `at`. */
  readonly slope: number
  /** Half the width of the slope's 95 % confidence interval. */
  readonly margin: number
}

/** Consecutive samples are correlated, so each of this many blocks counts as one sample. */
const BLOCKS = 20
/** The 97.5 % quantile of Student's distribution with 18 degrees of freedom. */
const T = 2.101

/** Share of the samples that belongs to the start. */
const START_SHARE = 0.3

/** Leaves out the first samples, during which caches fill and processes start. */
export function withoutStart(samples: readonly Sample[]): readonly Sample[] {
  return samples.slice(Math.floor(samples.length * START_SHARE))
}

/** Fits a line by least squares to the means of 20 blocks. @returns `undefined` for fewer samples than blocks. */
export function trendOf(samples: readonly Sample[]): Trend | undefined {
  if (samples.length < BLOCKS) return undefined
  const blocks = Array.from({ length: BLOCKS }, (_, index) => {
    const from = Math.floor((index * samples.length) / BLOCKS)
    return meanOf(samples.slice(from, Math.floor(((index + 1) * samples.length) / BLOCKS)))
  })
  const middle = meanOf(blocks)
  const sum = (term: (dx: number, dy: number) => number): number =>
    blocks.reduce((total, { at, value }) => total + term(at - middle.at, value - middle.value), 0)
  const spread = sum((dx) => dx * dx)
  const slope = sum((dx, dy) => dx * dy) / spread
  const rest = sum((dx, dy) => (dy - slope * dx) ** 2)
  return { slope, margin: T * Math.sqrt(rest / (BLOCKS - 2) / spread) }
}

function meanOf(samples: readonly Sample[]): Sample {
  const mean = (pick: (sample: Sample) => number): number =>
    samples.reduce((total, sample) => total + pick(sample), 0) / samples.length
  return { at: mean(({ at }) => at), value: mean(({ value }) => value) }
}
