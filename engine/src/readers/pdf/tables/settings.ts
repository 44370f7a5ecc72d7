/** Numbers of the search for tables, each with what it was measured on. */

export const tableSettings = {
  /** A drawing with smaller sides is a bullet or a tick, and a shorter plumb ruling separates no cells. */
  minShapePoints: 6,
  /** A filled area narrower or lower than this is no cell: a bullet, a bar. */
  minFillPoints: 5,
  /** Shorter rules are the mark above footnotes, or underline a word. */
  minRulePoints: 90,
  /** Boxes that overlap by less only touch: kerning, italics, boxes of glyphs; fills of one colour so near show no edge. */
  touchPoints: 0.8,
  /** Lines whose places differ by less are one: both sides of a thin box, double strokes. Underlines end so near to the ends of words. */
  snapPoints: 1.6,
  /** Cells are flush when their sides are this near. */
  flushPoints: 2.5,
  flushPoints2: 2,
  flushPoints15: 1.5,
  /** A gap or a ruling is at a boundary within this distance, text reaches over rulings by less, and dashes of a line are so near. */
  nearPoints: 3,
  /** Lines cross or touch when they come this near. */
  touchPoints35: 3.5,
  /** Narrower columns and rows hold no text: they are between double rulings, or between the rules of two tables. */
  stripPoints: 4,
  /** A head is centred above its rule within this distance, or this share of the rule's length. */
  middlePoints: 4,
  middleShare: 0.06,
  middlePoints5: 5,
  /** Sides of one table's rules or boxes differ by at most this, or this share of their length; boxes on each other are so near. */
  sidePoints: 6,
  sideShare: 0.03,
  sidePoints8: 8,
  /** An edge of a fill so near to a drawn line is the cell's padding, and no separate line. */
  paddingPoints: 9,
  /** Largest distance from a head down to its rule. */
  ruleGapPoints: 12,
  /** A lower table is a box to tick, or a logo. */
  minHeightPoints: 14,
  /** Rules at one height with such gaps are one: a fragment under each column head. Tables side by side are further apart. */
  piecesGapPoints: 20,
  partsGapPoints: 30,
  /** Largest height of a box around one line of text, and of a row without walls between two boxes. */
  lineHeightPoints: 24,
  /** Drawings are counted up to this distance around an area: labels of an axis lie outside of the drawing. */
  aroundPoints: 36,
  /** Indents of labels, and gaps to a rare column, are at most this wide; a narrower table is a box to tick, or a logo. */
  columnPoints: 40,
  /** Largest distance from a caption or turned heads to the table, and largest blank between two rules without text. */
  reachPoints: 60,

  /** Depth of letters under the baseline, and width of a blank. */
  blankEms22: 0.22,
  /** Least width of a blank; regions of few words may show less. */
  blankEms: 0.25,
  /** Gaps between words that may be blanks, and their quantile that is taken for one: in a tight table half of the gaps and more separate columns. */
  minBlankEms: 0.08,
  maxBlankEms: 1,
  blankQuantile: 0.35,
  /** A gap wider than this many of the page's blanks is no blank: monospaced fonts have wide blanks. */
  wideBlanks: 1.45,
  /** The same at a boundary of columns: heads of two columns may be close. */
  wideBlank: 1.3,
  /** Gap that cuts cells of a table: its text is not justified, so blanks are 0.2 to 0.35 ems, and gaps may be narrow. */
  fineGapEms: 0.46,
  /** Gap that cuts the lines of a page: blanks of justified lines seldom reach it, gaps of tight tables are wider. */
  segmentGapEms: 0.62,
  /** Narrower gaps are blanks of justified text. Upright lines so near to the foot of turned heads are in their row. */
  wideGapEms: 1.2,
  /** An underline is at most this far under the baseline. */
  underlineEms: 0.28,
  /** Half the width of the foot of a turned head. */
  footEms: 0.35,
  /** Nearer lines are side by side: the lines of one cell are centred beside those of another. */
  interleavedEms: 0.85,
  /** Leading of a wrapped cell or turned head. */
  tightEms: 1.35,
  /** Usual leading within a cell. */
  tightEms145: 1.45,
  /** Largest leading of heads. */
  leadingEms: 1.6,
  /** Largest leading within a cell, whatever the gaps between rows. */
  maxLeadingEms: 1.8,
  /** Largest distance from a head's baseline down to the ruling or to the next head. */
  headGapEms: 1.9,
  /** Rows of one table are at most this far apart, with flush cells or between rules the second. */
  rowGapEms: 3.2,
  wideRowGapEms: 6,
  /** Least factor between the gaps of rows and those of lines in a cell, where gaps show the rows. */
  looseRatio: 1.18,
  /** Leadings differ by less than this factor: fonts and sizes of a line move baselines. */
  sameLeading: 1.08,
  /** A heading is larger than the rows by this factor; heads of columns reach 1.1. */
  headingSize: 1.15,
  /** Least height of a table relative to the coloured cells that are part of it. */
  wholeFactor: 1.25,
  /** Least sine of the angle of turned heads; smaller angles are crooked lines. */
  turnedSine: 0.3,

  /** A line of running text has at least this many words, is this wide, and mostly has words of letters. */
  proseWords: 5,
  proseEms: 13,
  /** Longest distance to the next text that counts, in leadings of the page. */
  mostSpace: 9,

  /**
   * Counts below this are chance: flush lines, lines beside a strip, bands with one line, rows of figures or of many columns.
   * Rules of a stacked table, words of "Table II -", lines of one text, and header rows over the only rule are at most this many.
   */
  few: 3,
  /** Words of a direction with tables, numbers that count columns, rows of two or three columns; words of cells of two columns. */
  several: 4,
  /** Most rows of a header; lines that all fill this many columns are rows: wrapped cells leave some free. */
  headerRows: 5,
  /** Least lines that show a gutter between columns of running text, and lines that it reaches further. */
  gutterLines: 6,
  gutterReach: 12,
  /** Most words of a column head; a longer text is the last line of a title centred over the table. */
  headWords: 8,
  /** Bands between rulings with more lines of text, on average, contain several rows. */
  rowLines: 3.5,
  /** Most lines of a cell; more is text beside text. */
  cellLines: 14,
  /** Most words of a tagged cell: the longest true cells seen have 120, longer ones are boxes of a page layout. */
  cellWords: 150,
  /** Most lines between two rules of a table; more is a page of text between its head and foot rules. */
  bandLines: 40,
  /** Cells of more words, if no column is one of descriptions, are fragments of sentences. */
  maxWordsOfMany: 6,
  /** Curves and slanted lines in one grid: of 170 true tables one has 1, none has more; charts have 5 to 49. */
  maxShapes: 2,
  /** Plumb lines beside columns that no ruling bounds are the bars and axes of a chart. */
  maxLoosePlumb: 2,

  /** Cells in another column than tagged: overhanging text. */
  misplaced: 0.02,
  /** Words in a tagged table's box that belong to no cell: marks, untagged text. */
  foreign: 0.1,
  /** Largest covered share of a column without a rule between two rows, where other columns have one. */
  freeShare: 0.15,
  /** A small share: bold words below bold heads, mixed rows, rises of page numbers, figures or running text that are an exception. */
  rare: 0.2,
  /** A column in less than this share of the lines is part of its neighbour, if that one has no text in those lines. */
  rareColumn: 0.25,
  /** Figures of a table of words between boxes, or without rulings. */
  someFigures: 0.3,
  /**
   * Between a few and half: flush lines beside a boundary, running text between two rules. Cells that begin within a sentence:
   * true tables reach 0.07 without rulings, half of the rejected areas 0.33. From this share of figures on, words in lower case
   * are units of measurement and labels.
   */
  minority: 0.4,
  /**
   * Half: of a cell's side that a wall covers, of two columns that agree, of a table's width with the edge of a fill, of its height with
   * inner rulings. Figures right of the first column: the median between rulings is 0.8; they may be set by the point, or
   * centred, with signs, so half of them flush is no accident. A column of descriptions beside columns of words or figures.
   * Between rules, true tables have up to 0.42 of cells with a line of running text and 13 words a cell; text has 0.67, 24.
   */
  half: 0.5,
  /** More than half: columns with a head, lines with figures, rows as wide as the widest, markers of a list, monospaced words. */
  majority: 0.6,
  /** Words of letters in running text, flush texts beside a strip. Tables between rules have cells flush by 0.8 and more, flow charts by less than this. */
  mostly: 0.7,
  /** Labels without figures, at most: lines of wrapped labels, and labels of groups. Words in three columns line up by accident in two or three rows; the more columns, the less. */
  bareLabels: 0.75,
  /** Rows of figures with a label, bands with one line. */
  nearlyAll: 0.8,
  /**
   * Cells are flush in a true table: of 170 in articles, reports and official documents, 95 of 100 between rules have an
   * alignment of 0.89 and more, all without rulings 1.0; rejected areas have a median of 0.8.
   */
  wellAligned: 0.85,
  /** Least share of a table's width of the rule below its header; rules below groups of heads omit the first column. */
  headerRule: 0.88,
  /** Two columns of words are the commonest accident: names beside addresses, items beside items. */
  nearlyAll90: 0.9,
  /** Largest width of a rule below a head of several columns, as a share of the table's width. */
  groupRule: 0.94,
  /** Monospaced words of a listing, with the words of running text beside them. */
  listingText: 0.95,
  /** Confidence of tables that the author tagged and that agree with the page. */
  taggedConfidence: 0.97,

  maxWordsBetweenRules: 12,
  /** Without rulings a third of the cells of two columns of text is such a line, as it ends and begins paragraphs. */
  maxProseUnruled: 0.25,
  /** Share of cells with a gap that no column explains: 0 in true tables without rulings, 0.2 at most between rules. */
  maxTornUnruled: 0.08,
  maxTornBetweenRules: 0.25,
  /**
   * Least score of a table that passes every hand-written test, and of one that fails a test. Measured with corpora and templates
   * left out on 2,989 areas, 298 of them tables: between rules 0.1 invents 19 and misses 1, 0.17 invents 9 and misses 1; without
   * rulings 15 and 2, 10 and 3; of grids that are drawn 6 and 0, 4 and 1. Against tests 0.17 invents 23 and misses 24, 0.25
   * invents 13 and misses 26, 0.3 invents 10 and misses 28.
   */
  minScore: { ruled: 0.1, halfRuled: 0.17, unruled: 0.1 },
  minScoreAgainstTests: 0.25,
  /** Least advantage of another grid's score over the usual one. Measured with templates left out: less gains nothing. */
  minAdvantage: 0.05,
  /** Least share of positions with text. Measured over six corpora: tables without rulings have 0.67 and more, charts to 0.5. */
  minFill: { unruled: 0.55, halfRuled: 0.3, ruled: 0.15 },
} as const

/** Limits for hostile pages. */
export const tableLimits = {
  /** Words of a page: one of a telephone book has 4,000. */
  words: 20_000,
  /** Positions of a grid: pages of small print have some 2,000 cells, more is a plot. */
  positions: 10_000,
  /** Rulings of a page, filled areas that are compared with each other, and pairs of lines: a page with more has plots, or pictures made of fills. */
  rulings: 6000,
  fills: 1500,
  pairs: 4_000_000,
  /** Turned words: a wide table has 60 heads of some words; more belong to a drawing. */
  turnedWords: 500,
} as const

export type TableSettings = typeof tableSettings
