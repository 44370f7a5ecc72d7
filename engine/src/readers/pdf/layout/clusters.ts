/** Letters with their accents and marks, and the runs that they form: see runs.ts. */
import type { Frame } from './frames.ts'

/**
 * The clusters of a page (letters with their accents), run by run from left to right, with one index for all lists. One
 * set of lists serves the whole page, because a page has about 300 runs; they are as long as the list of glyphs.
 */
export interface Clusters {
  readonly texts: string[]
  readonly starts: Float64Array
  readonly ends: Float64Array
  /** 1 if a drawn blank precedes the cluster. */
  readonly blanks: Uint8Array
  readonly glyphs: Uint32Array
}

/** The clusters from `first` to before `end`. */
export interface Run {
  readonly frame: Frame
  readonly object: number
  lastObject: number
  readonly size: number
  baseline: number
  readonly first: number
  end: number
  leftwards: boolean
}
