/** Estimates how fast a quantity grows over time, with a confidence interval. */

export interface Sample {
  /** Time, or a count of what was done. */
  readonly at: number
  readonly value: number
}

export interface Trend {
  /** Growth for each unit of `at`. */
  readonly slope: number
  /** Half of the width of its 95 % interval. */
  readonly margin: number
}

/** Samples that follow each other are alike: each block of them counts as one. */
const BLOCKS = 20
/** The 97.5 % quantile of Student's distribution with 18 degrees of freedom. */
const T = 2.101

/** The first part, in which caches fill and processes start, doesn't count. */
export function settled(samples: readonly Sample[], share = 0.3): readonly Sample[] {
  return samples.slice(Math.floor(samples.length * share))
}

/** @returns The slope of the line of least squares through the means of 20 blocks; `undefined` for fewer samples. */
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
