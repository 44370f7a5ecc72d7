/** Numbers that formulas are found and parsed by: lengths of TeX's and Word's typesetting, in ems. */

/**
 * Several rules share each number; values near it were compared on 62 documents with formulas, of nine corpora and of made pages. The
 * merge of 94 constants changed eight of them: two formulas are read that were not, two that were wrong are text.
 */
export const formulaSettings = {
  /** Glyphs that touch: letters of a name (a thin space is 0.167), pieces of a bracket, integrals, an accent and its letter. */
  touch: 0.13,
  /** Baselines of a line, and signs lowered on purpose. */
  level: 0.1,
  lowered: 0.05,
  /** Centres of fractions, ends of the bar of a root, ink beyond a bar, overlaps of two rows. */
  drift: 0.2,
  /** Height of the axis, on which fractions and big operators are centred, above the baseline. */
  axis: 0.25,
  /** A script and its base, an accent and its letter, relations and rows that are aligned. */
  near: 0.37,
  /** Text at a bar, rows and cells of a matrix, the content of a brace, a script above or below its base. */
  row: 0.67,
  /** A blank that is set on purpose: TeX's \quad is 1, relations leave 0.28; and two of them. */
  quad: 0.8,
  twoQuads: 1.7,
  /** Parts above each other, and the edges of columns and numbers. */
  half: 0.5,
  /** Parts of one formula beside each other, and indents of a paragraph's first line. */
  beside: 2.2,
  /** Text within a formula (if, for all) and other text at its sides where the column is not known. */
  textGap: 5,
  freeGap: 3,
  /** White above and below that is searched for running text, and the lines of it that show the column. */
  around: 9,
  aroundLines: 3,
  /** Leading of a line that belongs to the paragraph beside it. */
  leading: 1.6,
  /** Brackets, bars and signs higher than this are extended, or around several rows. */
  tall: { sign: 1.15, rows: 1.5 },
  /** Leading of a matrix's rows; those of a binomial are 1.36 in displays, 1.13 in lines. */
  matrixLeading: { least: 1.16, most: 1.3 },
  /** Share of the size that signs on the line have, scripts (0.7) not. */
  fullSize: 0.85,
  /** Words make up at most this share of a formula. */
  textShare: 0.7,
  /** Letters of a slanted or bold name; fewer are a product. Words of running text. */
  nameLetters: { slanted: 4, bold: 3 },
  proseWords: 4,
  /** Words are at most this many times as long as the other glyphs of a formula's line: named functions. */
  namesRatio: 2,
  /** Thickness and length of a bar, and the ink of accents beyond the box of words, in points. */
  bar: { thickness: 1.6, length: 420 },
  inkPoints: 0.5,
  /** Cells with this many words beside displayed formulas are boxes of the page's layout. */
  boxWords: 12,
  /** Degrees by which glyphs of an upright formula are turned at most. */
  uprightDegrees: 3,
} as const

/** Limits: of a page, of its groups, of a formula and its nesting. A formula has some 30 glyphs, authors nest six levels. */
export const formulaLimits = {
  fragments: 3000,
  items: 2000,
  groupFragments: 60,
  atoms: 600,
  depth: 12,
} as const

export type FormulaSettings = typeof formulaSettings
