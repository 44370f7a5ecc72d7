/** Thresholds by which glyphs become words, lines and columns. */

/** Lengths are ems of the text unless a name or comment says otherwise; several rules may share a threshold. */
export const layoutSettings = {
  /**
   * Text layers of scans: the usual blank, and the largest one after the words are widened; the least letters of a word that
   * shows a ratio, the least number of such words, and the ratios that count. A next word is not farther than `gapEms`.
   */
  textLayer: {
    blankEms: 0.3,
    closeEms: 1.5,
    letters: 4,
    pairs: 20,
    least: 1.1,
    most: 1.6,
    levelEms: 0.3,
    gapEms: 2.5,
  },
  /** Height of letters above the baseline. */
  ascent: 0.72,
  /** Depth of letters below the baseline. */
  descent: 0.22,

  /** A wider gap separates words: blanks are 0.2 (in tight lines of TeX) to 0.35, kerning stays under 0.1. */
  wordGap: 0.13,
  /** Least gap between the number of an item or heading and its text in another text object. Narrow tabs of three documents leave .023 to .125. */
  numberGap: 0.02,
  /** Most characters of such a number with the first letters of its text. */
  numberLength: 16,
  /** Least share of drawn blanks among such gaps of a page that draws its blanks. Of 630 pages, 191 have 0, all others 0.6 and more. */
  drawnBlanks: 0.2,
  /** A wider gap separates words in a run that draws its blanks, where a gap without a blank is letter spacing or a tab. */
  wordGapBesideBlanks: 0.18,
  /**
   * A wider gap separates words in spaced letters of fixed pitch, and two hyphens. LaTeX's `listings` spaces letters, most at the ends of
   * a name: by up to .26 in two manuals. Blanks are wider than letters there.
   */
  spreadGap: 0.3,
  /**
   * A wider gap separates Chinese and Japanese words, which have no blanks between them. With .6, numbers and their titles, and names beside
   * each other, run together in five of 1,200 documents.
   */
  solidScriptGap: 0.35,
  /** A wider gap separates words at any letter spacing. Kerned or slanted words overlap by up to this much. */
  overlap: 0.5,
  /** Least gap at a drawn blank: slanted letters may reach into it, and negative spacing may cancel it. */
  blankGap: -0.05,
  /** A smaller gap is kerning. A narrower soft hyphen is not printed. */
  solid: 0.03,
  /** Fewer letters do not show their letter spacing. */
  fewLetters: 4,

  /** Largest distance between baselines within a run; scripts are off by 0.15 or more. */
  runDrift: 0.1,
  /** Largest horizontal distance between the middles of an accent and its letter. */
  accentDistance: 0.3,
  /** Largest vertical distance between an accent and its letter; accents of capitals are raised. */
  accentRise: 0.6,
  /** Largest white between lines with tall formulas; TeX leaves .1 beside the ink, and more beside letters without descenders. */
  lineSkip: 0.35,
  /** Largest height of a mark's text position above and below its letter's, in ems. */
  markRise: 1,
  markDrop: 0.5,
  /** Runs before a mark among which its letter is searched. */
  markReach: 8,
  /** Clusters searched at the end of each of these runs. */
  markClusters: 500,
  /** Most marks that wait for their letters. */
  maxWaiting: 100,
  /** Largest difference of the parts of a glyph's box, in points. */
  dividedPoints: 0.01,
  /** Height of the tallest radical of one line: TeX's have 1 and 1.2 ems, those over a fraction 1.8 and more. */
  radicalHeight: 1.4,
  /**
   * If the ink is higher than the declared size by this factor, the size is wrong. Texts whose sizes differ by this
   * factor are not on one line.
   */
  otherSize: 1.8,
  /** Texts whose sizes differ by this factor are not in one row: a heading beside text. */
  rowSize: 1.6,
  /** Text turned by less counts as upright, because scans may be crooked. */
  uprightDegrees: 3,
  /**
   * If visible letters are fewer than this share of the invisible ones, the invisible text is the text of the page: a
   * scan with a stamp.
   */
  stampShare: 0.2,

  /** Largest gap within a fragment between words that follow each other in the file. */
  fragmentGap: 1,
  /** Largest gap within a fragment between other words, which may be of columns close to each other. */
  strangerGap: 0.6,
  /** Discs beside no text are the points of a chart if a page has at least this many; in 1,233 documents, no other page has them. */
  chartPoints: 12,
  /** Text at most this far above or below a disc may be beside it; heights are compared in steps of it. */
  chartStepPoints: 2,
  /** The same word printed again within this distance is dropped as an overprint. Left edges within it are equal. */
  same: 0.3,
  /** Largest distance between baselines of words on one line that differ in size: large initials, big operators. */
  unevenLine: 0.25,
  /** Largest distance between baselines on one line, in ems of the smaller text. */
  line: 0.35,
  /**
   * Largest distance between baselines in a row of a table. It is smaller than that of a line, because lines of two
   * columns may be level by chance.
   */
  level: 0.2,
  /** Share of the smaller height that two words of a line must have in common. */
  lineOverlap: 0.45,
  /** Largest size of a script relative to its neighbour. */
  scriptSize: 0.85,
  /** Largest gap between a script and its neighbour. */
  scriptGap: 0.35,
  /** Largest gap between the mark of a footnote and its text, which may begin at a tab. Nine of 1,406 documents have tabs of 1 to 3. */
  noteTabEms: 3,
  /** Largest distance between the baselines of a script and its neighbour: browsers raise marks of notes by 0.65. */
  scriptRise: { word: 0.75, fragment: 0.55 },

  /** Least width of a gutter, except between running text, of which `strangerGap` divides two columns: narrow journals have 0.8. */
  gutter: 0.7,
  /** Bands further apart are independent: running headers, a table across the page. */
  bandGap: 1.2,
  /** Least gap between rows of a table whose cells have several lines; their leading leaves gaps of 0.2 to 0.4. */
  cellBandGap: 0.55,
  /** A wider gap separates cells; justified lines seldom have one. */
  cellGap: 1.6,
  /** Values further away from a text belong to an axis, and the text is a legend. */
  axisGap: 30,
  /** Most lines of a cell; more are separate rows. */
  cellLines: 8,
  /** Most bands at an end of a gutter that may be running headers or headings of columns. */
  droppedBands: 6,
  /** Fewer rows at the end of a gutter may be headings of the columns instead of a table. */
  tableRows: 4,
  /**
   * Least rows of prose (or all except the last), rows that show the edge of a column, and glyphs or words searched for
   * a neighbour.
   */
  few: 3,
  /**
   * Share of level rows from which two sides are a table, and of lines that begin with a glyph from which it is a
   * bullet.
   */
  nearlyAll: 0.8,
  /** Least characters of a line of prose. */
  proseCharacters: 18,
  /** Least share of its width that a line of prose fills. */
  proseFill: 0.7,
  /** Least share of letters in a line of prose. */
  letterShare: 0.6,
  /** Labels of a chart are shorter. */
  labelCharacters: 30,
  /** Lines of a cell that were broken to fit its width have at least this many characters on average. */
  cellCharacters: 8,
  /** List markers and values are at most this long. */
  markerCharacters: 10,
  /** Leading and size vary by less than this share within one text. */
  sameText: 0.1,

  /**
   * Line numbers of a document. `steps`: they count each line or each fifth one. `points`: tolerance of their edges.
   * `least`: least lines beside them. `continuedShare`: least share of full lines that begin within a sentence.
   */
  lineNumbers: { steps: [1, 5], points: 3, least: 10, continuedShare: 0.2 },

  /**
   * Cards side by side. `gap`: least gap between them, wider than between cells. `edge`: tolerance of left edges.
   * `otherSize`: least factor between the sizes of a heading and its text. `near`: largest distance between them.
   * `leading` and `lines`: largest leading and most lines of the text; more lines are rows of a table.
   */
  cards: { gap: 2, edge: 0.5, otherSize: 1.1, leading: 1.7, near: 3, lines: 6 },

  /** Drawn boxes with text. `points`: least width and height; `pageShare`: largest share of the page. */
  boxes: { points: 15, pageShare: 0.5 },

  /** Gap between the ink of a bullet and its text; a closer glyph is a letter, a further one is in another column. */
  bulletGap: { least: 0.1, most: 4 },

  /**
   * Sizes measured from ink vary from word to word: a scan's text layer has at least `sizes` different sizes in steps
   * of `step`, each with a share `share` of the glyphs and within a share `spread` of the median, in at least `objects`
   * text objects. Authors use two or three sizes.
   */
  steady: { step: 0.02, share: 0.03, sizes: 5, spread: 0.25, objects: 30 },
} as const

/** Limits for hostile pages. */
export const layoutLimits = {
  /** Most nested columns. */
  depth: 12,
  /** A region with more fragments, such as the labels of a plot, is read line by line. */
  fragments: 6000,
  /** Most fragments of a line, and most chains that a chain is compared with: a table has about 30 columns. */
  rowFragments: 500,
  /** Most comparisons between the words of two chains; lines have about 20 words. */
  comparisons: 2500,
  /** Most places of a page where text printed over other text counts; a table over a column has about 100. */
  overlaps: 5000,
  /** Most numbers of a page that are searched for line numbers; a page has about 60 lines. */
  pageNumbers: 600,
  /** A page with more drawn boxes is a map or a plot; a page of diagrams has about 100. */
  boxes: 400,
  /** Most strips of a region that are examined closely, the most promising first. */
  strips: 24,
} as const
