/** Computes the named features of an area with drawings; learnt weights score from them whether it is a figure. */
import type { BBox } from '../../../model/index.ts'
import { areaOfBox, isCentreIn } from '../boxes.ts'
import { labelledKind } from '../captions.ts'
import type { Ruling } from '../content/index.ts'
import { median, share, sumOf } from '../statistics.ts'
import type { DrawnArea, DrawnPage, PlacedText } from './areas.ts'
import { regionSettings } from './settings.ts'

/** An area with the facts that its features are computed from. */
interface Seen extends DrawnArea {
  readonly page: DrawnPage
  readonly texts: readonly PlacedText[]
  /** Size of most of the page's text. */
  readonly size: number
}

type Feature = (area: Seen) => number

const number = /^[−–+-]?[\p{Sc}]?\d[\d.,]*\s?[%‰kKMx×]?$/u
const letter = /\p{L}/gu
const sentence = /\p{Ll}[.;:!?]$/u

/** Features of the drawings. */
const drawingFeatures = {
  width: ({ box, page }) => (box.x1 - box.x0) / page.width,
  height: ({ box, page }) => (box.y1 - box.y0) / page.height,
  aspect: ({ box }) => (box.x1 - box.x0) / Math.max(1, box.y1 - box.y0),
  top: ({ box, page }) => box.y0 / page.height,
  images: ({ images }) => images.length,
  imageShare: ({ images, drawn }) => sumOf(images, areaOfBox) / Math.max(1, areaOfBox(drawn)),
  shapes: ({ shapes }) => Math.min(200, shapes.length),
  shapeShare: ({ shapes, drawn }) =>
    Math.max(0, ...shapes.map(areaOfBox)) / Math.max(1, areaOfBox(drawn)),
  shapeDensity: ({ shapes, drawn }) => (1000 * shapes.length) / Math.max(1, areaOfBox(drawn)),
  largeShapes: ({ shapes }) => shapes.filter((box) => lengthOf(box) > 12).length,
  fills: ({ fills }) => Math.min(200, fills.length),
  fillShare: ({ fills, drawn }) => sumOf(fills, areaOfBox) / Math.max(1, areaOfBox(drawn)),
  largestFill: ({ fills, drawn }) =>
    Math.max(0, ...fills.map(areaOfBox)) / Math.max(1, areaOfBox(drawn)),
  colors: ({ fills }) => new Set(fills.map(({ color }) => color)).size,
  emptyFills: ({ fills, texts }) =>
    share(fills, (fill) => !texts.some(({ box }) => isCentreIn(box, fill))),
  baseFills: (area) => lineUp(area.fills.map(({ y1 }) => y1)),
  leftFills: (area) => lineUp(area.fills.map(({ x0 }) => x0)),
  horizontal: ({ rulings }) =>
    Math.min(200, rulings.filter(({ isHorizontal }) => isHorizontal).length),
  vertical: ({ rulings }) =>
    Math.min(200, rulings.filter(({ isHorizontal }) => !isHorizontal).length),
  ticks: ({ rulings }) => Math.min(99, rulings.filter(({ from, to }) => to - from < 8).length),
  wideRules: ({ rulings, drawn }) =>
    share(
      rulings.filter(({ isHorizontal }) => isHorizontal),
      ({ from, to }) => to - from > 0.9 * (drawn.x1 - drawn.x0),
    ),
  tallRules: ({ rulings, drawn }) =>
    share(
      rulings.filter(({ isHorizontal }) => !isHorizontal),
      ({ from, to }) => to - from > 0.9 * (drawn.y1 - drawn.y0),
    ),
  heights: ({ rulings }) => distinct(rulings.filter(({ isHorizontal }) => isHorizontal)),
  places: ({ rulings }) => distinct(rulings.filter(({ isHorizontal }) => !isHorizontal)),
  evenRules: ({ rulings }) => evenness(rulings.filter(({ isHorizontal }) => isHorizontal)),
  thickness: ({ rulings }) => new Set(rulings.map((own) => Math.round(own.thickness * 4))).size,
} as const satisfies Readonly<Record<string, Feature>>

/** Features of the text inside and around. */
const textFeatures = {
  inside: ({ inside }) => Math.min(200, inside.length),
  labels: ({ labels }) => Math.min(99, labels.length),
  words: ({ texts }) => Math.min(999, sumOf(texts, wordCount)),
  meanWords: ({ texts }) => sumOf(texts, wordCount) / Math.max(1, texts.length),
  mostWords: ({ texts }) => Math.max(0, ...texts.map(wordCount)),
  longTexts: ({ texts }) => share(texts, (text) => wordCount(text) >= 6),
  sentences: ({ texts }) => share(texts, ({ fragment }) => sentence.test(fragment.text)),
  numbers: ({ texts }) => share(texts, ({ fragment }) => number.test(fragment.text)),
  labelNumbers: ({ labels }) => share(labels, ({ fragment }) => number.test(fragment.text)),
  evenRow: ({ texts }) => longestRun(texts, ({ fragment }) => fragment.baseline),
  evenColumn: ({ texts }) => longestRun(texts, ({ box }) => box.x1),
  letters: ({ texts }) =>
    sumOf(texts, ({ fragment }) => fragment.text.match(letter)?.length ?? 0) /
    Math.max(
      1,
      sumOf(texts, ({ fragment }) => fragment.text.length),
    ),
  textShare: ({ texts, box }) =>
    sumOf(texts, (text) => areaOfBox(text.box)) / Math.max(1, areaOfBox(box)),
  density: ({ texts, box }) => (1000 * texts.length) / Math.max(1, areaOfBox(box)),
  turned: ({ texts }) => share(texts, ({ fragment }) => fragment.frame.angleDegrees !== 0),
  slanted: ({ texts }) => share(texts, ({ fragment }) => fragment.frame.angleDegrees % 90 !== 0),
  relativeSize: ({ texts, size }) => median(texts.map(({ fragment }) => fragment.size)) / size,
  sizes: ({ texts }) => new Set(texts.map(({ fragment }) => Math.round(fragment.size * 2))).size,
  sameLine: ({ texts }) => sharing(texts.map(({ fragment }) => fragment.baseline)),
  sameLeft: ({ texts }) => sharing(texts.map(({ box }) => box.x0)),
  sameRight: ({ texts }) => sharing(texts.map(({ box }) => box.x1)),
  sameMiddle: ({ texts }) => sharing(texts.map(({ box }) => (box.x0 + box.x1) / 2)),
  repeats: ({ texts }) =>
    1 - new Set(texts.map(({ fragment }) => fragment.text)).size / Math.max(1, texts.length),
} as const satisfies Readonly<Record<string, Feature>>

/** Features of the surroundings. */
const placeFeatures = {
  figureCaption: (area) => captionNear(area, 'figure'),
  tableCaption: (area) => captionNear(area, 'table'),
  beside: ({ page, box, texts }) => {
    const own = new Set(texts.map(({ fragment }) => fragment))
    return share(
      page.fragments.filter((fragment) => fragment.baseline > box.y0 && fragment.baseline < box.y1),
      (fragment) => !own.has(fragment),
    )
  },
} as const satisfies Readonly<Record<string, Feature>>

const features: Readonly<Record<string, Feature>> = {
  ...drawingFeatures,
  ...textFeatures,
  ...placeFeatures,
}

export const figureFeatureNames: readonly string[] = Object.keys(features)

/** @returns The features in the order of `figureFeatureNames`. */
export function figureFeaturesOf(area: DrawnArea, page: DrawnPage): number[] {
  const texts = [...area.inside, ...area.labels]
  const size = Math.max(1, median(page.fragments.map((fragment) => fragment.size)))
  const seen = { ...area, page, texts, size }
  return Object.values(features).map((feature) => feature(seen))
}

function wordCount({ fragment }: PlacedText): number {
  return fragment.text.split(' ').length
}

function lengthOf({ x0, y0, x1, y1 }: BBox): number {
  return Math.max(x1 - x0, y1 - y0)
}

/** Counts different places of rulings, rounded to points. */
function distinct(rulings: readonly Ruling[]): number {
  return Math.min(99, new Set(rulings.map(({ at }) => Math.round(at))).size)
}

/** Returns the share of values that equal another one, rounded to points. */
function sharing(values: readonly number[]): number {
  const counts = countsOf(values)
  return share(values, (value) => (counts.get(Math.round(value)) ?? 0) > 1)
}

/** Returns the share of values that equal the most frequent one, rounded to points. */
function lineUp(values: readonly number[]): number {
  return Math.max(0, ...countsOf(values).values()) / Math.max(1, values.length)
}

function countsOf(values: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const value of values) {
    const key = Math.round(value)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

/** Returns how even the distances between rulings are: 1 if all are equal, as in the grid of a chart. */
function evenness(rulings: readonly Ruling[]): number {
  const places = [...new Set(rulings.map(({ at }) => Math.round(at)))].sort((a, b) => a - b)
  const steps = places.slice(1).map((place, index) => place - (places[index] ?? place))
  if (steps.length < 2) return 0
  const middle = median(steps)
  return share(steps, (step) => Math.abs(step - middle) <= 1)
}

/**
 * Returns the longest run of numbers on one line or in one column that rise or fall by equal steps, as along an axis.
 */
function longestRun(texts: readonly PlacedText[], placeOf: (text: PlacedText) => number): number {
  const numbers = texts.filter(({ fragment }) => number.test(fragment.text))
  const lines = Map.groupBy(numbers, (text) => Math.round(placeOf(text) / 2))
  let longest = 0
  for (const line of lines.values()) {
    const sorted = line.toSorted((a, b) => a.box.y0 - b.box.y0 || a.box.x0 - b.box.x0)
    longest = Math.max(longest, evenRun(sorted.map(({ fragment }) => numberOf(fragment.text))))
  }
  return longest
}

function numberOf(text: string): number {
  return Number(text.replace(/[−–]/, '-').replace(/[^\d.-]/g, ''))
}

/** Returns the length of the longest run of values with one step other than 0. */
function evenRun(values: readonly number[]): number {
  let [longest, length, step] = [0, 1, 0]
  for (const [index, value] of values.entries()) {
    if (index === 0) continue
    const next = value - (values[index - 1] ?? value)
    length = next !== 0 && Math.abs(next - step) < 0.02 * Math.abs(next) ? length + 1 : 2
    step = next
    if (length > 2) longest = Math.max(longest, length)
  }
  return longest
}

/** Returns 1 if a caption of the kind is above, −1 if one is below. */
function captionNear({ page, box }: Seen, kind: 'figure' | 'table'): number {
  const captions = page.fragments.filter(({ text }) => labelledKind(text) === kind)
  const beside = captions.filter(({ x0, x1 }) => x0 < box.x1 && x1 > box.x0)
  const { captionPoints: reach } = regionSettings
  if (beside.some(({ y0 }) => y0 >= box.y1 - 4 && y0 < box.y1 + reach)) return -1
  return beside.some(({ y1 }) => y1 <= box.y0 + 4 && y1 > box.y0 - reach) ? 1 : 0
}
