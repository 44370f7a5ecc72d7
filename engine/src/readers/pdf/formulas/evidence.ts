/** Counts the evidence in the words of a page for formulas and for running text. */
import type { BBox } from '../../../model/index.ts'
import { findFunction, findStyledCharacter } from '../../math/index.ts'
import { isAscii } from '../ascii.ts'
import {
  type Glyphs,
  isHighSurrogate,
  isLowSurrogate,
  isMark,
  type Page,
} from '../content/index.ts'
import { isAccent, type LineFragment, textOfCode, type Word } from '../layout/index.ts'
import type { FormulaGlyphs } from './atoms.ts'
import { areSignsOnly, type MathFont, mathFontOf } from './fonts.ts'
import { formulaSettings as settings } from './settings.ts'

/** Counts for a word or a fragment of a line. */
interface Evidence {
  /** Glyphs of mathematical fonts, and signs used only in formulas. */
  math: number
  /** Signs that occur in text too: plus, equals, less. */
  weak: number
  /** Letters of mathematical fonts, and Greek ones. */
  letters: number
  /** Single slanted letters in text fonts. */
  variables: number
  /** Letters of words in fonts for text. */
  /** Runs of two or three slanted letters: products, or words in italics. */
  slantedWords: number
  textLetters: number
  textWords: number
  /** All other glyphs. */
  others: number
}

/** A fragment of a line with its evidence. */
export interface SeenFragment {
  readonly fragment: LineFragment
  readonly words: readonly Word[]
  /** Box of the ink. */
  readonly box: BBox
  /** Height of the largest em. */
  readonly size: number
  readonly evidence: Evidence
  readonly kind: 'math' | 'neutral' | 'text' | 'prose'
}

/**
 * Returns true for arrows, operators, big signs, parts of tall brackets and mathematical letters; false for bullets,
 * boxes, dingbats.
 */
function isMathSign(character: string): boolean {
  if (character.length > 1) return findStyledCharacter(character) !== undefined
  return mathSign.test(character) && !textSign.test(character)
}

const mathSign = /^[±×÷¬∂-⋿⟀-⟿⦀-⫿⎛-⎳ℂℍℕℙℚℝℤℏℓℜℑ]$/u
/** Minus signs, bullets, tildes: they occur in text too. */
const textSign = /^[−∙∗∼∆∕∖]$/u
const weakSign = /^[=<>+−∼∆∗]$/u
/** Marks that mathematical fonts also draw in running text. */
const neutralMark = /^[.,;:·•∙◦*†‡§¶'’−\-–—|()[\]{}/\d\s□■◆]$/u

/** Every formula needs signs of this block (Unicode, Mathematical Operators); most codes are lower. */
const isOperator = (code: number) => code >= 0x2202 && code <= 0x22ff

/** Returns true if anything on the page can be a formula; other pages skip the search. */
export function mayHaveFormulas(page: Pick<Page, 'glyphs' | 'objects'>): boolean {
  if (page.objects.some(({ font }) => mathFontOf(font).isMath)) return true
  const { codes, count } = page.glyphs
  for (let index = 0; index < count; index++) {
    const code = codes[index] as number
    if (isOperator(code) && kindOfCode(code) === kinds.math) return true
  }
  return false
}

/**
 * Returns true if the formulas of a page take their letters from the slanted font of its text: TeX's signs are on the page, but no
 * letters of a font for formulas.
 */
export function hasVariablesInText({ glyphs, objects }: FormulaGlyphs): boolean {
  if (!areSignsOnly(objects.map(({ font }) => font))) return false
  const areMath = objects.map(({ font }) => mathFontOf(font))
  for (let index = 0; index < glyphs.count; index++) {
    const font = areMath[glyphs.objects[index] as number]
    if (!font?.isMath || font.letters !== undefined) continue
    if (isLatin(glyphs.codes[index] as number)) return false
  }
  return true
}

const noEvidence = (): Evidence => ({
  math: 0,
  weak: 0,
  letters: 0,
  variables: 0,
  slantedWords: 0,
  textLetters: 0,
  textWords: 0,
  others: 0,
})

/** A run of letters in text fonts, while a word is scanned. */
interface LetterRun {
  text: string
  slanted: boolean
}

/** Counts the evidence in words. The names in scripts, which are smaller, are no text. */
export function evidenceOf(page: FormulaGlyphs, words: readonly Word[]): Evidence {
  const evidence = noEvidence()
  const lettered = words.filter(({ text }) => /[\p{L}\d]/u.test(text))
  const least = settings.fullSize * emOf(page, lettered)
  for (const word of words) {
    const { textLetters, textWords } = evidence
    countWord(evidence, page, word)
    if (emOf(page, [word]) >= least || evidence.textWords === textWords) continue
    evidence.others += evidence.textLetters - textLetters
    Object.assign(evidence, { textLetters, textWords })
  }
  return evidence
}

function countWord(evidence: Evidence, page: FormulaGlyphs, { firstGlyph, lastGlyph }: Word): void {
  const { codes, objects } = page.glyphs
  const run: LetterRun = { text: '', slanted: false }
  for (let index = firstGlyph; index <= lastGlyph; index++) {
    const code = codes[index] as number
    const kind = kindOfCode(code)
    if (kind === kinds.nothing) continue
    const font = fontAt(page, objects[index] as number)
    if (kind === kinds.letter && !font?.isMath && !isGreek(code)) {
      const slanted = font?.letters === undefined
      if (slanted !== run.slanted) countRun(evidence, run)
      run.slanted = slanted
      run.text += String.fromCharCode(code)
      continue
    }
    if (run.text !== '') countRun(evidence, run, code === parenthesis)
    // Mathematical letters are beyond U+FFFF, or older signs such as ℤ; mathematical fonts have others in the private area.
    if (kind === kinds.letter || code >= 0xd800 || isLetterlike(code)) evidence.letters++
    if (kind === kinds.math || font?.isExtension || (font?.isMath && kind !== kinds.mark))
      evidence.math++
    else if (kind === kinds.weak) evidence.weak++
    else evidence.others++
  }
  countRun(evidence, run)
}

function fontAt({ objects }: FormulaGlyphs, index: number): MathFont | undefined {
  const object = objects[index]
  return object && mathFontOf(object.font)
}

/** Returns true for letters that Unicode has twice, as signs and in mathematical alphabets (Letterlike Symbols). */
function isLetterlike(code: number): boolean {
  return (
    code >= 0x2100 && code <= 0x214f && findStyledCharacter(String.fromCharCode(code)) !== undefined
  )
}

function isLatin(code: number): boolean {
  return (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a)
}

function isGreek(code: number): boolean {
  return code >= 0x391 && code <= 0x3f6
}

/** Kinds of characters, as numbers: a page has 4,000 glyphs. */
const kinds = { unknown: 0, nothing: 1, letter: 2, math: 3, weak: 4, mark: 5, other: 6 } as const
type CodeKind = number

/** Kind by code, computed once: four patterns for each glyph of a page cost 10 ms. */
const kindOf16Bits = new Uint8Array(0x10000)

function kindOfCode(code: number): CodeKind {
  const known = kindOf16Bits[code]
  if (known !== undefined && known !== kinds.unknown) return known
  const kind = kindOfNewCode(code)
  if (code < kindOf16Bits.length) kindOf16Bits[code] = kind
  return kind
}

function kindOfNewCode(code: number): CodeKind {
  // Surrogate pairs are the mathematical letters; the second half adds no evidence.
  if (isLowSurrogate(code)) return kinds.nothing
  if (isHighSurrogate(code)) return kinds.math
  const character = textOfCode(code, '')
  if (character.trim() === '') return kinds.nothing
  if (isMathSign(character)) return kinds.math
  if (weakSign.test(character)) return kinds.weak
  if (neutralMark.test(character)) return kinds.mark
  return /^\p{L}/u.test(character) ? kinds.letter : kinds.other
}

const parenthesis = 0x28

/** @param isCall True before a parenthesis, as the name of a function. */
function countRun(evidence: Evidence, run: LetterRun, isCall = false): void {
  const { text, slanted } = run
  run.text = ''
  if (text === '') return
  if (text.length === 1 || (slanted && text.length <= settings.nameLetters.bold)) {
    if (slanted) evidence.variables += text.length
    if (slanted && text.length > 1) evidence.slantedWords++
    evidence.others += text.length
  } else if (isCall || findFunction(text) !== undefined) evidence.others += text.length
  else {
    evidence.textLetters += text.length
    evidence.textWords++
  }
}

/** Returns true for a word in a bold upright font of text. */
export function isBold({ glyphs, objects }: FormulaGlyphs, { firstGlyph }: Word): boolean {
  const font = objects[glyphs.objects[firstGlyph] ?? -1]?.font
  return font !== undefined && mathFontOf(font).letters === 'bold'
}

export function describeFragment(
  page: FormulaGlyphs,
  fragment: LineFragment,
  words: readonly Word[],
): SeenFragment {
  const evidence = evidenceOf(page, words)
  const [box, kind] = [inkOf(page, words), kindOf(evidence)]
  return { fragment, words, box, size: emOf(page, words), evidence, kind }
}

/** Returns the largest em of words, in points; tall brackets have their height as size of the word. */
function emOf({ glyphs, objects }: FormulaGlyphs, words: readonly Word[]): number {
  const ems = words.map(
    ({ firstGlyph, size }) => objects[glyphs.objects[firstGlyph] ?? -1]?.size ?? size,
  )
  return Math.max(0, ...ems)
}

function kindOf(evidence: Evidence): SeenFragment['kind'] {
  const { math, weak, variables, textLetters, textWords, others } = evidence
  const own = math + weak + others
  if (
    textWords >= settings.proseWords ||
    (textWords > 1 && textLetters > settings.namesRatio * own)
  )
    return 'prose'
  const isMath = math > 0 || (weak > 0 && variables > 0)
  const allowed = math > 1 ? settings.namesRatio * own : own
  if (isMath && textLetters <= allowed) return 'math'
  return textWords > 0 ? 'text' : 'neutral'
}

/** Returns the indices of a word's glyphs, and of the marks that are drawn over it. */
function glyphsOf(glyphs: Glyphs, word: Word): number[] {
  const { firstGlyph: first, lastGlyph: last, x0, x1, text } = word
  const own: number[] = []
  const hasMarks = !isAscii(text) && marks.test(text.normalize('NFD'))
  const around = hasMarks ? settings.aroundGlyphs : 0
  for (let index = Math.max(0, first - around); index <= last + around; index++) {
    const middle = ((glyphs.x0[index] ?? 0) + (glyphs.x1[index] ?? 0)) / 2
    const isOver = middle >= x0 && middle <= x1
    const rise = word.baseline - (glyphs.originY[index] ?? 0)
    const isNear = isOver && rise >= 0 && rise < word.size
    const code = glyphs.codes[index] ?? 0
    if ((index >= first && index <= last) || (isNear && (isMark(code) || isAccent(code))))
      own.push(index)
  }
  return own
}

const marks = /\p{M}/u

/** Returns the box around the ink of words: big operators extend far below their baseline. */
export function inkOf({ glyphs }: FormulaGlyphs, words: readonly Word[]): BBox {
  const box = { x0: Infinity, y0: Infinity, x1: -Infinity, y1: -Infinity }
  for (const word of words) {
    for (const index of glyphsOf(glyphs, word)) {
      if (glyphs.x0[index] === glyphs.x1[index]) continue
      box.x0 = Math.min(box.x0, glyphs.x0[index] as number)
      box.y0 = Math.min(box.y0, glyphs.y0[index] as number)
      box.x1 = Math.max(box.x1, glyphs.x1[index] as number)
      box.y1 = Math.max(box.y1, glyphs.y1[index] as number)
    }
  }
  return box
}
