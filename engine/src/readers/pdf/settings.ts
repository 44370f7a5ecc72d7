/** Thresholds and limits for reading a document and its pages, outside of the passes. */

/** Limits of the work on one document. */
export const readingLimits = {
  /** After this many consecutive missing pages, the page count in the file is assumed to be wrong. */
  missingPages: 50,
  /** Progress is sent after this many pages, because it needs a turn of the event loop. */
  pagesPerTurn: 8,
  /** Most pages whose pictures are read in addition to their text: each takes a second, and the text is seldom essential. */
  picturePages: 60,
  /** Most scans with plausible hidden text that are still compared with the picture; each takes half a second. */
  layerChecks: 20,
  /** Attempts to recognise a page; a failed engine is replaced before the next one. */
  recognitions: 2,
  /** Most traps of a document. A page on which PDFium traps costs a new instance, or two if its text alone traps, too. */
  traps: 6,
} as const

/** Limits of the work on a line. */
export const lineLimits = {
  /** Longest end of a line that is searched for a word or an address broken over two lines. */
  brokenCharacters: 300,
} as const

/**
 * The letters of a word that is broken at a hyphen are more likely together than apart. Below these differences, in nats, a
 * hyphen is printed: in an address, and in a compound of which the text has similar ones. Of 1,927 hyphens at line ends of 143
 * documents with ground truth, 65 were removed wrongly before, and 31 with these values; no more are kept wrongly. Of 1,406
 * documents, seven have hyphens within code that `codeNats` keeps, all of names (`--compare-versions`); other hyphens at line ends
 * within code break a word.
 */
export const hyphenSettings = { addressNats: 2, compoundNats: -2, codeNats: 2 } as const

/** Resolution and size of drawn pages. */
export const pictureSettings = {
  /** Makes small letters legible on a screen; a page of text takes about 100 kB, A4 has 1.4 million pixels. */
  pages: { dpi: 120, maxPixels: 2_000_000 },
  /** Pages from which regions are cut: sharp on screens, and in print at half the size; A4 has 2.2 million pixels. */
  regions: { dpi: 150, maxPixels: 8_000_000 },
} as const

/**
 * Thresholds for receipts and other slips. Of 20 receipts, the widest has 50 characters across, and the least share of lines
 * with amounts is 14 %. Of 17 other scans, each has at least 64 characters across, or amounts in less than 10 % of its lines.
 */
export const slipSettings = {
  /** Largest width of the text, in characters. */
  charactersAcross: 56,
  /** Least share of lines with an amount. */
  amountShare: 0.12,
  /** Least number of lines with an amount. */
  amounts: 3,
  /** Least letters of the words by which the width of characters is measured. */
  letters: 3,
  /** Share of the words ignored at each side: specks at the edges of the paper. */
  outliers: 0.02,
  /** Most vertical rulings that horizontal ones cross: two are a frame, more are a table. Edges of the paper are not crossed. */
  crossedRulings: 2,
  /** Rulings meet if they are closer than this, in points. */
  meetPoints: 3,
} as const

/** Thresholds for a table in a picture: charts and screenshots have less text in columns, and little may be aligned by chance. */
export const pictureTableSettings = {
  /** Least share of a picture's words that are in its table. */
  wordShare: 0.75,
  /** Least number of words in a table. */
  words: 15,
  /** Least rows with text in several columns; labels of a chart make fewer. */
  fullRows: 3,
} as const
