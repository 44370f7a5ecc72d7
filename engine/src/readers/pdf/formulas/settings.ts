/** Thresholds for finding and parsing formulas, derived from the typesetting of TeX and Word. */

/**
 * Lengths are ems unless a name or comment says otherwise; several rules may share a threshold. Neighbouring values were compared on
 * 62 documents with formulas: nine corpora and generated pages.
 */
export const formulaSettings = {
  /**
   * Glyphs closer than this touch: letters of a name (a thin space is 0.167), parts of a bracket, integrals, an accent
   * and its letter.
   */
  touch: 0.13,
  /** Largest distance between baselines on one line. */
  sameLine: 0.1,
  /** Tolerance of positions: centres of fractions, ends of the bar of a root, ink beyond a bar, overlaps of two rows. */
  drift: 0.2,
  /** Height of the axis above the baseline; fractions and big operators are centred on it. */
  axis: 0.25,
  /**
   * Largest distance between a script and its base or an accent and its letter, tolerance of aligned relations and
   * rows, and share of the height of a tall sign around its middle in which the axis is.
   */
  near: 0.37,
  /**
   * Largest distance between text and its bar, within a cell, from a brace to its content, and from a script to its
   * base.
   */
  row: 0.67,
  /** A wider blank was set on purpose: TeX's \quad is 1, relations leave 0.28. */
  quad: 0.8,
  /** A wider blank is printed as two quads. */
  twoQuads: 1.7,
  /** Largest vertical distance between parts of a formula, and tolerance of the edges of columns and numbers. */
  half: 0.5,
  /** Largest horizontal distance between parts of a formula, and largest indent of a paragraph's first line. */
  beside: 2.2,
  /** Largest gap before text that belongs to a formula: `if x > 0`, `for all x`. */
  textGap: 5,
  /** The same gap if the column is not known. */
  freeGap: 3,
  /** Running text is searched within this distance above and below a formula. */
  around: 9,
  /** Number of lines of running text that show the column. */
  aroundLines: 3,
  /** Glyphs of a formula are at most this far outside of its words in the file: one of two scripts may be in another line. */
  aroundGlyphs: 3,
  /** Largest leading between a line and the paragraph beside it that it belongs to. */
  leading: 1.6,
  /** A higher bracket or bar is an extended one, and may enclose several rows. */
  tall: 1.5,
  /** Largest leading of the rows of a matrix; that of a binomial is 1.36 in displays. */
  matrixLeading: 1.3,
  /** Least share of the font size that signs on the line have; scripts have 0.7. */
  fullSize: 0.85,
  /** Largest share of words in a formula. */
  textShare: 0.7,
  /** Least letters of a slanted or bold name; fewer letters are a product. */
  nameLetters: { slanted: 4, bold: 3 },
  /** Least words of running text. */
  proseWords: 4,
  /** Words have at most this many times the length of a formula's other glyphs on the line, for named functions. */
  namesRatio: 2,
  /** Largest length of a bar. */
  barPoints: 420,
  /**
   * Up to `boxCells` cells with more than `boxWords` words beside displayed formulas are boxes of the page's layout, not of a
   * table. A glossary with formulas has more cells.
   */
  boxWords: 12,
  boxCells: 8,
} as const

/** Limits for hostile pages. A usual formula has about 30 glyphs, and authors nest up to six levels. */
export const formulaLimits = {
  /** Most fragments of a page; formulas of a page with more are not searched for. */
  fragments: 3000,
  /** Most fragments and bars of a page that are grouped. */
  items: 2000,
  /** Most fragments and bars of a displayed formula, and words of a formula in a line. */
  groupFragments: 120,
  /** Most atoms of a formula. */
  atoms: 600,
  /** Most nested scripts, fractions and brackets. */
  depth: 12,
} as const
