/** Settings for labelling lines: weights of rules beside the learnt ones, and thresholds of features. */

/** Weights of the rules beside the learnt margins. */
export const labelSettings = {
  /**
   * Added to the margin of a heading if the rules find one. Mean F1 of heading lines on three sets of left-out
   * documents (benchmarks/ablation.md): .930, .864, .964 with .25; .922, .855, .972 with .75; .933, .868, .960 with 0.
   */
  headingBonus: 0.25,
  /** Subtracted from the margin of a heading if the rules find none. */
  headingMalus: 0.75,
  /**
   * Change of a margin by strong evidence, with which a rule outweighs most of the learnt ones:
   * - for a further line of a heading if the rules find one: 3 is equally good; without it, headings of two lines are cut;
   * - against continued labels for a line far below an unfilled line: of 267 such lines in real documents 19 continue a block;
   * - for continued labels for a line after a filled line that ends no sentence, or after a word such as `of`: joins lines of
   *   items, headings and references that were split in eight real documents; in two charts it joins labels;
   * - for an item with the next number of a list at the top of a column: finds an item in three real documents and changes no
   *   others. Lines in other columns are not among the features;
   * - twice, for a heading that the outline has: of 1,355 such lines in 106 real documents 97 % are headings, and all eleven that the
   *   trees reject;
   * - for or against a heading, by the mean of at least two other lines with equal looks and surroundings: of 35 real documents that
   *   change about 20 are better, 6 worse;
   * - for a bold title with a number of two or more levels that the rules find, and for one such as `Abstract`: of 401 and 279 such
   *   lines in real documents 98 and 93 % are headings; without it, `Abstract` is a paragraph in 11 of 127 further documents;
   */
  strong: 2,
  /** Added to the margin of a heading for an underlined line alone: of 15 real documents that change 13 are better. With 2, five change. */
  underlined: 6,
  /** Least distance below the line before of a line that seldom continues a block, in leadings. */
  apartLeadings: 3,
  /** Least free space at the end of the line before above such a line, in ems. */
  apartRoom: 4,
  /**
   * Change of a margin that decides the label alone: for `2.1. Sampling.` before the text of its line, or a list of
   * authors.
   */
  sure: 100,
  /**
   * Largest bonus of a heading whose style is that of other headings, and the number of lines without a verdict that are
   * counted with them. Of 35 real documents that change about 30 are better; with 2, more headings appear, but also
   * sources of tables and commands. `many` holds for lines that only their style can decide, where at least `alikeMany`
   * lines have it: of 37 real documents about 25 are better, 7 worse.
   */
  alikeBonus: { few: 1, many: 3 },
  alikePrior: 2,
  alikeMany: 10,
  /** Most that one line of a series of numbers speaks for or against headings: of eight real documents that change six are better. */
  mostOfSeries: 4,
  /**
   * Prior counts of naive Bayes: lines on which the tags and the other evidence disagree, and lines on which they agree. With
   * these, of 10,098 ends of paragraphs in 321 tagged Office prints 554 → 394 are missing and 177 → 127 are false.
   */
  tagPrior: [1, 9],
  /** Least number of lines near a line of an index that end in page numbers, including the line. */
  minEntries: 5,
  /** Least share of the lines nearby that end in page numbers. */
  entryShare: 0.6,
  /** Largest difference between the left edges of two terms of a list. */
  termStartEms: 0.5,
} as const

/** Thresholds of features. The weights in models/lines.json were trained with them, so a change requires new training. */
export const featureSettings = {
  /** Largest value of a distance or count; also the value of a distance to something that does not exist. */
  far: 20,
  /** Number of lines searched for another one of the same list. */
  listReach: 25,
  /** Number of lines searched for code. */
  codeReach: 3,
  /** Number of lines on either side that show that a line is part of an index. */
  entryReach: 6,
  /** Wider white between lines counts as this much. */
  mostWhiteEms: 5,
  /** Leading of a column with one line, in ems. */
  usualLeading: 1.2,
  /** Sizes within this factor are equal except for rounding. */
  sizeSlack: 1.03,
  /** A line is short if it fills less than this share of its column. */
  shortShare: 0.7,
  /** Most that a ruling overlaps a line. */
  overlapEms: 0.5,
  /** Largest distance between the ends of an underline and its text. */
  underlineEndsEms: 0.6,
  /** Largest distance of an underline below the baseline. */
  underlineDepthEms: 0.4,
} as const
