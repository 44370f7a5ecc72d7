/** Thresholds and limits of the search for tables. */

/**
 * Thresholds, which several rules may share. Shares are of 1, `Ems` of the text's size, and `Points` of the page. If a
 * comment gives results for other values, they were measured on the tables of 289 documents of seven corpora, read
 * without their tags. Of these, 111 have tables of which the truth is known; the scores are TEDS.
 */
export const tableSettings = {
  /**
   * A drawing with shorter sides is a bullet or a tick, a smaller filled area is no cell, and a shorter ruling separates
   * no cells. For filled areas, 5 is no better.
   */
  minShapePoints: 6,
  /**
   * Boxes that overlap by less than this only touch, because of kerning, italics or the boxes of glyphs. Fills of one
   * colour this close together show no edge. With 1 or 1.6, one table falls by 0.115.
   */
  touchPoints: 0.8,
  /**
   * Lines this close together are one: the two sides of a thin box, or a double stroke. The ends of an underline are
   * this close to those of its words. 1.5 is no better.
   */
  snapPoints: 1.6,
  /** Letters of a monospaced font differ in width by less than this share, because of rounding. */
  samePitch: 0.01,
  /** Largest width of the letters of a monospaced font; most have 0.6. */
  maxPitchEms: 0.75,
  /** Texts are flush if their sides are this close. With 2, two tables become one. */
  flushPoints: 2.5,
  /** Largest distance of a ruling or gap from the boundary that it shows, between lines that touch, and of text over a ruling. */
  nearPoints: 3,
  /**
   * A narrower strip holds no line of text: it is between double rulings, or a line of text beside another. White
   * between the rules of two tables is at least this high.
   */
  stripPoints: 4,
  /**
   * Largest distance between the middles of a head and of its columns or rule, and between the ends of rules, relative
   * to their length. For rules, 0.03 is no better.
   */
  slackShare: 0.06,
  /**
   * Largest distance between the sides of one table's parts, and between the middles of a head and of its columns or
   * rule. With 4, one table falls by 0.006; with 8, one more table is invented.
   */
  sidePoints: 6,
  /**
   * Height of a line of text with its white: a lower table is a box to tick or a logo, and the rule of a head is within
   * this distance.
   */
  linePoints: 12,
  /**
   * Largest distance of the edge of a fill from a ruling; the padding of a cell is between them. With 12, one table is
   * lost with weights that did not see its document.
   */
  paddingPoints: 9,
  /** Largest gap between fragments of one rule, one below each head; tables side by side are further apart. 20 is no better. */
  fragmentGapPoints: 30,
  /**
   * Largest distance from a table to its caption, its turned heads, or a drawing whose labels it may be, and largest
   * white between two rules of one table. Also the largest indent of a label, and the largest gap to a column that is
   * part of its neighbour, for which 40 is no better.
   */
  reachPoints: 60,
  /**
   * Least width of a table and of its rules: a shorter rule is the mark above footnotes or underlines words, a narrower
   * table is a box to tick or a logo. 40 for tables and 90 for rules are no better.
   */
  minWidthPoints: 60,

  /** Width of a blank. With 0.25, the score of one table in the corpora falls by 0.014. */
  blankEms: 0.22,
  /** Quantile of the gaps that is the usual blank: in a tight table, half of the gaps and more separate columns. */
  blankQuantile: 0.4,
  /** A gap larger than the usual blank by this factor is no blank: monospaced fonts have wide blanks. */
  wideBlank: 1.45,
  /** Least gap between cells of a table: its text is not justified, so that blanks are 0.2 to 0.35 wide. */
  fineGapEms: 0.46,
  /** Least gap between segments of a line: blanks of justified text are seldom wider, gaps of tight tables are. */
  segmentGapEms: 0.62,
  /** Wider gaps are no blanks of justified text. Lines closer than this are side by side. 0.85 and 1.2 are no better. */
  wideGapEms: 1,
  /** Largest distance of an underline below its words. */
  underlineEms: 0.28,
  /** Usual leading within a cell. 1.35 is no better. */
  tightEms: 1.45,
  /** Largest leading within a cell or between heads. With 1.6, one table falls by 0.009 and one rises by 0.022. */
  maxLeadingEms: 1.8,
  /** Largest distance between the baselines of rows of one table. */
  rowGapEms: 3.2,
  /** The same for rows with flush cells or between rules. 5 is no better. */
  wideRowGapEms: 6,
  /**
   * Least ratio between the gaps of rows and those of lines in a cell. With 1.15 and with 1.2, cells of one or two
   * tables are cut.
   */
  looseRatio: 1.18,
  /**
   * Least ratio between a heading and the rows below it, between the leadings of two cells, or between a table and its
   * coloured rows. Heads of columns are up to 1.1 times as large as the rows; with 1.18, two headings are rows.
   */
  clearlyLarger: 1.15,
  /** Least sine of the angle of turned heads; text at a smaller angle is a crooked line. */
  turnedSine: 0.3,

  /** Least width of running text in one line. */
  proseEms: 13,
  /** Larger distances to the next text count as this, in leadings of the page. */
  maxSpace: 9,

  /**
   * Fewer occurrences may be chance: flush lines, lines on both sides of a strip, rows of figures or of many columns,
   * rules of one of two tables. Also the most consecutive lines of one text, header rows above a single rule, words of a
   * label such as "Table II –", rows of a single column that is a list, and mean lines between rulings if each such band
   * is a row. Also the most curves, slanted lines and loose vertical lines in a grid: of 170 true tables one has 1,
   * charts have 5 to 49.
   */
  few: 3,
  /**
   * Fewer words of one direction are stamps or labels of axes, fewer numbers do not count columns, and fewer rows of two
   * or three columns of words are chance. Also the most header rows above a table, lines between the parts of a table,
   * and mean words of a cell in two columns.
   */
  several: 4,
  /**
   * Most rows of a header, least words of running text in one line, and least lines that show a gutter between columns of running text. Lines that each fill this
   * many columns are rows, because wrapped cells leave some empty. With 4, one header loses its spans.
   */
  many: 5,
  /** Most words of a head, and mean words of cells in three columns or more; longer ones are titles and sentences. */
  maxWords: 6,
  /** Most lines of a cell or between two rules; more are text beside text. */
  cellLines: 14,
  /** Most words of a tagged cell: the longest true one has 120, longer ones are boxes of a page layout. */
  cellWords: 150,

  /** Largest share of cells in another column than tagged; their text overhangs. */
  misplaced: 0.02,
  /**
   * Largest share of exceptions: words in a tagged table that belong to no cell, or cells of a table without rulings
   * with a gap that no column explains, of which true tables have none.
   */
  exceptions: 0.1,
  /**
   * A small share: bold words below bold heads, rows that seem to be several, lines with a column that is part of its
   * neighbour, the part of a column below the rule of other columns. Between rules, up to this share of the cells of true
   * tables have a gap that no column explains; without rulings, a third of the cells in two columns of text are running
   * text.
   */
  rare: 0.2,
  /**
   * Share of flush lines that shows a column, of running text that two rules may enclose, and of figures from which
   * words in lower case are labels. Of the cells of true tables without rulings, up to 0.07 begin in lower case, of half
   * of the rejected areas 0.33. With 0.5, three tables fall by 0.013 to 0.076.
   */
  minority: 0.4,
  /**
   * Half of a side, of a column, of the lines or of the words. Tables of figures have this share of figures in the
   * columns after the first, whose median between rulings is 0.8, and half of their cells are flush. Up to 0.42 of the
   * cells of true tables between rules are running text, in columns of text 0.67.
   */
  half: 0.5,
  /**
   * More than half: columns with a head, rows as wide as the widest of a tagged table, figures below figures, markers of
   * a list. With 0.5, one tagged table has empty columns.
   */
  majority: 0.6,
  /**
   * Most of the letters, lines or labels. Cells of tables between rules are flush by 0.8 and more, boxes of flow charts
   * by less than this. With 0.85, one table falls by 0.052.
   */
  mostly: 0.75,
  /**
   * Nearly all. Of 170 true tables, 95 of 100 between rules have an alignment of 0.89 and more, all without rulings 1;
   * of the rejected areas half have 0.8 and less. With 0.85, one table loses its header; with 0.87, one falls by 0.021.
   */
  nearlyAll: 0.86,
  /** Least share of typewriter type and running text in a listing. With 0.86, a small table of commands is one. */
  listingText: 0.95,

  /**
   * Least score of a table that passes every hand-written test. Measured with corpora and templates left out on 441
   * such areas, 314 of them tables: between rules 0.1 invents 17, 0.2 invents 9, and none misses any; without rulings 0.1
   * invents 9 and misses 5, 0.2 5 and 6; of grids that are drawn 0.05 invents 10, 0.1 4, and none misses any.
   */
  minScore: { ruled: 0.1, halfRuled: 0.2, unruled: 0.2 },
  /**
   * Least score of a table that fails a test. With corpora and templates left out, on 1,535 such areas, 19 of them tables,
   * 0.25 invents 16 and misses 8, 0.35 9 and 9.
   */
  minScoreAgainstTests: 0.35,
  /**
   * Least ratio between the odds of another grid and those of the usual one. With corpora and templates left out, of 200
   * tables with several grids, 1 improves 3 and harms 2, 1.35 3 and 1, 1.65 2 and 1; of generated ones 368 and 18, 301
   * and 12, 267 and 7.
   */
  clearlyBetter: 1.35,
  /**
   * Least score of a table in what may be a figure. Of 126 manuals, 14 labels of axes and panels scored up to 0.44; with
   * the weights of 29 November, an axis of years over halves has 0.55, a sheet of 42 coloured columns 0.565.
   */
  minScoreInFigure: 0.56,
  /** Least share of positions with text. In six corpora, tables without rulings have 0.67 and more, charts up to 0.5. */
  minFill: { unruled: 0.55, halfRuled: 0.3, ruled: 0.15 },
} as const

/** Limits for hostile pages. */
export const tableLimits = {
  /** Most words of a page: one of a telephone book has 4,000. */
  words: 20_000,
  /** Most positions of a grid: pages of small print have about 2,000 cells, a plot has more. */
  positions: 10_000,
  /** Most rulings of a page; more would not change its tables. */
  rulings: 6000,
  /** Most fills that are compared with each other; a page with more has pictures made of fills. */
  fills: 1500,
  /** Most pairs of lines that are compared; a page with more is a plot. */
  pairs: 4_000_000,
  /** Most turned words: a wide table has 60 heads of a few words, a drawing has more. */
  turnedWords: 500,
  /** Most gaps that are tried as the gutter between two lists. */
  gutters: 12,
} as const
