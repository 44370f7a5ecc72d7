/** Constants of the tests for tables, each with the data that it was measured on. */

export const tableSettings = {
  /** Smaller drawings are bullets and ticks. */
  minShapePoints: 6,
  /** Cells are flush when their sides are this near, in points. */
  flushPoints: 2.5,
  /**
   * Cells are flush in a true table: of 170 in articles, reports and official documents, 95 of 100 between rules have an
   * alignment of 0.89 and more, all without rulings 1.0; rejected areas have a median of 0.8.
   */
  wellAligned: 0.85,
  /** A column of descriptions beside columns of words or figures: at most this share of the columns. */
  maxDescribingColumns: 0.5,
  /** Between rules, true tables have up to 0.42 of cells with a line of running text and 13 words a cell; text has 0.67, 24. */
  maxProseBetweenRules: 0.5,
  maxWordsBetweenRules: 12,
  minFiguresBetweenRules: 0.2,
  /** Without rulings a third of the cells of two columns of text is such a line, as it ends and begins paragraphs. */
  maxProseUnruled: 0.25,
  minFiguresUnruled: 0.3,
  /** Share of a column's cells that are markers where it is a list's. */
  minMarkerShare: 0.6,
  /** Least share of cells with lines of running text in a list of several columns. */
  minListProse: 0.2,
  /** Share of entries on a later page than the one before; short chapters share pages. */
  minRises: 0.2,
  /** A table of figures: this share right of the first column; the median between rulings is 0.8. */
  mostlyFigures: 0.5,
  /** Figures may be set by the point, or centred, with signs: half of them flush, and three rows of them, are no accident. */
  minAlignmentOfFigures: 0.5,
  minRowsOfFigures: 3,
  /** Words in three columns line up by accident in two or three rows; the more columns, the less. */
  minAlignmentOfMany: 0.75,
  minRowsOfMany: 3,
  minRowsOfThree: 4,
  /** Cells of more words, if no column is one of descriptions, are fragments of sentences. */
  maxWordsOfMany: 6,
  /** Two columns of words are the commonest accident: names beside addresses, items beside items. */
  minAlignmentOfTwo: 0.9,
  minRowsOfTwo: 4,
  maxWordsOfTwo: 4,
  /** Share of cells that begin within a sentence: true tables reach 0.07 without rulings, half of the rejected areas 0.33. */
  maxLowercase: 0.4,
  /** From this share of figures on, words in lower case are units of measurement and labels. */
  minFiguresOfLabels: 0.4,
  /** Share of cells with a gap that no column explains: 0 in true tables without rulings, 0.2 at most between rules. */
  maxTornUnruled: 0.08,
  maxTornBetweenRules: 0.25,
  /** Tables between rules measured 0.8 and more, flow charts less than this. */
  minAlignmentOfBoxes: 0.7,
  minFiguresOfBoxes: 0.3,
  /** Curves and slanted lines in one grid: of 170 true tables one has 1, none has more; charts have 5 to 49. */
  maxShapes: 2,
  /** Plumb lines beside columns that no ruling bounds are the bars and axes of a chart. */
  maxLoosePlumb: 2,
  /**
   * Least score of a table that passes every hand-written test, and of one that fails a test. Measured with corpora and templates
   * left out on 2,989 areas, 298 of them tables: between rules 0.1 invents 19 and misses 1, 0.17 invents 9 and misses 1; without
   * rulings 15 and 2, 10 and 3; of grids that are drawn 6 and 0, 4 and 1. Against tests 0.17 invents 23 and misses 24, 0.25
   * invents 13 and misses 26, 0.3 invents 10 and misses 28.
   */
  minScore: { ruled: 0.1, halfRuled: 0.17, unruled: 0.1 },
  minScoreAgainstTests: 0.25,
  /** Least share of monospaced words in a listing, and of these with the words of running text beside them. */
  listingMono: 0.5,
  listingText: 0.95,
  /** Largest share of monospaced words on the page of a listing. */
  maxPageMono: 0.6,
  /** Rows of a single column that are a list, a logo or the boxes of a diagram. */
  maxSliverRows: 3,
  /** Least share of positions with text. Measured over six corpora: tables without rulings have 0.67 and more, charts to 0.5. */
  minFill: { unruled: 0.55, halfRuled: 0.3, ruled: 0.15 },
} as const

export type TableSettings = typeof tableSettings
