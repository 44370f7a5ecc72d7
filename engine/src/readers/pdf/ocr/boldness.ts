/** Lines of words in a picture, with the thickness of their strokes → which words are bold. */
import type { PictureWord } from './picture-word.ts'
import { median } from './words.ts'

export interface SizedLine {
  readonly words: readonly PictureWord[]
  /** The em in pixels. */
  readonly size: number
}

/** Bold strokes are 1.3 to 1.7 times as thick as the same face's regular ones; regular faces of a page differ by a sixth. */
const BOLD_RATIO = 1.38
/** Beyond these, a ratio tells no more: ink that runs together, a hairline. */
const MOST_RATIO = 1.6
const LEAST_RATIO = 0.8
/** A change of weight in a line has to explain so many letters that are wholly of the other: blots are rarer than emphasis of three letters. */
const CHANGE_LETTERS = 4
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

function isTelling({ strokeWidth, text }: PictureWord): boolean {
  return strokeWidth !== undefined && lettersOf(text) >= MIN_LETTERS
}

/** Shorter words are too little ink to tell what is usual. */
const MIN_LETTERS = 3

function lettersOf(text: string): number {
  return text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
}

/** Regular or bold, by the end of each word: what the words so far cost, and which weight the word before had. */
interface Step {
  readonly costs: readonly [regular: number, bold: number]
  readonly before: readonly [regular: 0 | 1, bold: 0 | 1]
}

/** The weights that explain the strokes best with few changes: words together tell their weight better than each alone. */
function judgeLine(words: readonly PictureWord[], expected: number): boolean[] {
  const change = CHANGE_LETTERS * (BOLD_RATIO - 1) ** 2
  const steps: Step[] = []
  for (const { text, strokeWidth = expected } of words) {
    const ratio = Math.max(LEAST_RATIO, Math.min(MOST_RATIO, strokeWidth / expected))
    const [regular, bold] = steps.at(-1)?.costs ?? [0, 0]
    const letters = lettersOf(text)
    steps.push({
      costs: [
        Math.min(regular, bold + change) + letters * (ratio - 1) ** 2,
        Math.min(bold, regular + change) + letters * (ratio - BOLD_RATIO) ** 2,
      ],
      before: [bold + change < regular ? 1 : 0, bold <= regular + change ? 1 : 0],
    })
  }
  const [regular, bold] = steps.at(-1)?.costs ?? [0, 0]
  let weight: 0 | 1 = bold < regular ? 1 : 0
  const isBold = words.map(() => false)
  for (let at = steps.length - 1; at >= 0; at--) {
    isBold[at] = weight === 1
    weight = steps[at]?.before[weight] ?? 0
  }
  return isBold
}
