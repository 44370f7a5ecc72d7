/** Constants of text recognition: settings that tune its results, and bounds of its time and memory. */

/** Bounds of time and memory for hostile and very crowded pages. */
export const ocrLimits = {
  /**
   * CPU time of a page, seconds. A crowded page takes 10 on a busy machine. After twice this time, the pool of child processes
   * ends a page without text.
   */
  pageSeconds: 20,
  /** CPU time of one picture, seconds. Crowded pages take 15; a picture that takes longer shows a plan or a halftone screen. */
  pictureSeconds: 40,
  /**
   * A measured CPU time is reused for this long, milliseconds. Some systems take 0.3 ms to answer, and Tesseract asks after each
   * word: 40 ms a page. A page's limit of many seconds does not need more precision.
   */
  cpuTimeAge: 20,
  /** Pictures until an instance of Tesseract in WebAssembly is replaced: its memory only grows, some kilobytes a picture. */
  picturesPerInstance: 200,
  /** Most lines of a picture, and most slices of one picture: more lines are a texture; hostile pages have thousands of slices. */
  maxParts: 400,
  /** Pictures of a page with text; a page with more is a page of thumbnails. */
  maxPictures: 12,
  /** Even areas of a page; more are the texture of a picture. */
  maxShadedAreas: 200,
  /** Dark points whose skew is measured; more do not change the result. */
  maxSkewPoints: 120_000,
  /** Largest side of a dot that may be a bullet, pixels. */
  maxBulletPixels: 60,
  /** Figures that a warning lists. */
  maxListedFigures: 20,
} as const

/** Settings of recognition. Inches and shares are independent of the resolution; shades are 0 for black to 255 for white. */
export const ocrSettings = {
  /** Resolution of a page's picture: letters of 10 points are 40 pixels high, as in Tesseract's training; less causes errors on receipts. */
  dpi: 300,
  /** Scans of Letter, A4 and larger pages are read as well from fewer pixels, with a seventh less CPU. Of 20 receipts, none is wider than 5.4 inches. */
  largeScan: { minInches: 6, dpi: 220 },

  /** Decides which pages have no text and need recognition. */
  needs: {
    /** The least share of the page that pictures cover if the page is a picture. */
    minPictureShare: 0.5,
    /** A page without text and with this many curved drawings has letters as outlines, like exported posters. Logos have about ten. */
    minShapes: 40,
    /**
     * A text with this share of control characters and few small letters is unreadable. Of 1,207 documents, eleven have such
     * pages, with shares of 0.16 to 0.97. Pages in TeX's fonts of type 3 have up to 0.19.
     */
    controlShare: 0.1,
    /** A text with this share of control characters is unreadable, whatever its other characters are. */
    certainControlShare: 0.25,
    /** A text with a smaller share of small letters has few of them. TeX's pages have 0.66 and more, unreadable ones up to 0.55. */
    smallLetterShare: 0.6,
    /** A page is unreadable only if at least this share of its characters is in such fonts. */
    namelessShare: 0.5,
  },

  /** Confidences of words, and mean confidences of texts, 0 to 1. */
  confidence: {
    /** A word with less is a guess at dirt or a drawing: on 300 scanned pages, most wrong words and few right ones are below. */
    guess: 0.2,
    /** A page with less has no text but show-through from its back, stains, the grain of paper; a word outside of all lines is a speck. */
    possible: 0.5,
    /**
     * Least of marks, which are also read in rulings, leader dots and edges of pictures; of words in drawings; of lines that only
     * the second reader sees; and of lines that confirm the direction: poor receipts have 0.81 to 0.95, upside down 0.29 to 0.41.
     */
    likely: 0.6,
    /** Least of texts that prove something: of upright pages, pictures, strips of a page, isolated words, neighbours of a guess. */
    text: 0.75,
    /**
     * A word with less is doubtful, does not identify the language, and in a photo does not count as text. On either half of 20 receipts
     * 0.85 marks 13 % of the words and finds 53 to 58 % of the wrong ones; the shares of marked and of wrong words of a page
     * correlate by 0.84. 0.9 marks 19 % and finds 57 to 69 %, 0.7 finds a quarter.
     */
    certain: 0.85,
  },
  /** A page with this share of doubtful words is poorly recognised. */
  maxDoubtfulShare: 0.1,

  letters: {
    /** Shorter words occur by chance: the grain of photos, any two letters in a text layer, too little ink to measure. */
    word: 3,
    /** A page with fewer characters has, at best, a page number as text; a reading with fewer proves nothing. */
    text: 20,
  },
  /** Fewer lines or words prove nothing: no language, direction or ratio of sizes. */
  minEvidence: 4,
  /** Least ratio of the common words of a language to those of the next one. */
  minLanguageRatio: 1.3,

  /** Lines of words, in heights of their letters. */
  lines: {
    /** Words of a line have baselines this near. */
    maxRise: 0.3,
    /** The widest gap in a line, and the farthest baselines in a block: text farther off, such as the next cell, is separate. */
    maxGap: 1.9,
    /** Words of a row in a picture have baselines this near. */
    maxRiseOfRow: 0.5,
    /** A lower mark is a speck, no bullet. */
    minMarkHeight: 0.12,
  },

  /** Straightening. */
  skew: {
    /** A larger angle is not skew but another direction. */
    maxDegrees: 8,
    coarseDegrees: 0.5,
    fineDegrees: 0.05,
    /** A smaller angle is not worth blurring the picture: recognition tolerates half a degree. */
    minDegrees: 0.3,
    /** Width of the reduced picture, pixels: enough for 0.05°, a tenth of the work. */
    reducedWidth: 800,
    /** The least gain of contrast over the unrotated page. */
    minGain: 1.05,
  },

  /** The direction of a page. */
  orientation: {
    /** Side of the part that is recognised in each direction, inches: some lines. */
    sampleInches: 3.5,
    /** A page with more ink than this share has text to read. */
    minInkShare: 0.002,
    /** Around the lines that the second reader reads to confirm the direction, in heights of a line. */
    lineMargin: 0.2,
    /** The least gain in confidence of another direction. */
    minGain: 0.15,
    /** Pixels of the picture for each pixel of the reduced one that is searched for ink. */
    reduction: 16,
  },

  /** Comparison of a hidden text layer with its picture. */
  layer: {
    /** Height of the page that is recognised, inches: some six lines, in a sixth of the page's time. */
    stripInches: 1.2,
    /** Fewer sure words prove nothing. */
    minWords: 6,
    /** Nine in ten words are found in a sound layer, two in three in a poor one, one in five in the text of another page. */
    minFoundShare: 0.5,
  },

  /** Evening out the light of photographed pages. */
  illumination: {
    /** Side of a square with one shade of paper, pixels: some letters wide, so that paper is visible in it. */
    squarePixels: 48,
    /** Quantile of a square's pixels that gives its paper: lighter than the letters, darker than specks of light. */
    paperQuantile: 0.8,
    /** Paper with smaller differences over the page is evenly lit: scanners achieve this. */
    minDifference: 40,
    /** A darker shade is a picture or ink, not paper. */
    minPaper: 60,
    /** Squares on each side that are searched for lighter paper around a printed area: two inches in all, larger is a shadow. */
    reachSquares: 6,
    /** The least difference between print and paper: illumination changes less over an inch, noise of a blank page less in all. */
    minPrinted: 25,
  },

  /** This share of a page's pixels becomes black. With less, a pen's strokes are the only black and pale print stays pale. */
  blackShare: 0.01,

  /** Shades on a coarse grid. */
  shades: {
    /** Squares an inch: as wide as strokes of small print and the dots of 6 points; the grain of paper is even over one square. */
    squaresPerInch: 75,
    /** Paper is white in a picture with full contrast; a square that is darker by this is printed. */
    printed: 14,
    /** Shades that differ by at most this are one: compression varies a ground by as much. */
    even: 10,
    /** Share of dark pixels that makes a square inked; less is dirt. */
    minInkShare: 0.12,
  },

  /** Rectangles of an even shade, such as bands and headers of tables, and photos. */
  areas: {
    /** Least width of a band, and least side of a photo. */
    minInches: 0.8,
    /** A shaded band is at least as high as a row of a table. */
    minHeightInches: 0.1,
    /** Least width of the parts of a band that rulings divide, inches; wider than most letters. And the largest gap between them. */
    minPartInches: 0.25,
    maxGapInches: 0.05,
    /** Least share of squares with the area's shade: the rest is its text. Photos have many shades. */
    minEvenShare: 0.5,
    /** Along this share of each side of a rectangle, the area begins within a few squares of the side; letters and photos have less. */
    minStraightShare: 0.85,
    edgeSquares: 3,
  },
  /** Least share of a photo's box that is darker than paper. */
  minPhotoShare: 0.7,

  /** Rulings in a picture. */
  rulings: {
    /** Thicker bars belong to charts and shaded areas. */
    maxThicknessInches: 0.035,
    /** The longest gap in a worn line. */
    maxGapPixels: 3,
  },
  /** Letters of 30 points: smaller patches and shorter dark runs may be parts of letters, larger ones are drawings and rulings. */
  maxLetterInches: 0.4,

  /** Drawn pages: side of the squares whose ground is measured; with its neighbours a square spans letters of 18 points. */
  groundInches: 0.08,

  /** Dots before text, in heights of a line. */
  bullets: {
    /** The longer side. */
    maxSide: 0.55,
    /** Share of ink in the square around it: a disc has 0.79, letters less than 0.6. */
    minFill: 0.62,
    /** Height of the middle above the baseline. */
    minRise: 0.16,
    maxRise: 0.5,
    /** Distance to the text at the right. */
    minGap: 0.2,
    maxGap: 2.5,
  },

  /** Bold print. */
  bold: {
    /** Bold strokes are 1.3 to 1.7 times as thick as the same face's regular ones; regular faces of a page differ by a sixth. */
    ratio: 1.38,
    /** Ratios outside of this range count as its limits: ink that runs together, a hairline. */
    minRatio: 0.8,
    maxRatio: 1.6,
    /** A change of weight costs as much as this many letters of the wrong weight: blots are rarer than emphasis of three letters. */
    changeLetters: 4,
    /** Exponent of thickness by size: smaller print is relatively thicker, because print and scanner blur by a fixed width. */
    smallPrintPower: 0.5,
  },

  /** Type sizes, in ems. */
  sizes: {
    /** Ascenders of common faces reach 0.70 (Times) to 0.80 (Lora) over the baseline. */
    ascender: 0.74,
    /** Height from descender to ascender, for lines that have only marks. */
    line: 0.94,
    /** Usual heights relative to ascenders, if the page does not show them: from the same faces. */
    usualRatios: { capital: 0.97, low: 0.7 },
    /** Sizes that differ by a smaller share are one size: 19 in 20 lines of one text are measured to 4 %. */
    maxDifference: 0.06,
  },

  /** Width of the blank after a recognised word, ems. */
  blankEms: 0.25,

  /** Pictures of pages with text that may hold more text. */
  pictures: {
    /** Smaller pictures are icons and rulings. */
    minSidePoints: 30,
    /** The least share of the page's area; smaller pictures are logos. */
    minPageShare: 0.015,
    /** Share of the page's height at its top and bottom where pictures are letterheads and logos. */
    marginShare: 0.1,
    /** The largest gap between the slices of one picture that programs cut. */
    maxGapPoints: 2,
    /** The ground of a drawing, chart or screenshot covers at least this share. Photos reach a quarter. */
    minGroundShare: 0.4,
    /** Letters of 4 points. */
    minLetterInches: 0.04,
  },
} as const
