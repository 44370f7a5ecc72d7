/** Thresholds for the formulas in lines of text, from the typesetting of TeX; several rules may share one. */

/** Lengths are ems of the line of text. */
export const inlineFormulaSettings = {
  /** Largest size of scripts, limits and the rows of a small fraction; TeX's is 0.7. */
  scriptSize: 0.85,
  /** Largest difference of baselines in a line. */
  level: 0.1,
  /** Height of the axis above the baseline. */
  axis: 0.25,
  /** Largest distance to the text beside a fraction or a tall sign, with a script between. */
  beside: 1.5,
  /** Widest blank in a line of text. */
  blank: 0.6,
  /** Least blank between the parts of a displayed formula; TeX's \\quad is 1. */
  quad: 0.9,
  /** Least number of different words of three letters in a line of running text; displayed formulas have up to three. */
  textWords: 4,
  /** The same in a short line, which needs further evidence. */
  shortTextWords: 2,
} as const

/** Limits for hostile pages. */
export const inlineFormulaLimits = {
  /** A page with more bars is a table or a chart, one with more tall signs is no text. */
  bars: 400,
  signs: 1_000,
  /** Most words at the height of a bar. */
  wordsAtBar: 400,
  /** Most fractions and brackets in a row without text between. */
  rounds: 4,
} as const
