/** Reads shared and inline strings from XML events: plain text, or runs with marks. ECMA-376 Part 1, 18.4. */
import type { Marks } from '../../model/index.ts'
import type { ElementAttributes } from '../ooxml/index.ts'

interface Run extends Marks {
  readonly text: string
}

/** Plain text, or runs with differing marks. */
export type RichText = string | readonly Run[]

/** The mutable form of `Marks`. */
type MarksBeingRead = { -readonly [Mark in keyof Marks]: Marks[Mark] }

export interface TextReader {
  open(name: string, attributes: ElementAttributes): void
  text(value: string): void
  close(name: string): void
  /** Returns the text since the last call. */
  take(): RichText
}

/** @param withMarks True to keep the marks of runs. */
export function createTextReader(withMarks: boolean): TextReader {
  let plain = ''
  let runs: Run[] = []
  let marks: MarksBeingRead = {}
  let inText = false
  // 18.4.6: phonetic runs spell the pronunciation and are not part of the text.
  let inPhonetic = false
  return {
    open: (name, attributes) => {
      if (name === 'x:t') inText = !inPhonetic
      else if (name === 'x:rPh') inPhonetic = true
      else if (name === 'x:r') marks = {}
      else if (withMarks) readMark(name, attributes, marks)
    },
    text: (value) => {
      if (!inText) return
      plain += value
      if (withMarks) runs.push({ ...marks, text: value })
    },
    close: (name) => {
      if (name === 'x:t') inText = false
      else if (name === 'x:rPh') inPhonetic = false
      else if (name === 'x:r') marks = {}
    },
    take: () => {
      const taken = withMarks && isMixed(runs) ? runs.map(decodeRun) : decodeText(plain)
      plain = ''
      if (runs.length > 0) runs = []
      return taken
    },
  }
}

function readMark(name: string, attributes: ElementAttributes, marks: MarksBeingRead): void {
  const val = attributes.find('val')
  if (name === 'x:vertAlign') {
    if (val === 'subscript') marks.script = 'sub'
    else if (val === 'superscript') marks.script = 'super'
    return
  }
  const isOn = val !== '0' && val !== 'false' && val !== 'none'
  if (!isOn) return
  if (name === 'x:b') marks.bold = true
  else if (name === 'x:i') marks.italic = true
  else if (name === 'x:strike') marks.strike = true
  else if (name === 'x:u') marks.underline = true
}

/** Returns true if marks differ between runs: marks on the whole text only decorate the cell. */
function isMixed(runs: readonly Run[]): boolean {
  const [first, ...rest] = runs.filter(({ text }) => text.trim() !== '')
  return first !== undefined && rest.some((run) => !hasSameMarks(run, first))
}

function hasSameMarks(a: Run, b: Run): boolean {
  return (
    a.bold === b.bold &&
    a.italic === b.italic &&
    a.strike === b.strike &&
    a.underline === b.underline &&
    a.script === b.script
  )
}

function decodeRun(run: Run): Run {
  return { ...run, text: decodeText(run.text) }
}

export function plainTextOf(text: RichText): string {
  return typeof text === 'string' ? text : text.map((run) => run.text).join('')
}

/**
 * Decodes `_x000D_`, the escape for characters that XML cannot hold; `_x005F_` escapes a literal underscore
 * (ECMA-376 Part 1, 22.9.2.19). Line ends become `\n`.
 */
export function decodeText(text: string): string {
  const decoded = text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text
  return decoded.includes('\r') ? decoded.replace(/\r\n?/g, '\n') : decoded
}
