/** Thresholds for finding figures. */

/**
 * `minScore` was measured on 2,370 generated documents, with weights trained without the tenth that they judge, and on six corpora. Of 1,104
 * drawn areas that are figures and 1,381 that are not, 0.3 accepts 27 wrong ones and misses 4, 0.5 accepts 12 and misses 9, 0.7 accepts
 * 7 and misses 17. On real documents, tables of boxes score up to 0.77, charts with curves at least 0.96.
 */
export const regionSettings = {
  /** Least width and height of a figure, in points; a smaller drawing is an icon or a rule. */
  minPoints: 40,
  /** Largest share of the page that a figure covers; a larger picture is a background or a scan. */
  maxPageShare: 0.6,
  /** Largest gap between parts of one drawing, in points. */
  nearPoints: 8,
  /** Most parts of a page that are grouped; a map has thousands. */
  maxParts: 6000,
  /** Largest distance from a drawing to a label or from one label to the next, in ems. */
  labelReachEms: 1.2,
  /** Largest width of a label relative to its drawing. */
  labelWidthShare: 0.5,
  /** Most words of a label. */
  labelWords: 4,
  /** Number of rounds in which labels are searched; each round adds labels beside those already found. */
  labelRounds: 3,
  /** Largest distance from a figure to a caption above or below, in points. */
  captionPoints: 50,
  /** Least share of a figure that pictures cover if it is only a picture. */
  pictureShare: 0.8,
  /** Most words of a line in a form that is a figure: titles of charts have up to 9, and text of the document has more. */
  titleWords: 10,
  /** Least score of a figure. */
  minScore: 0.4,
  /** Least score of a figure whose text is certainly in no table. */
  minSureScore: 0.9,
} as const
