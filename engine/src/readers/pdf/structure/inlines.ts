/** Makes inlines of the styled lines of a paragraph: joined lines, distinguishing emphasis, scripts, links, code. */
import type { Code, Inline, Marks, Text } from '../../../model/index.ts'
import { glyphCodes } from '../content/index.ts'
import { jointOf, type Vocabulary, withHyphens } from '../hyphens.ts'
import { withAsciiSigns } from './code-signs.ts'
import { joinSyntax } from './code-syntax.ts'
import { withPlainSigns } from './plain-signs.ts'
import { isPrintedAddress, withPrintedAddress } from './printed-addresses.ts'
import { structureSettings as settings } from './settings.ts'
import { alphanumeric, type Part, type Run, type StyledLine } from './styled-line.ts'

export const noBreaks: ReadonlySet<StyledLine> = new Set()

/**
 * Joins the runs of lines; at each line end adds a blank, adds nothing, or removes a hyphen.
 *
 * @param breaks The lines that begin after a deliberate break.
 * @param within The lines that begin within a word.
 */
export function joinRuns(
  lines: readonly StyledLine[],
  vocabulary: () => Vocabulary,
  breaks = noBreaks,
  within = noBreaks,
): Part[] {
  const parts: Part[] = []
  // A paragraph wholly in the type of code may be typewritten prose, whose hyphens break words.
  const showsCode = lines.some(({ mono }) => mono < settings.nearlyAll)
  let before = ''
  for (const line of lines) {
    // A formula that begins in the line before may have taken all of its words.
    if (line.runs.length === 0) continue
    const [first] = line.runs
    const text = textOf(line.runs).trimStart()
    const isCode =
      showsCode && (first?.style.mono ?? false) && (parts.at(-1)?.run.style.mono ?? false)
    const change = within.has(line) ? 0 : jointOf(before, text, vocabulary, isCode)
    const isBreak = change > 0 && breaks.has(line)
    const last = parts.at(-1)
    if (change < 0 && last) last.text = last.text.slice(0, change)
    if (isBreak && first) parts.push({ text: '\n', run: first, isBreak })
    for (const [index, run] of line.runs.entries()) {
      const joint = index === 0 && change > 0 && !isBreak ? ' ' : ''
      const own = index === 0 ? run.text.trimStart() : run.text
      appendPart(parts, { text: joint + own, run })
    }
    before = text
  }
  return parts.map((part) => composed({ ...part, text: withHyphens(part.text) }))
}

function textOf(runs: readonly Run[]): string {
  const [only] = runs
  return only && runs.length === 1 ? only.text : runs.map(({ text }) => text).join('')
}

/** Text below U+0300 needs no composition (Unicode Standard Annex #15). */
export const composable = /[\u0300-\uffff]/
/** Matches mathematical letters and Planck's constant, their italic h, which become plain ones because people search for these. */
const mathematical = /[\u{1d400}-\u{1d7ff}ℎ]+/gu
/** Matches TeX's raised ring, a degree sign. */
const ring = /^\s*[\u2218\u25e6]\s*$/

function composed(part: Part): Part {
  const { text, run } = part
  if (run.script === 'super' && ring.test(text)) {
    const { script: _, ...plain } = run
    return { text: '\u00b0', run: plain }
  }
  const letters = composable.test(text)
    ? text.normalize('NFC').replace(mathematical, (own) => own.normalize('NFKC'))
    : text
  const whole = withPlainSigns(letters, run.style)
  return whole === text ? part : { ...part, text: whole }
}

function appendPart(parts: Part[], part: Part): void {
  const last = parts.at(-1)
  if (last && !last.isBreak && isAlike(last.run, part.run)) last.text += part.text
  else parts.push(part)
}

function isAlike(a: Run, b: Run): boolean {
  const [own, other] = [a.style, b.style]
  return (
    a.script === b.script &&
    a.link === b.link &&
    a.note === b.note &&
    a.latex === undefined &&
    b.latex === undefined &&
    own.bold === other.bold &&
    own.italic === other.italic &&
    own.mono === other.mono &&
    own.math === other.math &&
    own.struck === other.struck
  )
}

/** Matches two letters: a single letter in a script is a variable. */
const word = /[\p{L}\p{N}]{2}/u
const visible = /[^\s]/gu

/** The marks that a paragraph shows. */
interface Shown {
  readonly bold: boolean
  readonly italic: boolean
  readonly mono: boolean
}

const noStyles: Shown = { bold: false, italic: false, mono: false }

export interface InlineOptions {
  /** True for a heading or an entry of contents: its bold and italic type is not emphasis. */
  readonly isTitle?: boolean
  /** True for a term, an item or a label in the font of code: it is marked as code although the whole text is in that font. */
  readonly isCode?: boolean
  /** Bold or italic type that the document's text does not have: it is marked even if the whole paragraph has it. */
  readonly setApart?: TypesApart
}

export type TypesApart = Partial<Pick<Shown, 'bold' | 'italic'>>

export function inlinesOf(all: readonly Part[], options: InlineOptions = {}): Inline[] {
  const shown = shownStyles(all, options)
  const parts = shown.mono ? joinSyntax(all) : all
  const inlines: Inline[] = []
  for (const [at, part] of parts.entries()) {
    if (part.isBreak) inlines.push({ type: 'lineBreak' })
    else appendInline(inlines, part, shown, part.run.style.mono && isSignAlone(parts, at))
  }
  return joinCode(trimEnds(inlines)).map(withPrintedAddress)
}

/** Joins code whose type changes: `make` and its target in italics are one command. */
function joinCode(inlines: readonly Inline[]): Inline[] {
  const joined: Inline[] = []
  for (const inline of inlines) {
    const [before, last] = [joined.at(-2), joined.at(-1)]
    if (inline.type !== 'code') joined.push(inline)
    else if (last?.type === 'code') joined.splice(-1, 1, { ...last, text: last.text + inline.text })
    else if (before?.type === 'code' && last?.type === 'text' && last.text === ' ')
      joined.splice(-2, 2, { ...before, text: `${before.text} ${inline.text}` })
    else joined.push(inline)
  }
  return joined
}

/** Matches signs of ASCII without letters: an operator, brackets. */
const asciiSigns = /^\s*[!-/:-@[-`{-~]+\s*$/
const opensAtEnd = /[\s“‘«([]$/
const closesAtStart = /^[\s”’».,;:!?)\]]/
/** Matches a mark that may end the code before it. */
const closingMark = /^\s*[),.:;]\s*$/

/** Returns true for signs with blanks, quotes or brackets of the text on both sides: in the font of code, they are code. */
function isSignAlone(parts: readonly Part[], at: number): boolean {
  const { text } = parts[at] as Part
  if (!asciiSigns.test(text)) return false
  const [before, after] = [parts[at - 1]?.text ?? ' ', parts[at + 1]?.text ?? ' ']
  if (closingMark.test(text)) return /[“‘«]$/.test(before) && /^[”’»]/.test(after)
  const isOpen = /^\s/.test(text) || opensAtEnd.test(before)
  return isOpen && (/\s$/.test(text) || closesAtStart.test(after))
}

function shownStyles(
  parts: readonly Part[],
  { isTitle = false, isCode = false, setApart = {} }: InlineOptions,
): Shown {
  const isPlain = ({ run: { style } }: Part) =>
    style.isTextLayer || !(style.bold || style.italic || style.mono)
  if (parts.every(isPlain)) return noStyles
  let all = 0
  let neutral = 0
  let bold = 0
  let italic = 0
  let mono = 0
  for (const { text, run } of parts) {
    const letters = countVisible(text)
    all += letters
    if (run.latex !== undefined || !alphanumeric.test(text)) neutral += letters
    if (run.style.bold) bold += letters
    if (run.style.italic) italic += letters
    if (run.style.mono) mono += letters
  }
  // Formulas and punctuation have no bold or italic type that could distinguish the text around them.
  const most = settings.nearlyAll * (all - neutral)
  return {
    bold: !isTitle && (setApart.bold || bold < most),
    italic: !isTitle && (setApart.italic || italic < most),
    mono: isCode || mono < settings.uniform * all,
  }
}

/**
 * Matches blanks other than U+0020, controls, and surrogates: few parts have any, and the others need no match per
 * letter.
 */
const unusual = /[^ -~\u00a1-\u167f\u2010-\u2027\u2030-\u205e\u2190-\u2fff\u3001-\ud7ff]/

function countVisible(text: string): number {
  if (unusual.test(text)) return text.match(visible)?.length ?? 0
  let count = 0
  for (let index = 0; index < text.length; index++)
    if (text.charCodeAt(index) !== glyphCodes.space) count++
  return count
}

function appendInline(inlines: Inline[], { text, run }: Part, shown: Shown, isSign: boolean): void {
  const { style, script } = run
  const link = typeof run.link === 'string' ? run.link : undefined
  const isNamed = script ? word.test(text) : alphanumeric.test(text)
  const isAddress = link !== undefined && isPrintedAddress(text, link)
  const mayBeCode = shown.mono && (isNamed || isSign) && !isAddress
  const atom = atomOf(text, run, mayBeCode)
  if (atom?.type === 'code' && link !== undefined) {
    appendLink(inlines, { ...atom, text }, link)
    return
  }
  if (atom) {
    if (/^\s/.test(text) && atom.type !== 'noteReference') appendText(inlines, blank)
    inlines.push(atom)
    if (/\s$/.test(text)) appendText(inlines, blank)
    return
  }
  const marks: Marks = {
    ...(shown.bold && style.bold && isNamed && { bold: true }),
    ...(shown.italic && style.italic && !style.math && isNamed && { italic: true }),
    ...(style.struck && /\S/.test(text) && { strike: true }),
    ...(script && /\S/.test(text) && { script }),
  }
  const inline: Text = { type: 'text', text, ...marks }
  if (link === undefined) appendText(inlines, inline)
  else appendLink(inlines, inline, link)
}

const blank: Text = { type: 'text', text: ' ' }

/** Returns a note, a formula or code, which have no marks; `undefined` for text. */
function atomOf(text: string, run: Run, mayBeCode: boolean): Inline | undefined {
  if (run.note !== undefined) return { type: 'noteReference', note: run.note }
  if (run.latex !== undefined) return { type: 'formula', latex: run.latex }
  const isCode = mayBeCode && run.style.mono && run.script === undefined
  return isCode ? { type: 'code', text: withAsciiSigns(text).trim() } : undefined
}

function appendText(inlines: Inline[], inline: Text): void {
  const last = inlines.at(-1)
  if (
    last?.type === 'text' &&
    last.bold === inline.bold &&
    last.italic === inline.italic &&
    last.strike === inline.strike &&
    last.script === inline.script
  ) {
    inlines[inlines.length - 1] = { ...last, text: last.text + inline.text }
  } else inlines.push(inline)
}

/** Matches punctuation of the sentence after an address. */
const trailingMarks = /[.,;:)\]]+$/
/** Matches brackets before the text of a link, which may be closed behind it. */
const openingBrackets = /^\s*[([]+/

/** Returns the punctuation after an address; a bracket that closes one within it is part of it. */
function marksAfter(text: string): string {
  const marks = trailingMarks.exec(text)?.[0] ?? ''
  const own = text.slice(0, text.length - marks.length).replace(openingBrackets, '')
  let open = own.replace(/[^([]+/g, '').length - own.replace(/[^)\]]+/g, '').length
  let kept = 0
  for (let at = 0; open > 0 && at < marks.length; at++) {
    if (!/[)\]]/.test(marks.charAt(at))) continue
    open--
    kept = at + 1
  }
  return marks.slice(kept)
}

/**
 * Appends a link without the blank before it and without the full stop after a printed address.
 *
 * @param inline Text, or code with the blanks around it.
 */
function appendLink(inlines: Inline[], inline: Text | Code, target: string): void {
  const marks = marksAfter(inline.text)
  if (marks !== '' && !target.endsWith(marks) && marks.length < inline.text.trim().length) {
    appendLink(inlines, { ...inline, text: inline.text.slice(0, -marks.length) }, target)
    appendText(inlines, { type: 'text', text: marks })
    return
  }
  const [opening = ''] = openingBrackets.exec(inline.text) ?? []
  if (opening !== '' && opening.length < inline.text.length && !/[)\]]/.test(inline.text)) {
    appendText(inlines, { type: 'text', text: opening })
    appendLink(inlines, { ...inline, text: inline.text.slice(opening.length) }, target)
    return
  }
  const last = inlines.at(-1)
  if (last?.type === 'link' && last.target === target) {
    inlines[inlines.length - 1] = { ...last, inlines: [...last.inlines, ...withBlanks(inline)] }
    return
  }
  if (/^\s/.test(inline.text)) appendText(inlines, blank)
  const own = withBlanks({ ...inline, text: inline.text.trimStart() })
  inlines.push({ type: 'link', target, inlines: own })
}

/** Returns code without the blanks around it, and these as text. */
function withBlanks(inline: Text | Code): Inline[] {
  if (inline.type === 'text') return [inline]
  const { text } = inline
  const [before, after] = [/^\s/.test(text), /\s$/.test(text)]
  const code: Code = { ...inline, text: withAsciiSigns(text).trim() }
  return [...(before ? [blank] : []), code, ...(after ? [blank] : [])]
}

function trimEnds(inlines: readonly Inline[]): Inline[] {
  const trimmed = [...inlines]
  const [first] = trimmed
  if (first?.type === 'text') trimmed[0] = { ...first, text: first.text.trimStart() }
  const last = trimmed.at(-1)
  if (last?.type === 'text') trimmed[trimmed.length - 1] = { ...last, text: last.text.trimEnd() }
  return trimmed.filter((inline) => inline.type !== 'text' || inline.text !== '')
}
