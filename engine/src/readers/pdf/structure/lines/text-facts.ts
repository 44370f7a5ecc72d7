/** Describes the text of a line: its beginning and end, markers, letter cases, known phrases. */
import { isCapital, isDigit, isSmallLetter } from '../../ascii.ts'
import { captionKind } from '../../captions.ts'
import {
  admonition,
  backMatter,
  consoleLine,
  dateAlone,
  entryEnd,
  frontMatter,
  isSentence,
  numberOf,
} from '../heading-text.ts'
import { findMarker } from '../markers.ts'
import { endsOpen } from '../open-words.ts'

export interface TextFacts {
  readonly text: string
  readonly words: number
  readonly letters: number
  /** Shares of its letters or characters. */
  readonly capitals: number
  readonly digits: number
  /** Share of its words that begin with a capital, or with a letter of a script without small letters. */
  readonly capitalWords: number
  readonly commas: number
  readonly startsLower: boolean
  readonly startsUpper: boolean
  readonly startsDigit: boolean
  readonly endsSentence: boolean
  readonly endsColon: boolean
  readonly endsComma: boolean
  readonly endsHyphen: boolean
  /** Kind of marker: 0 none, 1 bullet, 2 dash, 3 number, 4 decimal, 5 label, 6 number of a reference in brackets. */
  readonly marker: number
  readonly markerKind: string
  readonly markerValue: number
  /** Number of parts of the number before a title; 0 without a number. */
  readonly numberDepth: number
  readonly isSection: boolean
  readonly isCaption: boolean
  readonly isSentence: boolean
  readonly isEntry: boolean
  readonly isFrontMatter: boolean
  readonly isKnownHeading: boolean
  readonly isDate: boolean
  readonly isDateAlone: boolean
  readonly isAdmonition: boolean
  readonly isConsole: boolean
  readonly hasInitial: boolean
  readonly isAddress: boolean
  readonly isCode: boolean
  readonly startsYear: boolean
  /** True if the text ends with a word that needs another one after it. */
  readonly endsOpen: boolean
}

export const markerClasses = {
  bullet: 1,
  dash: 2,
  number: 3,
  decimal: 4,
  label: 5,
  reference: 6,
}

const classOf: ReadonlyMap<string, number> = new Map(Object.entries(markerClasses))

const referenceNumber = /^\[(\d{1,3})\]\s/
/** `A. Byron`, `Ada K. Byron`. */
const initial = /(?:^|\s)\p{Lu}\.\s?(?:\p{Lu}\.\s?)*\p{Lu}\p{Ll}/u

const knownHeading =
  /^(?:\d[\d.]*\s+|[IVX]+\.\s+)?(?:abstract|introduction|background|methods?|methodology|materials and methods|results?|discussion|results and discussion|conclusions?|summary|references|bibliography|acknowledge?ments?|appendix|contents|table of contents|overview|related work|future work|objectives?|experience|education|skills|projects|publications|awards|purpose|scope|definitions|requirements|limitations|evaluation|implementation|motivation|preface|glossary|index|notes|examples?|usage|installation|license|contact|exercises|theorem|proof)\W*$/i
const date =
  /\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?,?\s+(?:\d{1,2}(?:st|nd|rd|th)?,?\s+)?\d{4}\b|\b\d{1,2}\.?\s\p{L}{3,10}\.?,?\s(?:19|20)\d\d\b|\b\d{1,4}[/.-]\d{1,2}[/.-]\d{2,4}\b|\b(?:19|20)\d\d\s*[–-]\s*(?:(?:19|20)\d\d|present|now)\b/iu
const address = /@|https?:\/\/|www\.|\bdoi\b|\btel\b|\bphone\b/i
const codeStart =
  /^\s*(?:\$|>>>|#include|import |def |class |return |var |let |const |if \(|for \(|while \()/
const codeWithin = /[{};]\s*$|[=!]=|->|::|\(\)|\w\(\w*\)|<\/?\w+>/

const startsYear = /^\(?(?:19|20)\d\d\b/
/** Describes a text. Tests of single characters come first, so that most lines need few regular expressions. */
export function factsOfText(text: string): TextFacts {
  const { hasInitial, hasMarks, letters, capitals, digits, commas, words, capitalWords } =
    countCharacters(text)
  const section = numberOf(text)
  const { marker, markerKind, markerValue } = markerOf(text)
  const last = text.charAt(text.length - 1)
  return {
    text,
    words,
    letters,
    capitals,
    digits,
    commas,
    capitalWords,
    startsLower: isLowerAt(text, 0),
    startsUpper: isUpperAt(text, 0),
    startsDigit: isDigitAt(text, 0),
    endsSentence: endsSentence(text),
    endsColon: last === ':' || last === '：',
    endsComma: last === ',' || last === ';',
    endsHyphen: last === '-' || last === '\u00ad',
    marker,
    markerKind,
    markerValue,
    numberDepth: section && isDigitAt(section, 0) ? section.split('.').length : 0,
    isSection: section !== undefined,
    isCaption: captionKind(text) !== undefined,
    isSentence: isSentence(text),
    isEntry: 'ivxlc0123456789'.includes(last) && entryEnd.test(text),
    isFrontMatter: frontMatter.test(text),
    isKnownHeading: knownHeading.test(text) || backMatter.test(text),
    isDate: digits > 0 && date.test(text),
    isDateAlone: digits > 0 && dateAlone.test(text),
    isAdmonition: admonition.test(text),
    isConsole: consoleLine.test(text),
    hasInitial: hasInitial && initial.test(text),
    isAddress: address.test(text),
    isCode: codeStart.test(text) || (hasMarks && codeWithin.test(text)),
    startsYear: digits > 0 && startsYear.test(text),
    endsOpen: endsOpen(text),
  }
}

const firstLower = /\p{Ll}/uy
const firstUpper = /\p{Lu}/uy

function isLowerAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  if (code < 0x80) return isSmallLetter(code)
  firstLower.lastIndex = at
  return firstLower.test(text)
}

function isUpperAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  if (code < 0x80) return isCapital(code)
  firstUpper.lastIndex = at
  return firstUpper.test(text)
}

function isDigitAt(text: string, at: number): boolean {
  return isDigit(text.charCodeAt(at))
}

const closing = '"\'”’»)]'
const ending = '.?!。．！？؟।'

/** Returns true if a text ends with the mark at the end of a sentence, before quotes and brackets. */
function endsSentence(text: string): boolean {
  let at = text.length - 1
  while (at >= 0 && closing.includes(text.charAt(at))) at--
  return at >= 0 && ending.includes(text.charAt(at))
}

function markerOf(text: string): Pick<TextFacts, 'marker' | 'markerKind' | 'markerValue'> {
  const found = findMarker(`${text} `)
  if (found) {
    const { kind, marker } = found
    return {
      marker: classOf.get(kind.split(' ')[0] ?? '') ?? markerClasses.label,
      markerKind: kind,
      markerValue: marker.type === 'number' ? marker.value : -1,
    }
  }
  const reference = referenceNumber.exec(text)?.[1]
  if (reference === undefined) return { marker: 0, markerKind: '', markerValue: -1 }
  return {
    marker: markerClasses.reference,
    markerKind: 'reference',
    markerValue: Number(reference),
  }
}

interface Counts
  extends Pick<TextFacts, 'letters' | 'capitals' | 'digits' | 'commas' | 'words' | 'capitalWords'> {
  /** True if a full stop follows a letter that may be a capital. */
  readonly hasInitial: boolean
  readonly hasMarks: boolean
}

/** Returns true for `:;<=>({}`: a line without these is code only if its beginning shows it. */
const isCodeMark = (code: number) =>
  (code >= 0x3a && code <= 0x3e) || code === 0x28 || code === 0x7b || code === 0x7d

function countCharacters(text: string): Counts {
  let [letters, capitals, digits, commas] = [0, 0, 0, 0]
  let [hasInitial, hasMarks, isUpper] = [false, false, false]
  let words = text === '' ? 0 : 1
  let capitalWords = startsCapital(text, 0) ? 1 : 0
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    const wasCapital = isUpper
    isUpper = false
    if (isSmallLetter(code)) letters++
    else if (code === 0x20) {
      words++
      if (startsCapital(text, index + 1)) capitalWords++
    } else if (isDigit(code)) digits++
    else if (code === 0x2c) commas++
    else if (isCapital(code)) {
      isUpper = true
      capitals++
      letters++
    } else if (code >= 0xc0) {
      isUpper = true
      letters++
    } else if (code === 0x2e) hasInitial ||= wasCapital
    else hasMarks ||= isCodeMark(code)
  }
  const all = Math.max(1, text.length)
  return {
    letters: letters / all,
    capitals: capitals / Math.max(1, letters),
    digits: digits / all,
    commas,
    words,
    capitalWords: capitalWords / Math.max(1, words),
    hasInitial,
    hasMarks,
  }
}

const opening = '"“‘(「『（'

/** A letter of a script without small letters, of which titles in these scripts consist. */
const caseless = /\p{Lo}/uy

/** Returns true if a word begins with a capital or a letter without case, also after a quote or bracket. */
function startsCapital(text: string, at: number): boolean {
  const first = opening.includes(text.charAt(at)) ? at + 1 : at
  if (isUpperAt(text, first)) return true
  caseless.lastIndex = first
  return text.charCodeAt(first) >= 0x80 && caseless.test(text)
}
