/** Numbers of the labels of lines: weights of rules beside the learnt ones, and numbers that features are computed with. */

/** Weights of the rules beside the learnt margins. */
export interface LabelSettings {
  /**
   * Added to the margin of a heading where the rules see one, and subtracted where they see none. Mean F1 of heading lines,
   * on three sets of left-out documents (benchmarks/ablation.md): .930, .864, .964 with .25; .922, .855, .972 with .75; .933, .868,
   * .960 with 0.
   */
  readonly headingBonus: number
  readonly headingMalus: number
  /** Added to the margin of a further line of a heading where the rules see one: 2 or 3; without it, two-line headings are cut. */
  readonly furtherLineBonus: number
  /**
   * Subtracted from the margins of continued labels where a line is more than `apartLeadings` below one that leaves `apartRoom`
   * ems free: of 267 such lines in real documents 19 continue.
   */
  readonly apartMalus: number
  readonly apartLeadings: number
  readonly apartRoom: number
  /** Change of a margin that decides the label: for `2.1. Sampling.` before the text of its line, or a list of authors. */
  readonly sure: number
  /** Terms of a list begin within this many ems of each other. */
  readonly termStartEms: number
}

export const labelSettings: LabelSettings = {
  headingBonus: 0.25,
  headingMalus: 0.75,
  furtherLineBonus: 2,
  apartMalus: 2,
  apartLeadings: 3,
  apartRoom: 4,
  sure: 100,
  termStartEms: 0.5,
}

/** The weights in models/lines.json were learnt with these numbers: a change needs new weights. */
export const featureSettings = {
  /** Largest value of a distance or count, and that of a distance to nothing. */
  far: 20,
  /** Lines searched for one of the same list, and for code. */
  listReach: 25,
  codeReach: 3,
  /** White between lines that counts, in ems. */
  mostWhiteEms: 5,
  /** Leading of a column with one line, in ems. */
  usualLeading: 1.2,
  /** Sizes within this factor differ by rounding. */
  sizeSlack: 1.03,
  /** A short line fills less than this share of its column. */
  shortShare: 0.7,
  /** Rulings overlap a line by at most this many ems; ends and depth of an underline. */
  overlapEms: 0.5,
  underlineEndsEms: 0.6,
  underlineDepthEms: 0.4,
} as const
