/** Numbers that glyphs become words, lines and columns by. */

/** Lengths are ems of the text, where nothing else is said. */
export const layoutSettings = {
  /** Height over and depth under the baseline of letters. */
  ascent: 0.72,
  descent: 0.22,

  /** A wider gap separates words: blanks are 0.2, in tight lines of TeX, to 0.35, kerning stays under 0.1. */
  wordGap: 0.13,
  /** The same in a run that draws its blanks: a gap without one is letter spacing, or a tab. */
  wordGapBesideBlanks: 0.18,
  /** A gap that separates words in any letter spacing, and by which kerned or slanted words overlap. */
  overlap: 0.5,
  /** Least gap at a drawn blank: slanted letters reach into it, spacing cancels it in a smaller one. */
  blankGap: -0.05,
  /** Smaller gaps are kerning; a soft hyphen so narrow is not printed. */
  solid: 0.03,
  /** Fewer letters do not show their spacing. */
  fewLetters: 4,

  /** Baselines of a run: scripts are off by 0.15 or more. */
  runDrift: 0.1,
  /** An accent is over its letter when their middles and baselines are within these: accents of capitals are raised. */
  accentDistance: 0.3,
  accentRise: 0.6,
  /** Ink higher than this shows that the declared size is not the em; other sizes are not of one line, or row. */
  otherSize: 1.8,
  /** … and of one row by this factor: a heading beside text is not in one row with it. */
  rowSize: 1.6,
  /** Text turned by less than this many degrees is upright, on a crooked scan. */
  uprightDegrees: 3,
  /** With fewer visible letters for each invisible one, the invisible text is the page's: a scan with a stamp. */
  stampShare: 0.2,

  /** Words in file order are in one fragment up to the first gap, others up to the second: columns can be near. */
  fragmentGap: 1,
  strangerGap: 0.6,
  /** The same word again within this distance is overprinted; lines of a column begin within it. */
  same: 0.3,
  /** Baselines of words of one line that differ in size: large initials, big operators. */
  unevenLine: 0.25,
  /** Baselines of a line, in ems of the smaller text; of a row of a table: in other columns lines are level by chance only. */
  line: 0.35,
  level: 0.2,
  /** Share of the smaller height that two words of a line have in common. */
  lineOverlap: 0.45,
  /** A script is at most this share of its neighbour's size, this near, and raised by this: browsers raise marks of notes by 0.65. */
  scriptSize: 0.85,
  scriptGap: 0.35,
  scriptRise: { word: 0.75, fragment: 0.55 },

  /** Least width of a gutter: narrow journals have 0.8. */
  gutter: 0.7,
  /** Bands further apart are independent: running heads, a table across the page. */
  bandGap: 1.2,
  /** Rows of a table are this far apart if the lines of a cell are closer: their leading leaves 0.2 to 0.4. */
  cellBandGap: 0.55,
  /** A gap that parts cells: justified lines seldom have one. */
  cellGap: 1.6,
  /** Values further than this from a text belong to an axis, and the text is the legend. */
  axisGap: 30,
  /** More lines of a cell are rows; more bands at the ends of a gutter are no heads and feet. */
  cellLines: 8,
  droppedBands: 6,
  /** Fewer rows at a gutter's end may be headings of the columns. */
  tableRows: 4,
  /** Least rows of prose, or all but the last of a few; rows that show the edge of a column; glyphs searched beside a bullet. */
  few: 3,
  /** Share of level rows that makes a table; of glyphs that begin lines where they are bullets. */
  nearlyAll: 0.8,
  /** Lines of prose have this many characters, fill this share of their width, and have this share of letters. */
  proseCharacters: 18,
  proseFill: 0.7,
  letterShare: 0.6,
  /** Labels of a chart are shorter; a line broken within a cell is longer; markers and values are shorter. */
  labelCharacters: 30,
  cellCharacters: 8,
  markerCharacters: 10,
  /** Leading and size of one text differ by less than this share. */
  sameText: 0.1,

  /**
   * Cards side by side: the gap between them is wider than that of cells; lines begin at the edge of their card; a heading and its
   * text differ by a factor in size, are near, and the text has a leading and at most some lines: more are rows of a table.
   */
  cards: { gap: 2, edge: 0.5, otherSize: 1.1, leading: 1.7, near: 3, lines: 6 },

  /** Gap between the ink of a bullet and its text: less is a letter, more another column. */
  bulletGap: { least: 0.1, most: 4 },

  /**
   * Sizes of a scan's text layer vary from word to word: 5 sizes, in steps of 2 %, with 3 % of the glyphs each, within a quarter
   * of the median, of at least 30 text objects. Authors set two or three.
   */
  steady: { step: 0.02, share: 0.03, sizes: 5, spread: 0.25, objects: 30 },
} as const

/** Limits for hostile pages. */
export const layoutLimits = {
  /** Nesting of columns. */
  depth: 12,
  /** A region with more fragments is read line by line: labels of a plot. */
  fragments: 6000,
  /** Fragments of a line: a table has some 30 columns; chains beside one that are compared with it. */
  rowFragments: 500,
  /** Comparisons of the words of two chains: lines have some 20 words. */
  comparisons: 2500,
  /** Strips of a region that are examined closely, the most promising first. */
  strips: 24,
} as const

export type LayoutSettings = typeof layoutSettings
