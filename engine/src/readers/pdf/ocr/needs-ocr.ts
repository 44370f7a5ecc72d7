/** Decides if the text of a page must be read from its picture, or compared with it. */
import type { Page } from '../content/index.ts'

/** A page with pictures and fewer characters has, at best, a page number as text. */
const MIN_CHARACTERS = 20
/** The least share of the page that pictures cover if the page is a picture. */
const MIN_PICTURE_SHARE = 0.5

/** A page without text and with this many curved drawings has letters as outlines, like exported posters. Logos have some ten. */
const MIN_SHAPES = 40

/** Returns true if a page is drawn, not scanned: its letters may have any ground, and are straight and evenly lit. */
export function isDrawn({ drawings }: Page): boolean {
  return drawings.shapes.length >= MIN_SHAPES
}

/** Returns true if a page has, at best, a page number as text. */
export function hasLittleText({ glyphs }: Page): boolean {
  return printedCharacters(glyphs) < MIN_CHARACTERS
}

export function needsOcr(page: Page): boolean {
  if (!hasLittleText(page)) return false
  return isDrawn(page) || isPicture(page)
}

/** Returns true if a page shows a picture and its text is hidden: a scan with the result of earlier recognition. */
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

/** Characters of a hidden text layer count: the layer is the result of earlier recognition. */
function printedCharacters({ codes, count }: Page['glyphs']): number {
  let characters = 0
  for (let index = 0; index < count; index++) if ((codes[index] as number) > BLANK) characters += 1
  return characters
}
