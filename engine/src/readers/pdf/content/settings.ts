/** Limits and tolerances of the border to PDFium. */

/** Limits for hostile files, far above what honest files have. */
export const contentLimits = {
  /** Annotations and links of a page, bookmarks of a document, cells of a row, streams of a file. An outline with a cycle ends here. */
  maxEntries: 5000,
  /** Objects of a page or elements of its structure tree: a table of 10,000 cells has half. */
  maxObjects: 30_000,
  /** A page with more objects is closed at once: the memory of a map costs more than to load its fonts again. */
  maxKeptObjects: 20_000,
  /** Nesting of forms, bookmarks and structure elements: programs nest forms three deep, elements twenty. */
  maxDepth: 40,
  /** Segments of the paths of a page, and of one path: a form with its boxes has some thousands, a map a million. */
  maxSegments: 40_000,
  maxPathSegments: 4000,
  /** Shapes of a page; more shapes of a map do not change what it is. */
  maxShapes: 2000,
  /** Attribute dictionaries of an element, and the span of a cell. */
  maxAttributes: 8,
  maxSpan: 1000,
  /** Bytes of a file whose glyph names are searched, and of one inflated stream. */
  maxScannedBytes: 64 * 2 ** 20,
  maxStreamBytes: 4 * 2 ** 20,
  /** Pixels of a page's picture: more take hundreds of megabytes, A4 at 300 dpi has 8.7 million. And of one text object. */
  maxPixels: 16_000_000,
  maxTextPixels: 2_000_000,
  /** An idle instance of PDFium larger than this is dropped: 19 MB when new, 47 MB after 231 pages of 11 MB. */
  maxIdleBytes: 128 * 2 ** 20,
} as const

/** Tolerances of the border with PDFium, and numbers that distinguish drawings and fonts. */
export const contentSettings = {
  /** A shape thinner than this is a line, stroked or filled: rulings are 0.25 to 2 points, cells 6 and more. */
  maxRulePoints: 3.5,
  /** A shorter line is part of a letter, a dot or a tick. */
  minRulePoints: 3,
  /** Ends of a level or plumb line differ by at most this many points. */
  levelPoints: 0.75,
  /** A drawing this many times longer than thick is a line; drawn as an area it has four sides, with round ends eight, a chart dozens. */
  hairlineRatio: 20,
  ruleSegments: 10,
  /** Lightness at which a shape is invisible on paper. */
  whiteLevel: 0xfa,

  /** The precision of single-precision positions on a page, and of directions. */
  precisionPoints: 0.002,
  precisionDegrees: 0.01,
  /** Directions this near to an axis are parallel to it: the box of a glyph then gives its advance. */
  axisSine: 0.05,
  /** Letters within this many ems are of one word; a glyph nearer than this overprints the one before. */
  touchEms: 0.1,
  /** An advance past the first is of a broken width table; the second is an average letter's, for fonts without widths. */
  maxAdvanceEms: 6,
  usualAdvanceEms: 0.5,
  /** Two or three words are enough to measure a font. */
  enoughLetters: 20,

  /** Vertical writing: the middle of a letter and the top of its em above the baseline, and steps across and along the line. */
  vertical: { middleEms: 0.35, topEms: 0.88, stepEms: 0.5, driftEms: 0.3 },

  /**
   * Typewriter letters are 0.52 to 0.62 of an em wide, Latin letters of Chinese and Japanese fonts half an em; bitmap fonts
   * round positions, and some codes name the wrong letter. Fewer letters prove nothing, fewer odd steps disprove nothing; a
   * longer step includes a blank.
   */
  pitch: {
    leastEms: 0.51,
    mostEms: 0.65,
    toleranceEms: 0.015,
    oddShare: 0.05,
    letters: 8,
    oddSteps: 4,
    stepEms: 0.9,
  },

  /**
   * Stems of rendered type, at this many pixels an em; more runs of ink than a full stop or a ruling has. In seven documents
   * of the corpora regular stems are 0.06 to 0.1 of an em, at 5 points, bold ones 0.105 to 0.14, and 600 is bold; wider runs
   * are bullets. Stems of italics align 2.3 to 3.1 times better along a slant, those of upright type 0.4 to 0.9 times.
   */
  stems: {
    emPixels: 120,
    runs: 40,
    opaque: 128,
    maxEms: 0.2,
    weightOfEm: 5600,
    weightStep: 50,
    slantRatio: 1.5,
    columnPixels: 2,
  },

  /**
   * TeX's extension font: braces of the largest size are 0.806 em wide, parentheses 0.792, both 2.95 high; unions 0.75 wide,
   * brackets 0.3; tips of braces 0.33 high, brackets 1.2.
   */
  tex: { braceAdvanceEms: 0.799, largestEms: 2.7, wideEms: 0.5 },
} as const

export type ContentSettings = typeof contentSettings
