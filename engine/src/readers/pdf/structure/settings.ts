/** Numbers of the passes that turn lines into blocks, each with what it was measured on. */

/**
 * Several rules share each number. One for each meaning replaced 163 constants; the blocks of one of 570 documents (nine corpora and
 * 120 made pages) changed by it. Where a comment names documents, they were the difference between that value and its neighbour.
 */
export const structureSettings = {
  /** Sizes are rounded to this many points. */
  sizeStep: 0.5,
  /** Sizes of one text differ by less than this share. */
  sameSize: 0.05,
  /** Sizes of the lines of a paragraph differ by less than this share: words of another font change the size of a line. */
  similarSize: 0.08,
  /** Text this much larger than other text can be its heading. */
  larger: 1.1,
  /** Text this much larger is a heading: a title, or the first line below a running head. */
  muchLarger: 1.25,
  /** A heading is this much larger than the date at the other end of its line: 1.1 parts page numbers, 1.25 misses three. */
  headingBesideText: 1.15,
  /** Notes and captions are at most this much smaller than the body; a heading that is smaller is one of notes. */
  smaller: 0.92,
  /** Bold text on a line apart may be this much smaller: 11 points of a wider face over 12. */
  boldSmaller: 0.88,
  /** A raised or lowered mark has at most this share of its line's size, and is off its baseline by this many ems. */
  scriptSize: 0.86,
  scriptShiftEms: 0.08,
  /** A drop capital is two lines high or more, and rises above the first by at most this share of its size. */
  dropCapSize: 1.7,
  dropCapRise: 0.3,
  /** Least weight of bold letters: semi-bold is 600; regular cuts reach 520 where the weight is measured from stems. */
  boldWeight: 600,

  /** Lines are bold throughout from this share of their letters on: a break between such a line and others is one between blocks. */
  solid: 0.97,
  /** A line or text has one style when this share of its letters has it; without it, as many have another. */
  uniform: 0.9,
  /** Emphasis of a larger share of a paragraph distinguishes nothing; readable headings have this share of the tagged ones. */
  nearlyAll: 0.8,
  /** Words of a list of names that begin with a capital. */
  nameShare: 0.75,
  /** Letters of a title, without its number. */
  letterShare: 0.4,
  /** Prose is the body with this share of the letters, even where code has more. */
  bodyShare: 0.25,
  /** A last line shorter than this share of the widest ends a paragraph; a column narrower than it is beside the text. */
  shortShare: 0.6,
  /** The title is in this upper share of the first page; running heads are in this share of each end, turned ones of each side: labels of axes are further in. */
  titlePlace: 0.65,
  marginShare: 0.14,
  sideShare: 0.12,
  /** A picture that covers more of the page is its background. */
  backgroundShare: 0.6,

  /** Fewer of a kind are chance: numbered sections, headings in a stack, pages with one head, names between commas. */
  few: 3,
  /** Rows from the edge inwards that can be running heads. */
  furnitureRows: 5,
  /** Blocks of a page's paragraphs that may go on, and columns between two parts of one. */
  openParagraphs: 24,
  columnsBetween: 2,
  /** Items between which another of the same list is sought, and levels of lists. */
  listReach: 12,
  listDepth: 6,
  /** Blocks on each side of an entry of a table of contents, most of which are entries. */
  contentsReach: 4,

  /** Characters of a line; less is no sentence: a label, a name. A text with a small first letter and more is the rest of one. */
  lineCharacters: 60,
  nameCharacters: 40,
  /** Characters and lines of a title after a number or before its text. */
  titleCharacters: 130,
  titleLines: 3,
  /** Characters that begin the text of a document, or with which its text has a size of its own beside that of its tables. */
  bodyCharacters: 250,
  /** Characters and lines of the longest heading; the characters are enough for the joint of two lines. */
  headingCharacters: 300,
  headingLines: 8,
  /** Words of a sentence in small letters, and characters of one without blanks. */
  sentenceWords: 4,
  sentenceCharacters: 12,
  /** Letters of a heading that only capitals show, or of a head that repeats one. */
  fewLetters: 4,

  /** Least white above a heading that hardly differs from the body, in ems. */
  headingSpaceEms: 0.45,
  /** White above the first line of a column. */
  columnTopEms: 9,
  /** Paragraphs and items are indented by this many ems; a line short by the next word and `slackEms` ends its paragraph. */
  indentEms: 0.7,
  slackEms: 0.6,
  /** Middles of centred lines. */
  centreEms: 0.5,
  /** A gap that parts cells, a formula from its number, a heading from a date; and an outlying line from the edge. */
  wideGapEms: 2,
  /** White after a heading that its text follows: LaTeX sets 1, justified blanks are half of it, tabs leave more; of 12 such leads 12 are headings. */
  leadGapEms: { least: 0.8, most: 1.6 },
  /** Lines further apart than the leading by this factor begin a paragraph; leading is never wider than `maxLeadingEms`. */
  leadingFactor: 1.28,
  maxLeadingEms: 2.2,
  usualLeadingEms: 1.25,
  /** White between the lines of code: from one line to an empty one, and the most within a block. */
  emptyLineEms: 1.9,
  codeGapEms: 3,
  /** Width of a letter of a monospaced font where it cannot be measured. */
  monoEms: 0.6,
  /** White above the number of a page that is its last line, or above a block of the same tag. */
  apartEms: 1.5,

  /** Points from a figure to its caption; and the smaller side of a picture. */
  captionPoints: 60,
  /** Points from a table to its notes, and by which boxes may overlap. */
  notePoints: 16,
  overlapPoints: 12,
  /** Baselines of one running head differ by less from page to page. */
  samePlacePoints: 4,
  /** Links lead to the white above a heading: points from the target down to it, and to the side. */
  linkAbovePoints: 48,
  linkBesidePoints: 120,
} as const

/** Limits for hostile files. */
export const structureLimits = {
  /** Blanks before the parts of a line of code, on a very wide page. */
  blanks: 120,
  /** Drop capitals of a page, which has one, seldom three. */
  dropCaps: 40,
  /** Notes below a table; more are text that begins like notes. */
  tableNotes: 8,
} as const

export type StructureSettings = typeof structureSettings
