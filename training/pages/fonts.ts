/** Debian's fonts for pages, by the kind of their outlines. */
import type { Random } from './random.ts'

export interface Fonts {
  readonly bodyFont: string
  readonly headingFont: string
  readonly monoFont: string
  /** True for PostScript outlines: Chromium prints these fonts as nameless Type 3 fonts. */
  readonly postScript: boolean
}

const trueType = {
  serif: [
    'Liberation Serif',
    'Noto Serif',
    'Caladea',
    'DejaVu Serif',
    'FreeSerif',
    'Charis SIL',
    'Noto Serif Display',
  ],
  sans: [
    'Liberation Sans',
    'Carlito',
    'Open Sans',
    'Roboto',
    'Lato',
    'Noto Sans',
    'DejaVu Sans',
    'Liberation Sans Narrow',
    'Roboto Condensed',
    'FreeSans',
    'Quicksand',
  ],
  mono: ['Liberation Mono', 'DejaVu Sans Mono', 'Fira Code', 'FreeMono', 'JetBrains Mono', 'Hack'],
} as const

const postScript = {
  serif: [
    'TeX Gyre Termes',
    'TeX Gyre Pagella',
    'Latin Modern Roman',
    'Linux Libertine O',
    'C059',
    'P052',
    'TeX Gyre Bonum',
    'Bitstream Charter',
    'Utopia',
    'STIXGeneral',
    'TeX Gyre Schola',
  ],
  sans: [
    'TeX Gyre Heros',
    'Nimbus Sans',
    'Cabin',
    'Linux Biolinum O',
    'Latin Modern Sans',
    'TeX Gyre Adventor',
    'URW Gothic',
  ],
  mono: ['Nimbus Mono PS', 'TeX Gyre Cursor'],
} as const

/** Share of files with PostScript outlines: printed web pages mostly use TrueType fonts. */
const postScriptShare = 1 / 6

export function drawFonts(random: Random): Fonts {
  const isPostScript = random.chance(postScriptShare)
  const { serif, sans, mono } = isPostScript ? postScript : trueType
  const bodyFont = random.chance(0.52) ? random.pick<string>(serif) : random.pick<string>(sans)
  const other = random.chance(0.7) ? random.pick<string>(sans) : random.pick<string>(serif)
  return {
    bodyFont,
    headingFont: random.chance(0.55) ? bodyFont : other,
    monoFont: random.pick<string>(mono),
    postScript: isPostScript,
  }
}
