/** Constants from ISO 32000-1 and from PDFium's headers. */

/** Points are the unit of pages (ISO 32000-1, 8.3.2.3). */
export const pointsPerInch = 72

/** Flags of a font descriptor (ISO 32000-1, table 123). */
export const fontFlags = { fixedPitch: 1 << 0, italic: 1 << 6, forceBold: 1 << 18 } as const

/** Text render modes (ISO 32000-1, table 106), from 0 to 7; filled and stroked letters are thicker. */
export const renderModes = { fillAndStroke: 2, invisible: 3, count: 8 } as const

/** Kinds of page objects and of path segments (fpdf_edit.h, FPDF_PAGEOBJ_* and FPDF_SEGMENT_*). */
export const objectTypes = { text: 1, path: 2, image: 3, shading: 4, form: 5 } as const
export const segmentTypes = { line: 0, bezier: 1, move: 2 } as const

/** Kinds of annotations that show text (fpdf_annot.h, FPDF_ANNOT_*). */
export const annotationTypes = { freeText: 3, stamp: 13, widget: 20 } as const

/** Annotations that are invisible, hidden or not viewed (ISO 32000-1, table 165). */
export const hiddenAnnotation = (1 << 0) | (1 << 1) | (1 << 5)

/** The types of a string and of a name (fpdfview.h, FPDF_OBJECT_*). */
export const stringObject = 3
export const nameObject = 4

/** Arguments and results of FPDFPage_Flatten and EPDFAnnot_HasAppearanceStream. */
export const flatten = { normalDisplay: 0, done: 1, normalAppearance: 0 } as const

/** Reasons why a document does not open (fpdfview.h, FPDF_ERR_*). */
export const openErrors = { password: 4, security: 5 } as const

/** The action of links to addresses (fpdf_doc.h, PDFACTION_URI), and views with only a height (PDFDEST_VIEW_*). */
export const uriAction = 3
export const viewsAtHeight: ReadonlySet<number> = new Set([3, 7])

/** Formats of bitmaps (fpdfview.h, FPDFBitmap_Gray and FPDFBitmap_BGR), with their bytes a pixel; FPDF_ANNOT; and white. */
export const bitmaps = {
  gray: { format: 1, bytes: 1 },
  colors: { format: 2, bytes: 3 },
  alpha: { bytes: 4 },
  withAnnotations: 1,
  white: 0xffffffff,
}

/** Codes of glyphs. PDFium gives a hyphen at a line end the code 2. No combining mark is below U+0300. */
export const glyphCodes = {
  lineEndHyphen: 0x02,
  space: 0x20,
  exclamation: 0x21,
  hyphenMinus: 0x2d,
  dot: 0x2e,
  slash: 0x2f,
  zero: 0x30,
  nine: 0x39,
  underscore: 0x5f,
  smallA: 0x61,
  smallN: 0x6e,
  smallO: 0x6f,
  smallX: 0x78,
  smallZ: 0x7a,
  softHyphen: 0xad,
  firstMark: 0x300,
  stroke: 0x338,
  zeroWidth: 0x200b,
  hyphen: 0x2010,
  bullet: 0x2022,
  ellipsis: 0x2026,
  arrow: 0x2192,
  mapsTo: 0x21a6,
  element: 0x2208,
  minus: 0x2212,
  radical: 0x221a,
  ballotBox: 0x2610,
  ballotBoxWithX: 0x2612,
  replacement: 0xfffd,
  last: 0x10ffff,
} as const

/** Codes of hyphens: Quartz maps one glyph to all three. */
export const hyphens: ReadonlySet<number> = new Set([
  glyphCodes.hyphenMinus,
  glyphCodes.softHyphen,
  glyphCodes.hyphen,
])

/** Detects a control character (Unicode Standard, 23.1). */
export function isControl(code: number): boolean {
  return code < glyphCodes.space || (code >= 0x7f && code <= 0x9f)
}

/** Detects a combining mark, in all scripts. */
export function isMark(code: number): boolean {
  if (code < glyphCodes.firstMark || code > glyphCodes.last) return false
  return /\p{M}/u.test(String.fromCodePoint(code))
}

/** Detects scripts with complex text layout: their letters change shape or direction, or form clusters. From Hebrew to Khmer. */
export const isComplexScript = (code: number) => code >= 0x590 && code < 0x1dc0

/** Returns true for the first and for the second half of a character beyond U+FFFF (Unicode, 3.8). */
export const isHighSurrogate = (code: number) => code >= 0xd800 && code < 0xdc00
export const isLowSurrogate = (code: number) => code >= 0xdc00 && code < 0xe000
