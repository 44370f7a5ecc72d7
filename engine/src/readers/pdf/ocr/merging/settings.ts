/** Constants of merging two readings. Lengths are in heights of a line's box unless their names say otherwise. */

/** A change of one of these needs new weights: they scale the features of the trees. */
export const featureSettings = {
  /** Neighbours on each side whose kinds and confidences are features. */
  around: 2,
  farAround: 4,
  /** Larger values count as these: characters of a line, digits beside a place, ratios of widths. */
  maxLength: 60,
  maxDigits: 3,
  maxRatio: 10,
  /** Distances that differ by a smaller share are even. */
  evenShare: 0.2,
  /** Confidences are bounded to this distance from 0 and 1. */
  minChance: 1e-3,
} as const

export const mergingSettings = {
  /**
   * A word with this confidence is not read again.
   *
   * Line CER on either half of 20 receipts, weights fit on one half, and pixels that the second reader sees a page: at .7
   * .0359 / .0369 and 7,000, at .8 .0333 / .0345 and 7,700, at .9 .0316 / .0326 and 8,900, at .95 .0300 / .0297 and 11,100. A
   * thousand cost 0.2 s.
   */
  sure: 0.9,
  /**
   * A wider stretch without words may hold missed ink, such as a colon.
   *
   * With 0.8 the recall of 20 receipts is .916 instead of .922 (weights fit on one half), at 0.15 s less a page.
   */
  maxBlank: 0.15,
  /**
   * Two digits this much further apart than the nearest ones of their number may have a point between them. On 37 scans the second
   * recogniser is called five times more, and four numbers gain their points.
   */
  minHole: 1.3,
  /** Squares in which ink outside of words is searched, in a letter's height: as small as a point. */
  inkSquares: 10,
  /** A line up to this wide is read as a whole, because context improves the reading. At 9 the line CER is .0036 higher, at 30 .0004 lower. */
  maxWholeWidth: 18,
  /**
   * The same on a page that is read well: 37 % fewer pixels than at 18 on 17 scanned pages, and the same scores. Without whole lines,
   * short cells lose their context: CER .0205 instead of .0202.
   */
  maxWholeWidthIfSure: 8,
  /** Around the ink of a part that is read again. */
  margin: 0.1,

  /** This share of the rows at each edge is left out of the search for ink: they hold the neighbours' descenders. */
  edgeShare: 0.15,
  /** Ink is darker than the shade at this share of the way from the darkest to the mean shade. */
  inkShade: 0.6,

  /** Costs of a missing character, and of one that differs by case, where another one costs 1. */
  missingCost: 0.9,
  otherCaseCost: 0.1,
  /** Other letters further apart than this cost as much as two missing ones. */
  maxDistance: 0.3,

  /**
   * A mark between digits whose middle is lower than this over their foot, in their heights, is a point. On 37 scanned pages, 95 %
   * of the points are below 0.22, and all dashes are at 0.36 to 0.54.
   */
  maxPointRise: 0.25,

  /** Half the width of a letter of which only the middle is known, and of a blank between words that fill a line. */
  halfLetter: 0.18,
  halfBlank: 0.1,
  /** Where the box of a line has the ascenders' top, the baseline, and the descenders' bottom. */
  top: 0.21,
  baseline: 0.71,
  bottom: 0.81,
} as const
