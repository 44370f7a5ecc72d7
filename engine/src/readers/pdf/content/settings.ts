/** Limits and thresholds for reading pages with PDFium. */

/** Limits for hostile files, far above the values of usual files. */
export const contentLimits = {
  /**
   * Most annotations and links of a page, bookmarks of a document, cells of a row, and streams of a file; also ends an
   * outline with a cycle.
   */
  maxEntries: 5000,
  /** Most objects of a page and elements of its structure tree: a table of 10,000 cells needs half of it. */
  maxObjects: 30_000,
  /** A page with more objects is closed at once: keeping a map in memory costs more than loading its fonts again. */
  maxKeptObjects: 20_000,
  /** Most nested forms, bookmarks and structure elements: programs nest three forms and twenty elements. */
  maxDepth: 40,
  /** Most path segments of a page: a form with boxes has a few thousand, a map a million. */
  maxSegments: 40_000,
  /** Most segments of one path. */
  maxPathSegments: 4000,
  /** Most shapes of a page; further shapes of a map do not change its classification. */
  maxShapes: 2000,
  /** Most attribute dictionaries of an element. */
  maxAttributes: 8,
  /** Largest span of a cell. */
  maxSpan: 1000,
  /** Glyph names are searched in files up to this size. */
  maxScannedBytes: 64 * 2 ** 20,
  /** Most bytes of an inflated stream. */
  maxStreamBytes: 4 * 2 ** 20,
  /** Most pixels of a rendered page; more take hundreds of megabytes. A4 at 300 dpi has 8.7 million. */
  maxPixels: 16_000_000,
  /** Most pixels of a rendered text object. */
  maxTextPixels: 2_000_000,
  /** A larger idle instance of PDFium is dropped. A new one has 19 MB, one that has read 231 pages of 11 MB has 47 MB. */
  maxIdleBytes: 128 * 2 ** 20,
} as const

/** Tolerances of the positions from PDFium, and thresholds for drawings and fonts. */
export const contentSettings = {
  /** A thinner shape is a line, whether stroked or filled: rulings have 0.25 to 2 points, cells at least 6. */
  maxRulePoints: 3.5,
  /** A shorter line is part of a letter, a dot or a tick. */
  minRulePoints: 3,
  /** A horizontal line between this and `minRulePoints` is a dash: underscores of TeX have 0.3 ems. */
  minDashPoints: 1,
  /** The ends of a horizontal or vertical line differ by at most this. */
  straightPoints: 0.75,
  /** A drawing longer than thick by this factor is a line. */
  hairlineRatio: 20,
  /**
   * Most segments of a line that is drawn as an area: four for straight ends, eight for round ones. A chart has dozens.
   */
  ruleSegments: 10,
  /** Lightness from which a shape is invisible on paper. */
  whiteLevel: 0xfa,

  /** Precision of positions, which PDFium returns as 32-bit floats. */
  precisionPoints: 0.002,
  /** Images that print rules: most pixels across, and least ratio of their sides. Those of one journal have 2 by 2,111 pixels. */
  thinImages: { maxPixels: 4, ratio: 20 },
  /** Precision of directions. */
  precisionDegrees: 0.01,
  /** Shift to the right per step upwards of leaning letters: 0.17 to 0.34 in 32 of 1,233 documents, none between 0.05 and 0.17. */
  minSlant: 0.15,
  maxSlant: 0.4,
  /** A direction this close to an axis is parallel to it, and the box of a glyph then gives its advance. */
  axisSine: 0.05,
  /** Most letters of a replaced text that is one cluster of letters and marks; longer ones are words or lines. */
  replacedLetters: 8,
  /** Least cosine of the direction of upright text, whose replaced texts are gathered. */
  uprightCosine: 0.999,
  /** Height above the baseline at which letters are searched in the rectangle of a link. */
  linkHeightEms: 0.3,
  /** Letters closer than this are in one word; a glyph closer to the one before overprints it. */
  touchEms: 0.1,
  /** Narrowest blank: that of a tight line of TeX is 0.2. The overhang of a letter that TeX adds in formulas is up to 0.16. */
  blankEms: 0.18,
  /**
   * Largest difference between the widths of a ligature and of its letters, if it may be any ligature, and if its first letter is
   * known. In Calibri, `ti` differs by 0.007, and from `fi` by 0.03; in Linux Libertine `Th` differs by 0.087.
   */
  ligatureEms: { any: 0.015, first: 0.1 },
  /** Most that an em dash is narrower than an em, and other dashes and quotes wider than half an em: relations in Computer Modern have 0.778. */
  markEms: 0.15,
  /** A wider advance comes from a broken width table. */
  maxAdvanceEms: 6,
  /** Advance of an average letter, for fonts without widths. */
  usualAdvanceEms: 0.5,
  /**
   * Letters higher than `leastEms` show that the size is that of a pixel: an integral sign has 2.3. The other heights are those of
   * capitals, of letters without and with an ascender, and of figures in Computer Modern; Times differs by 4 %.
   */
  unscaled: { leastEms: 4, capitalEms: 0.683, lowEms: 0.442, tallEms: 0.694, figureEms: 0.655 },
  /**
   * Numbers of glyphs read as characters: fewest different ones, most that are weighed, share of letters, digits and blanks, and gain
   * in nats a glyph. Among 936 fonts with unmapped glyphs, eight have the usual order: share .94 to 1, gain 2.4 to 4.7. Of the others
   * with four different numbers, none has both a share above .75 and a gain above 1.3.
   */
  glyphNumbers: { fewest: 4, most: 200, plainShare: 0.9, gain: 2 },
  /** Least weight of bold letters. Semi-bold is 600; weights measured from stems reach 520 for regular type. */
  boldWeight: 600,
  /** Letters needed to measure a font, and to know it for one of text: two or three words. */
  enoughLetters: 20,

  /**
   * Vertical writing: height of the middle of a letter and of the top of its em above the baseline, and limits of the
   * steps across and along the line.
   */
  vertical: { middleEms: 0.35, topEms: 0.88, stepEms: 0.5, driftEms: 0.3 },

  /**
   * Fixed-pitch fonts have widths between `leastEms` and `mostEms`: typewriter letters 0.5 to 0.62. Widths may differ by
   * `toleranceEms`, because bitmap fonts round them, and a share `oddShare` may differ more, because some codes name the
   * wrong letter. Fewer than `signs` different signs do not prove a fixed pitch, fewer than `oddWidths` odd widths do not
   * disprove it. Steps above `stepEms` include a blank.
   */
  pitch: {
    leastEms: 0.49,
    mostEms: 0.65,
    toleranceEms: 0.015,
    oddShare: 0.05,
    signs: 8,
    oddWidths: 4,
    stepEms: 0.9,
  },

  /**
   * Stems of text rendered at `emPixels` an em. Fewer than `runs` runs of ink are a full stop or a ruling; pixels count
   * as ink from `opaque` on; runs wider than `maxEms` are bullets. Weights are `weightOfEm` times the stem in ems, in
   * steps of `weightStep`: in seven documents of the corpora, regular stems are 0.06 to 0.1 em wide, bold ones 0.105 to
   * 0.14. Stems of italics align 2.3 to 3.1 times better along a slant than upright, those of upright type 0.4 to 0.9
   * times: `slantRatio` separates them, with columns of `columnPixels`.
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
   * TeX's extension font: braces of the largest size are 0.806 em wide, parentheses 0.792, both 2.95 high; unions are
   * 0.75 wide, brackets 0.3; tips of braces are 0.33 high, brackets 1.2. Its glyphs begin at the baseline (0.06 above it) and reach at
   * least 0.95 below it. The letter ϕ is 0.9 high, φ 0.66.
   */
  tex: {
    braceAdvanceEms: 0.799,
    largestEms: 2.7,
    wideEms: 0.5,
    tallEms: 0.8,
    overshootEms: 0.1,
  },
} as const
