/** Turns glyphs into atoms, from which formulas are built: first single characters, then merged parts. */
import type { BBox } from '../../../model/index.ts'
import {
  build,
  findStyledCharacter,
  isBigOperator,
  type MathNode,
  type Variant,
} from '../../math/index.ts'
import { boxAround } from '../boxes.ts'
import {
  type Glyphs,
  glyphCodes,
  isHighSurrogate,
  isLowSurrogate,
  renderModes,
  type TextObject,
} from '../content/index.ts'
import { BLANK, NOTHING, textOfCode, type Word } from '../layout/index.ts'
import { mathFontOf } from './fonts.ts'
import { formulaLimits as limits, formulaSettings as settings } from './settings.ts'

/** A character, or a part of the formula that is already parsed. Its box is that of the ink, in points. */
export interface Atom extends BBox {
  /** The character; empty for a parsed part. */
  readonly text: string
  readonly node?: MathNode
  /** Left end of the advance; `right` is its other end. */
  readonly left: number
  readonly right: number
  readonly baseline: number
  /** Height of its centre, if it has no baseline: fractions, big operators, tall brackets. */
  readonly axis?: number
  /** Height of the em. */
  readonly size: number
  readonly variant?: Variant
  /** True if it has a text font, false for a mathematical one. */
  readonly isText: boolean
  /** True if it has the type of code. */
  readonly isCode?: boolean
}

/** The parts of a page from which formulas are parsed. */
export interface FormulaGlyphs {
  readonly glyphs: Glyphs
  readonly objects: readonly TextObject[]
}

/**
 * Returns the character at an index with surrogates combined; `''` for the second surrogate and for unknown characters.
 */
function characterAt({ glyphs, objects }: FormulaGlyphs, index: number): string {
  const code = glyphs.codes[index] as number
  if (isHighSurrogate(code)) {
    const low = glyphs.codes[index + 1] ?? 0
    return isLowSurrogate(low) ? String.fromCharCode(code, low) : NOTHING
  }
  if (isLowSurrogate(code)) return NOTHING
  return textOfCode(code, objects[glyphs.objects[index] as number]?.font.name ?? '')
}

/**
 * Returns the atoms whose ink has its middle in a box.
 *
 * @param words Words whose glyphs are the only ones in the box.
 * @returns `undefined` if a glyph is unknown or there are too many: they form no formula.
 */
export function atomsIn(
  page: FormulaGlyphs,
  box: BBox,
  words: readonly Word[],
): Atom[] | undefined {
  const { glyphs, objects } = page
  const atoms: Atom[] = []
  const { first, last } = rangeOf(words, glyphs.count)
  for (let index = first; index <= last; index++) {
    const x = ((glyphs.x0[index] as number) + (glyphs.x1[index] as number)) / 2
    if (x < box.x0 || x > box.x1) continue
    const y = ((glyphs.y0[index] as number) + (glyphs.y1[index] as number)) / 2
    if (y < box.y0 || y > box.y1) continue
    const object = objects[glyphs.objects[index] as number]
    if (!object || object.renderMode === renderModes.invisible) continue
    const text = characterAt(page, index)
    const code = glyphs.codes[index] as number
    if (text === BLANK || isLowSurrogate(code) || isPartOfSign(code)) continue
    if (text === NOTHING && isInked(glyphs, index)) return undefined
    if (text === NOTHING) continue
    for (const part of primes.get(text) ?? [text]) atoms.push(atomOf(glyphs, index, part, object))
    if (atoms.length > limits.atoms) return undefined
  }
  return atoms
}

/** Returns true for the bar of TeX's ↦, and for selectors of variants (newtx), which have the box of the sign before them. */
function isPartOfSign(code: number): boolean {
  return code === glyphCodes.zeroWidth || (code >= 0xfe00 && code <= 0xfe0f)
}

/** Several primes in one sign. */
const primes: ReadonlyMap<string, readonly string[]> = new Map([
  ['″', ['′', '′']],
  ['‴', ['′', '′', '′']],
])

/**
 * Returns the range of glyphs in the file in which those of the words are: scanning the whole page for each formula would
 * take most of the time.
 */
export function rangeOf(words: readonly Word[], count: number): { first: number; last: number } {
  let first = count
  let last = -1
  for (const { firstGlyph, lastGlyph } of words) {
    first = Math.min(first, firstGlyph, lastGlyph)
    last = Math.max(last, firstGlyph, lastGlyph)
  }
  return {
    first: Math.max(0, first - settings.aroundGlyphs),
    last: Math.min(count - 1, last + settings.aroundGlyphs),
  }
}

function isInked({ x0, x1, y0, y1 }: Glyphs, index: number): boolean {
  return x1[index] !== x0[index] && y1[index] !== y0[index]
}

/** Characters to which fonts for formulas map the signs of set difference and of the composition of functions. */
const inFormulas: ReadonlyMap<string, string> = new Map([
  ['\\', '∖'],
  ['◦', '∘'],
])

function atomOf(glyphs: Glyphs, index: number, character: string, object: TextObject): Atom {
  const font = mathFontOf(object.font)
  const styled = findStyledCharacter(character)
  const own = styled?.character ?? character
  const isCode = font.letters === 'monospace'
  // Fonts map Omega to the sign of ohms.
  const text = (isCode ? undefined : inFormulas.get(own)) ?? own.normalize('NFC')
  const fontVariant = /^[A-Za-z]$/.test(text)
    ? font.letters
    : /^\d$/.test(text)
      ? font.digits
      : greekVariant(text, font.letters)
  const variant = styled ? styled.variant : fontVariant
  const left = glyphs.originX[index] as number
  const y0 = glyphs.y0[index] as number
  const y1 = glyphs.y1[index] as number
  const isCentred =
    font.isExtension ||
    isBigOperator(text) ||
    (isGrowing(text) && y1 - y0 > settings.tall * object.size)
  return {
    text,
    x0: glyphs.x0[index] as number,
    y0,
    x1: glyphs.x1[index] as number,
    y1,
    left,
    right: left + (glyphs.advances[index] as number),
    baseline: glyphs.originY[index] as number,
    size: object.size,
    isText: !font.isMath && !styled,
    ...(isCode && { isCode }),
    ...(isCentred && { axis: (y0 + y1) / 2 }),
    // Letters without a variant are italic.
    ...(variant && variant !== 'italic' && { variant }),
  }
}

function greekVariant(text: string, letters: Variant | undefined): Variant | undefined {
  return letters?.includes('bold') && /\p{Script=Greek}/u.test(text) ? 'bold-italic' : undefined
}

/** Returns true for brackets and bars whose size grows with their content. */
function isGrowing(text: string): boolean {
  return /^[()[\]{}|∥‖⟨⟩⌊⌋⌈⌉√/\\↑↓]$/u.test(text)
}

export function middleOf({ x0, x1 }: BBox): number {
  return (x0 + x1) / 2
}

/** Returns the formula node of an atom. */
export function nodeOf({ node, text, variant }: Atom): MathNode {
  if (node) return node
  if (/^\d$/.test(text)) return { type: 'digits', text, ...(variant && { variant }) }
  return build.symbol(text, variant)
}

/** Returns the box around atoms, including advances. */
export function extentOf(atoms: readonly Atom[]): BBox & { left: number; right: number } {
  return {
    ...boxAround(atoms),
    left: Math.min(...atoms.map(({ left }) => left)),
    right: Math.max(...atoms.map(({ right }) => right)),
  }
}
