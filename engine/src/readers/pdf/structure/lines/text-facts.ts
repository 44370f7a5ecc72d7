/** Describes the words of a line: how they begin and end, markers, cases, known phrases. */
import {
  backMatter,
  dateAlone,
  entryEnd,
  frontMatter,
  isSentence,
  sectionNumber,
} from '../heading-text.ts'
import { findMarker, isCaption } from '../markers.ts'

export interface TextFacts {
  readonly text: string
  readonly words: number
  readonly letters: number
  /** Shares of its letters or characters. */
  readonly capitals: number
  readonly digits: number
  /** Share of its words that begin with a capital. */
  readonly capitalWords: number
  readonly commas: number
  readonly startsLower: boolean
  readonly startsUpper: boolean
  readonly startsDigit: boolean
  readonly endsSentence: boolean
  readonly endsColon: boolean
  readonly endsComma: boolean
  readonly endsHyphen: boolean
  /** 0 none, 1 bullet, 2 dash, 3 number, 4 decimal, 5 label, 6 number of a reference in brackets. */
  readonly marker: number
  readonly markerKind: string
  readonly markerValue: number
  /** Parts of the number before a title; 0 without. */
  readonly numberDepth: number
  readonly isSection: boolean
  readonly isCaption: boolean
  readonly isSentence: boolean
  readonly isEntry: boolean
  readonly isFrontMatter: boolean
  readonly isKnownHeading: boolean
  readonly isDate: boolean
  readonly isDateAlone: boolean
  readonly hasInitial: boolean
  readonly isAddress: boolean
  readonly isCode: boolean
  readonly startsYear: boolean
  /** It ends with a word that needs another one after it. */
  readonly endsOpen: boolean
}

const markerClasses: Readonly<Record<string, number>> = {
  bullet: 1,
  dash: 2,
  number: 3,
  decimal: 4,
}
const LABEL = 5
const REFERENCE = 6

const referenceNumber = /^\[(\d{1,3})\]\s/
/** `A. Byron`, `Ada K. Byron`. */
const initial = /(?:^|\s)\p{Lu}\.\s?(?:\p{Lu}\.\s?)*\p{Lu}\p{Ll}/u

const knownHeading =
  /^(?:\d[\d.]*\s+|[IVX]+\.\s+)?(?:abstract|introduction|background|methods?|methodology|materials and methods|results?|discussion|results and discussion|conclusions?|summary|references|bibliography|acknowledge?ments?|appendix|contents|table of contents|overview|related work|future work|objectives?|experience|education|skills|projects|publications|awards|purpose|scope|definitions|requirements|limitations|evaluation|implementation|motivation|preface|glossary|index|notes|examples?|usage|installation|license|contact|exercises|theorem|proof)\W*$/i
const date =
  /\b(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\.?,?\s+(?:\d{1,2}(?:st|nd|rd|th)?,?\s+)?\d{4}\b|\b\d{1,2}\.?\s\p{L}{3,10}\.?,?\s(?:19|20)\d\d\b|\b\d{1,4}[/.-]\d{1,2}[/.-]\d{2,4}\b|\b(?:19|20)\d\d\s*[–-]\s*(?:(?:19|20)\d\d|present|now)\b/iu
const address = /@|https?:\/\/|www\.|\bdoi\b|\btel\b|\bphone\b/i
const code =
  /[{};]\s*$|^\s*(?:\$|>>>|#include|import |def |class |return |var |let |const |if \(|for \(|while \()|[=!]=|->|::|\(\)|\w\(\w*\)|<\/?\w+>/

const startsYear = /^\(?(?:19|20)\d\d\b/
const endsOpen =
  /(?:^|\s)(?:an?|and|as|at|by|for|from|in|into|is|of|on|or|the|to|with|de|des|du|el|en|la|le|les|los|y|und|der|die|das|von|zu|&)$/i

export function factsOfText(text: string): TextFacts {
  const counts = countCharacters(text)
  const words = text === '' ? [] : text.split(' ')
  const capitalWords = words.filter((word) => /^["“‘(]?\p{Lu}/u.test(word)).length
  const section = sectionNumber.exec(text)?.[1]
  return {
    text,
    words: words.length,
    ...counts,
    capitalWords: capitalWords / Math.max(1, words.length),
    startsLower: /^\p{Ll}/u.test(text),
    startsUpper: /^\p{Lu}/u.test(text),
    startsDigit: /^\d/.test(text),
    endsSentence: /[.?!。]["'”’»)\]]*$/.test(text),
    endsColon: /[:：]$/.test(text),
    endsComma: /[,;]$/.test(text),
    endsHyphen: /[-\u00ad]$/.test(text),
    ...markerOf(text),
    numberDepth: section && /^\d/.test(section) ? section.split('.').length : 0,
    isSection: section !== undefined,
    isCaption: isCaption(text),
    isSentence: isSentence(text),
    isEntry: entryEnd.test(text),
    isFrontMatter: frontMatter.test(text),
    isKnownHeading: knownHeading.test(text) || backMatter.test(text),
    isDate: date.test(text),
    isDateAlone: dateAlone.test(text),
    hasInitial: initial.test(text),
    isAddress: address.test(text),
    isCode: code.test(text),
    startsYear: startsYear.test(text),
    endsOpen: endsOpen.test(text),
  }
}

function markerOf(text: string): Pick<TextFacts, 'marker' | 'markerKind' | 'markerValue'> {
  const found = findMarker(`${text} `)
  if (found) {
    const { kind, marker } = found
    return {
      marker: markerClasses[kind.split(' ')[0] ?? ''] ?? LABEL,
      markerKind: kind,
      markerValue: marker.type === 'number' ? marker.value : -1,
    }
  }
  const reference = referenceNumber.exec(text)?.[1]
  if (reference === undefined) return { marker: 0, markerKind: '', markerValue: -1 }
  return { marker: REFERENCE, markerKind: 'reference', markerValue: Number(reference) }
}

function countCharacters(
  text: string,
): Pick<TextFacts, 'letters' | 'capitals' | 'digits' | 'commas'> {
  let [letters, capitals, digits, commas] = [0, 0, 0, 0]
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit >= 0x30 && unit <= 0x39) digits++
    else if (unit === 0x2c) commas++
    else if (unit >= 0x41 && unit <= 0x5a) {
      capitals++
      letters++
    } else if ((unit >= 0x61 && unit <= 0x7a) || unit >= 0xc0) letters++
  }
  const all = Math.max(1, text.length)
  return {
    letters: letters / all,
    capitals: capitals / Math.max(1, letters),
    digits: digits / all,
    commas,
  }
}
