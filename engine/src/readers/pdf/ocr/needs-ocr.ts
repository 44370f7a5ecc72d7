/** A page → whether its text has to be read from its picture, or to be compared with it. */
import type { Page } from '../content/index.ts'

/** With fewer characters a page that shows pictures has, at best, a page number. */
const MIN_CHARACTERS = 20
/** Share of the page that pictures cover, at least, when they are what the page shows. */
const MIN_PICTURE_SHARE = 0.5

/** So many curved drawings on a page without text are letters as outlines: posters are exported so. Logos have some ten. */
const MIN_SHAPES = 40

/** Whether a page is drawn, not scanned: its letters may stand on any shade, and are straight and evenly lit. */
export function isDrawn({ drawings }: Page): boolean {
  return drawings.shapes.length >= MIN_SHAPES
}

/** Whether a page has, at best, a page number as text of its own. */
export function hasLittleText({ glyphs }: Page): boolean {
  return printedCharacters(glyphs) < MIN_CHARACTERS
}

export function needsOcr(page: Page): boolean {
  if (!hasLittleText(page)) return false
  return isDrawn(page) || isPicture(page)
}

/** Whether what a page shows is a picture, and its text is hidden: a scan that somebody's recognition has read before. */
export function hasHiddenLayer(page: Page): boolean {
  const { glyphs, objects } = page
  if (printedCharacters(glyphs) < MIN_CHARACTERS || !isPicture(page)) return false
  let visible = 0
  for (let at = 0; at < glyphs.count && visible < MIN_CHARACTERS; at++) {
    if ((glyphs.codes[at] as number) <= BLANK) continue
    if (objects[glyphs.objects[at] ?? -1]?.renderMode !== INVISIBLE) visible += 1
  }
  return visible < MIN_CHARACTERS
}

// ISO 32000-1, table 106.
const INVISIBLE = 3

function isPicture({ drawings, width, height }: Page): boolean {
  const covered = drawings.images.reduce((sum, { x0, y0, x1, y1 }) => {
    const across = Math.min(width, x1) - Math.max(0, x0)
    const down = Math.min(height, y1) - Math.max(0, y0)
    return sum + Math.max(0, across) * Math.max(0, down)
  }, 0)
  return covered >= MIN_PICTURE_SHARE * width * height
}

const BLANK = 0x20

/** Characters of a hidden text layer count: such a layer is what somebody's recognition found. */
function printedCharacters({ codes, count }: Page['glyphs']): number {
  let characters = 0
  for (let index = 0; index < count; index++) if ((codes[index] as number) > BLANK) characters += 1
  return characters
}
