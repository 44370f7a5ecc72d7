/** Finds the rulings in a picture of a page, and erases them. */
import { darkThreshold, type GrayImage, grays } from './gray-image.ts'
import { visitDark } from './pixel-code/index.ts'
import { ocrSettings } from './settings.ts'

const settings = ocrSettings.rulings

/** A ruling, in pixels; ends and thickness inclusive. */
export interface PictureRuling {
  readonly direction: 'horizontal' | 'vertical'
  readonly x0: number
  readonly y0: number
  readonly x1: number
  readonly y1: number
}

interface RulingScale {
  /** Resolution in pixels an inch. */
  readonly dpi: number
}

export function findPictureRulings(image: GrayImage, { dpi }: RulingScale): PictureRuling[] {
  const limit = darkThreshold(image)
  const least = Math.round(ocrSettings.maxLetterInches * dpi)
  const most = Math.max(2, Math.round(settings.maxThicknessInches * dpi))
  const { horizontal, vertical } = findRuns(image, limit, least)
  return [
    ...joinRuns(horizontal, most).map(
      ({ first, last, start, end }): PictureRuling => ({
        direction: 'horizontal',
        x0: start,
        x1: end,
        y0: first,
        y1: last,
      }),
    ),
    ...joinRuns(vertical, most).map(
      ({ first, last, start, end }): PictureRuling => ({
        direction: 'vertical',
        x0: first,
        x1: last,
        y0: start,
        y1: end,
      }),
    ),
  ]
}

interface Run {
  readonly row: number
  readonly start: number
  readonly end: number
}

interface Runs {
  readonly horizontal: readonly Run[]
  /** Runs of columns, with rows as positions. */
  readonly vertical: readonly Run[]
}

/**
 * Finds long dark runs of rows and of columns in one pass over the rows, because passes down the columns miss the cache
 * for each pixel.
 *
 * @param limit Pixels up to this shade are dark.
 */
function findRuns(image: GrayImage, limit: number, least: number): Runs {
  const rows = createTracks(image.height, least)
  const columns = createTracks(image.width, least)
  visitDark(image, limit, (y, dark) => {
    for (let at = 0; at < dark.length; at++) {
      mark(rows, y, dark[at] as number)
      mark(columns, dark[at] as number, y)
    }
  })
  return { horizontal: finish(rows), vertical: finish(columns) }
}

/** The current run of each row. */
interface Tracks {
  readonly least: number
  /** Start of each run; −1 without a run. */
  readonly starts: Int32Array
  readonly ends: Int32Array
  readonly runs: Run[]
}

function createTracks(count: number, least: number): Tracks {
  const none = (): Int32Array => new Int32Array(count).fill(-1)
  return { least, starts: none(), ends: none(), runs: [] }
}

/** @param at Position of a dark pixel, after all marked ones of its row. */
function mark(tracks: Tracks, row: number, at: number): void {
  const end = tracks.ends[row] as number
  if (end < 0 || at - end > settings.maxGapPixels + 1) {
    endRun(tracks, row)
    tracks.starts[row] = at
  }
  tracks.ends[row] = at
}

function endRun({ least, starts, ends, runs }: Tracks, row: number): void {
  const [start, end] = [starts[row] as number, ends[row] as number]
  if (start >= 0 && end - start >= least) runs.push({ row, start, end })
}

function finish(tracks: Tracks): Run[] {
  for (let row = 0; row < tracks.ends.length; row++) endRun(tracks, row)
  return tracks.runs.sort((a, b) => a.row - b.row || a.start - b.start)
}

/** Runs of adjacent rows that form one line, whose thickness is their number. */
interface Bar {
  readonly first: number
  last: number
  start: number
  end: number
}

function joinRuns(runs: readonly Run[], mostThick: number): Bar[] {
  const done: Bar[] = []
  let open: Bar[] = []
  for (const run of runs) {
    open = open.filter((bar) => {
      const isOpen = run.row <= bar.last + 1
      if (!isOpen) done.push(bar)
      return isOpen
    })
    const bar = open.find(
      ({ start, end }) =>
        run.start <= end + settings.maxGapPixels && run.end >= start - settings.maxGapPixels,
    )
    if (bar) {
      bar.last = run.row
      bar.start = Math.min(bar.start, run.start)
      bar.end = Math.max(bar.end, run.end)
    } else {
      open.push({ first: run.row, last: run.row, start: run.start, end: run.end })
    }
  }
  return [...done, ...open].filter(({ first, last }) => last - first < mostThick)
}

/** Whitens the rulings; ink that crosses them, such as overhanging letters, stays. */
export function eraseRulings(image: GrayImage, rulings: readonly PictureRuling[]): GrayImage {
  if (rulings.length === 0) return image
  const pixels = image.pixels.slice()
  const limit = darkThreshold(image)
  for (const ruling of rulings) erase({ ...image, pixels }, ruling, limit)
  return { ...image, pixels }
}

function erase({ width, height, pixels }: GrayImage, ruling: PictureRuling, limit: number): void {
  const isHorizontal = ruling.direction === 'horizontal'
  const [along, across] = isHorizontal ? [1, width] : [width, 1]
  const [start, end] = isHorizontal ? [ruling.x0, ruling.x1] : [ruling.y0, ruling.y1]
  const [first, last] = isHorizontal ? [ruling.y0, ruling.y1] : [ruling.x0, ruling.x1]
  const rows = isHorizontal ? height : width
  // A line has a blurred edge of one pixel.
  const from = Math.max(0, first - 1)
  const to = Math.min(rows - 1, last + 1)
  for (let at = start; at <= end; at++) {
    const crossed =
      isDarkAt(pixels, at * along + (from - 1) * across, from > 0, limit) ||
      isDarkAt(pixels, at * along + (to + 1) * across, to + 1 < rows, limit)
    if (crossed) continue
    for (let row = from; row <= to; row++) pixels[at * along + row * across] = grays.white
  }
}

function isDarkAt(pixels: Uint8Array, at: number, isInside: boolean, limit: number): boolean {
  return isInside && (pixels[at] as number) <= limit
}
