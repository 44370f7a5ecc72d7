/** Groups the words of each line into runs of one style. */
import { tightBullets } from '../bullet-signs.ts'
import {
  linkAround,
  linkLevel,
  type MarkedContent,
  type PageLink,
  type TagElement,
  type TextObject,
} from '../content/index.ts'
import type { InlineFormula, PageFormulas } from '../formulas/index.ts'
import {
  groupIntoLines,
  hasBlankBetween,
  hasLeader,
  hasLeftwards,
  type Line,
  type LineFragment,
  type Word,
  withoutLeaders,
} from '../layout/index.ts'
import { heaviest } from '../statistics.ts'
import { withMarksOfCode } from './code-marks.ts'
import { tildes } from './code-signs.ts'
import { structureSettings as settings } from './settings.ts'
import { isSameType, type Style, styleOf } from './style.ts'
import { alphanumeric, isWebLink, type OpenRun, type Run, type StyledLine } from './styled-line.ts'
import { partsOf } from './word-parts.ts'

/** The facts about a page's words. */
export interface WordFacts {
  readonly number: number
  readonly objects: readonly TextObject[]
  /** Index of each glyph's text object; the words of a run may come from several. */
  readonly glyphObjects: Uint32Array
  readonly wordsOf: ReadonlyMap<LineFragment, readonly Word[]>
  readonly links: readonly PageLink[]
  readonly tags?: MarkedContent
  /** `undefined` if formulas were not searched for. */
  readonly formulas?: PageFormulas
}

const plainStyle: Style = {
  bold: false,
  italic: false,
  mono: false,
  math: false,
  color: 0,
  font: '',
}

export function styledLines(
  fragments: readonly LineFragment[],
  leftwards: boolean,
  facts: WordFacts,
): StyledLine[] {
  return groupIntoLines(fragments, leftwards).map((line) => styledLine(line, facts))
}

/** Makes lines without styles: the fast lane keeps no words. */
export function plainLines(
  fragments: readonly LineFragment[],
  leftwards: boolean,
  { number }: Pick<WordFacts, 'number'>,
): StyledLine[] {
  return groupIntoLines(fragments, leftwards).map((line) => withoutStyle(line, number))
}

/** Makes a line of one fragment without styles. */
export function plainLine(fragment: LineFragment, page: number): StyledLine {
  const line = { ...fragment, fragments: [fragment], firstWordWidth: fragment.leftWordWidth }
  return withoutStyle(line, page)
}

function withoutStyle(line: Line, page: number): StyledLine {
  const runs = [{ text: line.text, style: plainStyle }]
  return { ...line, page, runs, style: plainStyle, bold: 0, italic: 0, mono: 0 }
}

export function objectIndexOf(
  { glyphObjects }: Pick<WordFacts, 'glyphObjects'>,
  { firstGlyph, object }: Word,
): number {
  return glyphObjects[firstGlyph] ?? object
}

/** Returns the style of a word; `undefined` if its text object is not known. */
export function styleOfWord(
  facts: Pick<WordFacts, 'glyphObjects' | 'objects'>,
  word: Word,
): Style | undefined {
  const object = facts.objects[objectIndexOf(facts, word)]
  return object && styleOf(object)
}

interface Count {
  readonly style: Style
  letters: number
}

function styledLine(line: Line, facts: WordFacts): StyledLine {
  const counts = new Map<number, Count>()
  const tags = facts.tags && new Map<TagElement, number>()
  for (const fragment of line.fragments) {
    for (const word of facts.wordsOf.get(fragment) ?? []) {
      const index = objectIndexOf(facts, word)
      const object = facts.objects[index]
      if (!object) continue
      const count = counts.get(index)
      if (count) count.letters += word.text.length
      else counts.set(index, { style: styleOf(object), letters: word.text.length })
      const tag = facts.tags?.get(object.markedContentId ?? -1)
      if (tag) tags?.set(tag, (tags.get(tag) ?? 0) + word.text.length)
    }
  }
  const all = [...counts.values()]
  const tag = tags && heaviest(tags)
  const found = runsOf(line, facts)
  const runs = withMarksOfCode(found)
  const { x0, x1, y0, y1, baseline, size, text, fragments, firstWordWidth } = line
  const { bold, italic, mono } = sharesOf(all)
  return {
    // No spread, because V8 would store the further fields outside of the object.
    x0,
    x1,
    y0,
    y1,
    baseline,
    size,
    text,
    fragments,
    firstWordWidth,
    page: facts.number,
    runs: hasLeader(text) ? runsWithoutLeader(runs, line, facts) : runs,
    style: mainStyle(countsOutsideLinks(runs) ?? all),
    bold,
    italic,
    mono: runs !== found && runs.every(({ style }) => style.mono) ? 1 : mono,
    tag,
  }
}

/** Matches a single dot at the end: the first one of two is a full stop. */
const endsInDot = /[^.]\.$/
/** Matches the rest of a leader, whose first dot may have been printed as part of the title. */
const leader = /^\s*(?:[.…·]\s?){5}/

function runsWithoutLeader(runs: readonly Run[], line: Line, facts: WordFacts): Run[] {
  const at = runs.findIndex(({ text }) => leader.test(text))
  const touching = endsInLeaderDot(line, facts) ? runs[at - 1] : undefined
  return runs.map((run) => {
    const text = run === touching ? run.text.replace(/\.$/, '') : run.text
    return { ...run, text: withoutLeaders(text) }
  })
}

/**
 * Returns true if the first dot of a leader touches the title before it: it is as far from the second dot as that from the third.
 * The dots of TeX are in places of their own, so that a full stop of the title is nearer or farther.
 */
function endsInLeaderDot({ fragments }: Line, { wordsOf }: WordFacts): boolean {
  const words = fragments.flatMap((fragment) => wordsOf.get(fragment) ?? [])
  const at = words.findIndex(({ text }) => text === '.')
  const [title, second, third] = [words[at - 1], words[at], words[at + 1]]
  if (!title || !second || !third || !endsInDot.test(title.text)) return false
  const difference = second.x1 - title.x1 - (third.x1 - second.x1)
  return Math.abs(difference) <= settings.leaderDots * (third.x1 - third.x0)
}

/** Returns the shares of letters that are bold, italic, monospaced. */
function sharesOf(counts: readonly Count[]): Pick<StyledLine, 'bold' | 'italic' | 'mono'> {
  let [letters, bold, italic, mono] = [0, 0, 0, 0]
  for (const { style, letters: own } of counts) {
    letters += own
    if (style.bold) bold += own
    if (style.italic) italic += own
    if (style.mono) mono += own
  }
  const all = Math.max(1, letters)
  return { bold: bold / all, italic: italic / all, mono: mono / all }
}

/**
 * Counts the letters of each style outside of links to addresses: the color and font of a link are not those of its line.
 *
 * @returns `undefined` if the line has no such link, or no letters outside of it.
 */
function countsOutsideLinks(runs: readonly Run[]): Count[] | undefined {
  if (!runs.some(isWebLink)) return undefined
  const outside = runs.filter((run) => !isWebLink(run) && alphanumeric.test(run.text))
  const counts = outside.map(({ style, text }) => ({ style, letters: text.length }))
  return counts.length > 0 ? counts : undefined
}

function mainStyle(counts: readonly Count[]): Style {
  const [first] = counts
  if (first && counts.every(({ style }) => style === first.style)) return first.style
  const keyOf = ({ style: { font, color } }: Count) => `${font} ${color}`
  const main = heaviest(counts.map((count) => [keyOf(count), count.letters]))
  return counts.find((count) => keyOf(count) === main)?.style ?? plainStyle
}

function runsOf(line: Line, facts: WordFacts): Run[] {
  // In text of both directions, the order of runs is not the order of their positions.
  if (hasLeftwards(line.text)) return [{ text: line.text, style: plainStyle }]
  const only = findOnlyRun(line, facts)
  if (only) return [only]
  const runs: OpenRun[] = []
  for (const [index, fragment] of line.fragments.entries()) {
    let before: Word | undefined
    const words = facts.wordsOf.get(fragment) ?? []
    const base = isApart(line, index) ? fragment : line
    for (let at = 0; at < words.length; at++) {
      const word = words[at] as Word
      const isSpaced = before ? hasBlankBetween(before, word) : index > 0
      const script = isWithinWord(before, word, words[at + 1]) ? undefined : scriptOf(word, line)
      const isScript = base === line || script === scriptOf(word, base)
      const run = runOf(word, isScript ? script : undefined, isSpaced, facts)
      const formula = formulaAt(words, at, facts)
      const styles = formula ? undefined : stylesOfLetters(run, word, facts)
      const parts = formula ? formulaRuns(formula, run) : styles && partsOf(run, styles)
      if (parts) for (const part of parts) extendRuns(runs, part)
      else extendRuns(runs, run)
      if (formula) at += formula.words.length - 1
      // Words that a formula elsewhere has taken print nothing, so the next word keeps its distance from the word before them.
      if (formula?.latex !== '') before = words[at]
    }
  }
  return runs
}

/** Returns the run of a line of one fragment in one style, as most lines are; else `undefined`. */
function findOnlyRun(line: Line, facts: WordFacts): Run | undefined {
  const { text, fragments, size } = line
  const [fragment] = fragments
  const { objects, glyphObjects, links, formulas } = facts
  if (!fragment || fragments.length > 1 || text !== fragment.text) return undefined
  if (links.length > 0 || (formulas && formulas.inlines.size > 0)) return undefined
  const words = facts.wordsOf.get(fragment)
  const [first] = words ?? []
  const style = first && styleOfWord(facts, first)
  if (!words || !first || !style) return undefined
  let x1 = first.x1
  for (const word of words) {
    const object = objects[objectIndexOf(facts, word)]
    const own = object && styleOf(object)
    if (!own || (own !== style && !isSameStyle(own, style))) return undefined
    if (word.size <= settings.scriptSize * size) return undefined
    if (glyphObjects[word.firstGlyph] !== glyphObjects[word.lastGlyph]) return undefined
    x1 = word.x1
  }
  return { text, style, x0: first.x0, x1 }
}

function runOf(word: Word, script: Run['script'], isSpaced: boolean, facts: WordFacts): OpenRun {
  const object = facts.objects[objectIndexOf(facts, word)]
  const link = facts.links.length > 0 ? linkAt(word, facts.links) : undefined
  const text = isSpaced ? ` ${word.text}` : word.text
  const style = object ? styleOf(object) : plainStyle
  const run: OpenRun = { text, style, x0: word.x0, x1: word.x1 }
  if (script) run.script = script
  if (link !== undefined) run.link = link
  return run
}

/** Returns the styles of a word's letters; `undefined` if they come from one text object, or do not correspond to glyphs. */
function stylesOfLetters(
  { text, style }: OpenRun,
  { firstGlyph, lastGlyph }: Word,
  { objects, glyphObjects }: WordFacts,
): Style[] | undefined {
  if (glyphObjects[firstGlyph] === glyphObjects[lastGlyph]) return undefined
  const count = lastGlyph - firstGlyph + 1
  if (text.length !== (text.startsWith(' ') ? 1 : 0) + count) return undefined
  return Array.from({ length: count }, (_, at) => {
    const object = objects[glyphObjects[firstGlyph + at] as number]
    return object ? styleOf(object) : style
  })
}

/** Returns the formula that begins with a word if all of its words follow. */
function formulaAt(words: readonly Word[], at: number, { formulas }: WordFacts) {
  if (!formulas || formulas.inlines.size === 0) return undefined
  const formula = formulas.inlines.get(words[at] as Word)
  return formula?.words.every((own, index) => own === words[at + index]) ? formula : undefined
}

/**
 * Makes the runs of a formula and of the punctuation before and after it; none for the rest of a formula that begins in the line
 * before.
 *
 * @param first The run of its first word.
 */
function formulaRuns({ words, before, latex, after }: InlineFormula, first: OpenRun): OpenRun[] {
  if (latex === '') return []
  const isSpaced = first.text.startsWith(' ')
  const style = { ...first.style, math: true, bold: false, italic: false }
  const { x0 } = first
  const x1 = words.at(-1)?.x1 ?? first.x1
  const blank = isSpaced ? ' ' : ''
  const text = words.map((word) => word.text).join(' ')
  return [
    ...(before === '' ? [] : [{ text: blank + before, style, x0, x1: first.x1 }]),
    { text: (before === '' ? blank : '') + text, style, x0, x1, latex },
    ...(after === '' ? [] : [{ text: after, style, x0: x1, x1 }]),
  ]
}

const letters = /^\p{L}+$/u

/** Returns true if letters overlap the letters before and after them, as in TeX's logos: a script does not overlap the next word. */
function isWithinWord(before: Word | undefined, word: Word, next: Word | undefined): boolean {
  return (
    before !== undefined &&
    next !== undefined &&
    word.x0 < before.x1 &&
    word.x1 > next.x0 &&
    [before.text.slice(-1), word.text, next.text.slice(0, 1)].every((text) => letters.test(text))
  )
}

/** Matches bullets, points of charts and check boxes, which are no scripts; a ring is the sign of degrees. */
const bullet = new RegExp(`^(?!◦)[${tightBullets}☐☒]$`, 'u')

/** Returns true for a fragment behind a wide gap and before none or another one, such as the value of a form's field: it is no script. */
function isApart({ fragments, size }: Line, index: number): boolean {
  const isFar = (left?: LineFragment, right?: LineFragment) =>
    left === undefined || right === undefined || right.x0 - left.x1 >= size
  const own = fragments[index]
  return index > 0 && isFar(fragments[index - 1], own) && isFar(own, fragments[index + 1])
}

function scriptOf(word: Word, line: Pick<Line, 'size' | 'baseline'>): Run['script'] {
  if (word.size > settings.scriptSize * line.size || bullet.test(word.text)) return undefined
  const shift = line.baseline - word.baseline
  if (shift > settings.scriptShiftEms * line.size) return 'super'
  return shift < -settings.scriptShiftEms * line.size ? 'sub' : undefined
}

export function linkAt({ frame, x0, x1, baseline, size }: Word, links: readonly PageLink[]) {
  const u = (x0 + x1) / 2
  const v = linkLevel(baseline, size)
  const x = u * frame.cos - v * frame.sin
  const y = u * frame.sin + v * frame.cos
  return linkAround(links, x, y)?.target
}

const nameEnd = /[\p{L}\p{N}]$/u
const tilde = new RegExp(`^[${tildes}]$`)

/**
 * Appends a run, or extends the last one in place if the styles are equal. An underscore within a name belongs to it, also in
 * another font and raised: `x86_64` in TeX. So does a tilde after a slash: `mill.org/~wheel`.
 */
function extendRuns(runs: OpenRun[], run: OpenRun): void {
  const last = runs.at(-1)
  if (last && (isSame(last, run) || isSignOfName(last.text, run.text))) {
    last.text += run.text
    last.x1 = run.x1
  } else runs.push(run)
}

function isSignOfName(before: string, text: string): boolean {
  return text === '_' ? nameEnd.test(before) : tilde.test(text) && before.endsWith('/')
}

function isSame(a: Run, b: Run): boolean {
  return (
    a.script === b.script &&
    a.link === b.link &&
    a.latex === undefined &&
    b.latex === undefined &&
    (a.style === b.style || isSameStyle(a.style, b.style))
  )
}

function isSameStyle(a: Style, b: Style): boolean {
  return isSameType(a, b) && a.math === b.math && a.font === b.font
}
