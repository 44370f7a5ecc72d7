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
