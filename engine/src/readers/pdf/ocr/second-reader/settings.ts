/** Constants of the second reader: the input of its networks, and what counts as a line in the detector's output. */

/** The input of PP-OCRv3's networks, as in its training. */
export const networkInput = {
  /** The detector takes pictures whose sides are multiples of this. */
  step: 32,
  /** Height of the recogniser's lines, pixels. */
  lineHeight: 48,
  /** ImageNet's means and deviations of red, green and blue. */
  means: [0.485, 0.456, 0.406],
  deviations: [0.229, 0.224, 0.225],
} as const

export const readerSettings = {
  /** Limits of the longer side of the detector's picture, pixels. */
  minSide: 640,
  maxSide: 1_920,
  /** Pixels that the detector searches at once: the runtime then takes 160 MB instead of 230 on 37 scanned pages. */
  maxPixels: 900_000,
  /**
   * Height of letters in the detector's picture, from descender to ascender, pixels. With 17 it costs half as much again and finds as
   * much; with 10 it loses lines.
   */
  letterHeight: 14,
  /** A line's pixels have at least the first probability each, and the second on average. */
  minPixelProbability: 0.3,
  minLineProbability: 0.5,
  /** Factor of the margin around the core of a line that the detector marks: area times this over outline. */
  unclip: 1.6,
  /** More room above and below, in heights of a line: the recogniser makes 6 to 10 % fewer errors (real receipts, both halves). */
  extraHeight: 0.06,
  /** Fewer dark pixels in a row or a column, and lower cores of lines, are dirt. */
  minDarkPixels: 3,
  /** Margin around the ink of a page, pixels. */
  inkMargin: 32,

  /** Widths of the recogniser's lines are multiples of this, because the runtime plans its memory again for each width. */
  widthStep: 32,
  minWidth: 64,
  /** Longer lines are compressed to this width. */
  maxWidth: 2_048,

  /** Less likely characters of a place are left out of the search, and all texts after the best ones. */
  minProbability: 1e-3,
  maxPrefixes: 12,
  /**
   * Weight of the chances of character sequences beside the network's, and the gain of each letter, digit and blank that
   * makes up for it. Wrong letters of 20 receipts and 17 scanned pages: without sequences 247 and 88, with a weight of .2 (gain
   * .4) 209 and 86, of .3 (.7) 195 and 84, of .4 (1) 197 and 85.
   */
  sequenceWeight: 0.3,
  lengthGain: 0.7,

  /** Smaller weights become zero. They change no letter, and processors are slow at numbers below 2⁻¹²⁶. */
  minWeight: 1e-30,
} as const
