/** Thresholds of the passes that turn lines into blocks. */

/**
 * Several rules may share a threshold. Names end in `Ems` (of the text's size), `Points` (of the page), or a count; other values are
 * ratios. If a comment gives results for other values, they were measured on 570 documents: nine corpora and 120 generated pages.
 */
export const structureSettings = {
  /** Font sizes are rounded to multiples of this, in points. */
  sizeStep: 0.5,
  /** Two texts have the same size if it differs by less than this share. */
  sameSize: 0.05,
  /**
   * Dots are equally far from each other if their distances differ by less than this share of a dot's width. In eight manuals, those of
   * leaders differ by up to 0.004, and a full stop before them by 0.03 or more.
   */
  leaderDots: 0.01,
  /**
   * Two lines may be in one paragraph if their sizes differ by less than this share: a word in another font changes the
   * size of its line.
   */
  similarSize: 0.08,
  /** Text larger than the body by this factor may be a heading. */
  larger: 1.1,
  /** Text larger by this factor is a heading, such as a title or the first line below a running header. */
  muchLarger: 1.25,
  /**
   * A heading is larger than the date at the other end of its line by this factor. With 1.1, page numbers are
   * separated, too; with 1.25, three dates are missed.
   */
  headingBesideText: 1.15,
  /** Text smaller than the body by this factor is a note or caption, and a heading that small belongs to the notes. */
  smaller: 0.92,
  /**
   * Bold text on a separate line may be smaller than the body by this factor and still be a heading: a wide face of 11
   * points over a text of 12.
   */
  boldSmaller: 0.88,
  /** Largest size of a superscript or subscript relative to its line. */
  scriptSize: 0.86,
  /** Least distance of a superscript or subscript from the baseline. */
  scriptShiftEms: 0.08,
  /** Least size of a drop capital relative to the text; it is at least two lines high. */
  dropCapSize: 1.7,
  /** Largest difference between the tops of a drop capital and its first line, relative to the capital. */
  dropCapRise: 0.3,

  /** Share of bold letters from which a line counts as bold; a change between bold and other lines separates blocks. */
  solid: 0.97,
  /** Share of letters in one style from which a line or text counts as having that style. */
  uniform: 0.9,
  /**
   * Emphasis on a larger share of a paragraph is ignored, because it distinguishes nothing. Also the least share of
   * tagged headings that must be readable, of plain words in typewritten text, and of code in a table of code.
   */
  nearlyAll: 0.8,
  /** Share of capitalised words from which a text is a list of names. */
  nameShare: 0.75,
  /** Least share of letters in a title, without its number. */
  letterShare: 0.4,
  /** Prose with this share of the letters is the body, even if the document has more code. */
  bodyShare: 0.25,
  /**
   * A last line shorter than this share of the widest line ends a paragraph. A column narrower than this share of the
   * widest is beside the text.
   */
  shortShare: 0.6,
  /** A page has turned labels, as at axes, if its turned text is shorter than this share of its upright text. */
  turnedShare: 0.5,
  /** Most turned fragments that are grouped, and most turned blocks that are moved: both are compared in pairs. */
  turnedFragments: 300,
  /** Largest distance between turned numbers of one axis, in ems. */
  tickEms: 6,
  /** The title is in this upper share of the first page. */
  titlePlace: 0.65,
  /** Running headers and footers are within this share of the page from its top or bottom. */
  marginShare: 0.14,
  /** Turned furniture is within this share of the page from its left or right; labels of axes are further inside. */
  sideShare: 0.12,

  /**
   * Fewer occurrences prove nothing: numbered sections, consecutive headings, pages with the same running header, names
   * between commas.
   */
  few: 3,
  /** Number of rows from the edge of a page inwards that may be furniture. */
  furnitureRows: 5,
  /** Largest number of columns between two parts of a paragraph. */
  columnsBetween: 2,
  /**
   * Number of unfinished paragraphs that are searched for the one that a block continues. The fast lane, which finds no headings and no
   * tables, has more of them: with 12, sentences are torn.
   */
  openParagraphs: 24,
  /** Number of items on each side among which another item of a list is searched. */
  reach: 12,
  /** Levels of headings: Markdown and HTML have six. */
  headingLevels: 6,
  /**
   * Usual starts of columns: least number and share of columns, and the largest indent of a column that holds only nested items, in
   * ems; columns beside each other are further apart. Of 35 real documents that change 31 are better.
   */
  columnStarts: { columns: 2, share: 0.1, ems: 10 },
  /**
   * Title of a document: least size relative to the body's text and to all other text of its page, and most lines. TeX's titles
   * are 1.72 times as large as the body, those of R's vignettes 1.44. Of 73 real documents that change about 60 are better.
   */
  documentTitle: { least: 1.25, others: 1.1, lines: 4 },
  /** A title that is the only centred heading: its least indent, and the largest share of centred ones among others. 8 of 524 documents have one. */
  centredTitle: { indentEms: 2, share: 0.25 },
  /**
   * Slides: least width relative to the height, least share of the pages with a title in one place, least number of slides and titles.
   * Of 42 presentations from Office files, ten have more titles than with one style for all, none has a wrong one.
   */
  slideTitles: { aspect: 1.2, share: 0.5, least: 4 },
  /** Largest depth of nested lists. */
  listDepth: 6,
  /** Number of blocks searched on each side of an entry of a table of contents; most of them must be entries, too. */
  contentsReach: 4,

  /** A shorter line is a label or a name, not a sentence. */
  lineCharacters: 60,
  /**
   * A longer text that begins with a small letter is the rest of a sentence, not a name; a longer text does not repeat
   * a running header.
   */
  nameCharacters: 40,
  /** Longest title that follows a number or begins a paragraph. */
  titleCharacters: 130,
  /** Most lines of a title that begins a paragraph. */
  titleLines: 3,
  /**
   * Least text that shows the body: a block of this length begins the text of a document, and with less text the size
   * of tables is not separated from it.
   */
  bodyCharacters: 250,
  /** A cover has less text: 35 covers of theses and manuals have up to 444 characters. */
  coverCharacters: 800,
  /** Longest heading. Joining two lines examines this many characters before the line end. */
  headingCharacters: 300,
  /** Most lines of a chapter's label: its word and its number may be a line each. */
  labelLines: 2,
  /** Most lines of a heading. */
  headingLines: 8,
  /** Least words in small letters that make a sentence. */
  sentenceWords: 4,
  /** Least characters that make a sentence in a script without blanks. */
  sentenceCharacters: 12,
  /** Fewer letters do not prove a heading by its capitals, a repetition by a running header, or the pitch of code. */
  fewLetters: 4,

  /**
   * Least white above a heading that hardly differs from the body, and largest white between a bold term and its description:
   * manuals have 0.25 to 0.44, headings over text mostly more.
   */
  headingSpaceEms: 0.45,
  /** Indent of each level of a table of contents, in points: more than `indentEms`, so that the items are nested. */
  contentsIndent: 100,
  /** Entries of contents have one left edge, or one right edge, if these differ by less. */
  sameEdgePoints: 1,
  /**
   * Most words of a line in a stack, such as an address. Of 34,182 line breaks in 701 printed web pages and Office documents 1,788 were
   * missing and 3,155 false without stacks; 1,688 and 3,160 with 5 words, 1,643 and 3,160 with 7, 1,631 and 3,166 with 10. With one left edge
   * for all lines and 7 words, 1,654 and 3,157.
   */
  stackWords: 7,
  /** Least indent of paragraphs and nested items. */
  indentEms: 0.7,
  /** Largest indent of the first line of a paragraph. In 27 of 250 manuals, only this indent shows where some paragraphs begin. */
  firstIndentEms: 3,
  /**
   * Largest distance of an item's text from its marker, where no item nearby has a second line: centred formulas are further away.
   * Eight of 215 manuals have such items with blocks further away.
   */
  markerEms: 4,
  /** A line ends its paragraph if the first word of the next line and this much white would have fitted on it. */
  slackEms: 0.6,
  /**
   * Text beside a picture or box: least width, and least share of its lines that go on with a small letter. Others are labels, cells or
   * items. Of 1,207 documents twelve change by such text, seven for the better, one for the worse.
   */
  proseEms: 8,
  wrappedShare: 0.3,
  /**
   * A line of a paragraph of two lines ends deliberately if this much white more would have fitted. Of 418 such paragraphs in 146 real
   * documents about one in ten is set narrower than its column.
   */
  breakEms: 3,
  /** Largest distance between the middles of centred lines. */
  centreEms: 0.5,
  /**
   * A wider gap separates cells, a formula from its number, or a heading from a date; also the least distance of an
   * outlying line from the edge.
   */
  wideGapEms: 2,
  /**
   * White between a heading and the text after it on its line: LaTeX sets 1 em. Justified blanks are half of it, tabs
   * are wider. Of 12 such leads all are headings.
   */
  leadGapEms: { least: 0.8, most: 1.6 },
  /**
   * White between a heading that ends in a full stop or a colon and its text: exactly the 1 em of LaTeX's `\\paragraph`. Of such
   * leads in 60 manuals, nearly all are headings; with other gaps, most are labels, references and captions.
   */
  quadEms: { least: 0.98, most: 1.07 },
  /** Lines further apart than the usual leading times this factor begin a paragraph. */
  leadingFactor: 1.28,
  /** Lines further apart are in one paragraph only in double-spaced text. */
  maxLeadingEms: 2.2,
  /** Wider leading is not double spacing, which has 2.3 in Word. */
  doubleLeadingEms: 2.6,
  /** Lines of one leading differ by less. */
  leadingSlackEms: 0.05,
  /** Leading of a column that has too few lines to measure it. */
  usualLeadingEms: 1.25,
  /** Lines of code have an empty line between them if their leading is larger than this, and `emptyLineFactor` times the usual one. */
  emptyLineEms: 1.9,
  /** The usual leading of a document's code may be wide. */
  emptyLineFactor: 1.5,
  /**
   * The usual leading of code is that of this share of its lines. Of 1,032 documents, 12 have white above and below most lines; with a
   * smaller share, a few tight lines of another font set the leading.
   */
  codeLeadingShare: 0.25,
  /** Most plain words in a row in a line of code in proportional type. */
  wordsOfCode: 4,
  /** Code blocks, and a term in the font of code and its description, are not further apart. */
  codeGapEms: 3,
  /** Width of a monospaced letter if it cannot be measured. */
  monoEms: 0.6,
  /** Least white between the text and furniture: heads and captions of tables have less; most white between two blocks of one tag. */
  apartEms: 1,

  /** Largest distance from a figure to its caption. Columns end only at pictures with sides longer than this. */
  captionPoints: 60,
  /** Largest distance from a table to its notes. */
  notePoints: 16,
  /** Boxes may overlap by this much and still be side by side, or below each other. The target of a link is at most this far below its heading. */
  overlapPoints: 12,
  /** Baselines of a running header differ by less from page to page. */
  samePlacePoints: 4,
  /** Largest distance from the target of a link down to its heading: targets are in the white above it. */
  linkAbovePoints: 48,
} as const

/** Limits for hostile files. */
export const structureLimits = {
  /** Most authors of the metadata that are searched on the first page. */
  authors: 50,
  /** Most blanks before a part of a line of code, for a very wide page. */
  blanks: 120,
  /** Most drop capitals of a page; usual pages have one, seldom three. */
  dropCaps: 40,
  /** Most blocks beside a column that are put before its last heading; of eight real pages with such headings none has more than 25. */
  blocksBeside: 100,
  /** Most lines of a verse or address; a hostile page may have thousands of short lines. */
  verseLines: 100,
  /** Most headings of a page that an entry of contents is compared with. */
  pageHeadings: 100,
  /** Most heads of columns that a row at the top of a page may have; a hostile page has thousands of texts in a row. */
  heads: 100,
  /** Most notes below a table; further ones are text that begins like a note. */
  tableNotes: 8,
} as const
