/** Lines of words in a picture, with the thickness of their strokes → which words are bold. */
import { median, type PictureWord } from './words.ts'

export interface SizedLine {
  readonly words: readonly PictureWord[]
  /** The em in pixels. */
  readonly size: number
}

/** Bold strokes are 1.3 to 1.7 times as thick as the same face's regular ones; regular faces of a page differ by a sixth. */
const BOLD = 1.25
/** One word among others of its line must differ more: emphasis is rarer than a blot. */
const LONE_BOLD = 1.32
/** Shorter words are too little ink to judge alone; they are as their neighbours. */
const MIN_LETTERS = 3
/** Strokes of smaller print are thicker for its size, as print and scanner blur by the same width: thickness grows as the root. */
const SMALL_PRINT_POWER = 0.5

/** Whether each word is bold, line by line. */
export function findBold(lines: readonly SizedLine[]): boolean[][] {
  const usual = usualPrint(lines)
  if (!usual) return lines.map(({ words }) => words.map(() => false))
  return lines.map(({ words, size }) => {
    const expected = expectedStroke(usual, size)
    return judgeLine(words, expected)
  })
}

interface Print {
  readonly size: number
  readonly stroke: number
}

/** Of most of the page's letters. */
function usualPrint(lines: readonly SizedLine[]): Print | undefined {
  const sizes: number[] = []
  for (const { words, size } of lines) {
    for (const { text } of words) for (let at = 0; at < text.length; at++) sizes.push(size)
  }
  const size = median(sizes)
  const strokes = lines
    .filter((line) => line.size === size)
    .flatMap(({ words }) => words.filter(isTelling))
    .map(({ strokeWidth = 0 }) => strokeWidth)
  return strokes.length === 0 ? undefined : { size, stroke: median(strokes) }
}

function expectedStroke({ size: usual, stroke }: Print, size: number): number {
  const ratio = size / usual
  return stroke * (ratio < 1 ? ratio ** SMALL_PRINT_POWER : ratio)
}

function isTelling({ text, strokeWidth }: PictureWord): boolean {
  return strokeWidth !== undefined && (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= MIN_LETTERS
}

function judgeLine(words: readonly PictureWord[], expected: number): boolean[] {
  const told = words.map((word) =>
    isTelling(word) ? (word.strokeWidth ?? 0) / expected : undefined,
  )
  const ratios = told.filter((ratio) => ratio !== undefined)
  // A line is mostly of one weight, and its words together tell it better than each alone.
  if (ratios.length === 0) return words.map(() => false)
  const isBold = told.map((ratio) => ratio !== undefined && ratio >= BOLD)
  const boldShare = isBold.filter(Boolean).length / ratios.length
  if (boldShare >= MOST && median(ratios) >= BOLD) return words.map(() => true)
  const lone = told.map((ratio) => ratio !== undefined && ratio >= LONE_BOLD)
  return words.map((_, at) => lone[nearestTold(told, at)] ?? false)
}

/** Share of a line's words that make the others as they are. */
const MOST = 0.75

/** The word itself, or the nearest that was told, the one before first. */
function nearestTold(told: readonly (number | undefined)[], at: number): number {
  for (let off = 0; off < told.length; off++) {
    if (told[at - off] !== undefined) return at - off
    if (told[at + off] !== undefined) return at + off
  }
  return at
}
