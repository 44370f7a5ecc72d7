/** Glyphs whose character the file does not tell → those that are bullets: at the beginning of several lines, apart from the text. */
import type { Page } from '../content/index.ts'
import { isPlain, NOTHING, textOfCode } from './unicode.ts'

/** A bullet stands before so many lines of a page at least … */
const MIN_LINES = 2
/** … and that share of its glyphs does: the others may be in drawings. */
const LINES_SHARE = 0.8
/** Between the ink of a bullet and its text there are so many ems: less is a letter, more another column. */
const MIN_GAP_EMS = 0.1
const MAX_GAP_EMS = 4
/** Baselines of a line differ by less than this many ems; bullets are often set off. */
const LINE_EMS = 0.35
/** Glyphs looked at before and after one: blanks may stand between. */
const REACH = 3

interface Uses {
  readonly before: number[]
  count: number
}

/**
 * Finds bullets of fonts that name their glyphs by number only, as symbol fonts of publishers do.
 *
 * @returns Indices of their glyphs.
 */
export function findUntoldBullets(page: Page): ReadonlySet<number> {
  const uses = new Map<string, Uses>()
  const { codes, count } = page.glyphs
  for (let index = 0; index < count; index++) {
    const code = codes[index] as number
    if (code === 0x20 || isPlain(code) || !isUntold(page, index, code)) continue
    const key = `${code} ${fontOf(page, index)}`
    const own = uses.get(key) ?? { before: [], count: 0 }
    uses.set(key, own)
    own.count += 1
    if (beginsLine(page, index)) own.before.push(index)
  }
  return new Set([...uses.values()].flatMap((own) => (areBullets(own) ? own.before : [])))
}

function areBullets({ before, count }: Uses): boolean {
  return before.length >= MIN_LINES && before.length >= LINES_SHARE * count
}

function fontOf({ glyphs, objects }: Page, index: number): string | undefined {
  return objects[glyphs.objects[index] as number]?.font.name
}

/** Whether a glyph is printed that no character is known of. */
function isUntold(page: Page, index: number, code: number): boolean {
  const { x0, x1 } = page.glyphs
  return (
    (x1[index] as number) > (x0[index] as number) &&
    textOfCode(code, fontOf(page, index) ?? '') === NOTHING
  )
}

function beginsLine(page: Page, index: number): boolean {
  const { glyphs, objects } = page
  const em = objects[glyphs.objects[index] as number]?.size ?? 0
  const [start, end] = [glyphs.x0[index] as number, glyphs.x1[index] as number]
  for (let other = index - 1; other >= Math.max(0, index - REACH); other--) {
    const gap = start - (glyphs.x1[other] as number)
    if (!isOnLine(page, index, other, em)) continue
    if (gap > -MAX_GAP_EMS * em && gap < MAX_GAP_EMS * em) return false
  }
  for (let other = index + 1; other <= Math.min(glyphs.count - 1, index + REACH); other++) {
    if (!isOnLine(page, index, other, em)) continue
    const gap = (glyphs.x0[other] as number) - end
    return (
      gap >= MIN_GAP_EMS * em &&
      gap <= MAX_GAP_EMS * em &&
      fontOf(page, other) !== fontOf(page, index)
    )
  }
  return false
}

/** Whether another glyph is of its line, and no blank. */
function isOnLine({ glyphs }: Page, index: number, other: number, em: number): boolean {
  if ((glyphs.codes[other] as number) <= 0x20) return false
  const drift = (glyphs.originY[other] as number) - (glyphs.originY[index] as number)
  return Math.abs(drift) < LINE_EMS * em
}
