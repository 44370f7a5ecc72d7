/** Distinguishes running text from cells. */
import { isSmallLetter } from '../ascii.ts'
import { type CaptionKind, labelledKind } from '../captions.ts'
import type { Word } from '../layout/index.ts'
import { type Segment, type TextLine, textOf } from './segments.ts'
import { tableSettings as settings } from './settings.ts'

const word = /^[("'“‘[]*\p{L}[\p{L}\p{M}'’‐-]*[)"'”’\].,;:!?]*$/u

/** Results by segment: about ten steps test each segment of a region, and its words are matched once. */
const known = new WeakMap<Segment, boolean>()

/** Returns true if a segment is running text: many words, mostly of letters, on a wide line. */
export function isProse(segment: Segment): boolean {
  const { words, x0, x1, size } = segment
  if (words.length < settings.many || x1 - x0 < settings.proseEms * size) return false
  const found = known.get(segment)
  if (found !== undefined) return found
  const isFound = areMostlyLetters(words)
  known.set(segment, isFound)
  return isFound
}

function areMostlyLetters(words: Segment['words']): boolean {
  const needed = settings.mostly * words.length
  let letters = 0
  for (let at = 0; letters < needed && at < words.length; at++) {
    const { text } = words[at] as Word
    if (isOfSmallLetters(text) || word.test(text)) letters++
  }
  return letters >= needed
}

/** Recognises most words without the pattern, which takes several times longer. */
function isOfSmallLetters(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (!isSmallLetter(text.charCodeAt(at))) return false
  return text.length > 0
}

/** Returns true if a line is running text only. */
export function isProseLine({ segments }: TextLine): boolean {
  return segments.every(isProse)
}

/** Returns true if a line begins a caption: the text above and below it is not one table. */
export function opensCaption({ segments }: { readonly segments: readonly Segment[] }): boolean {
  return lineCaptionKind(segments) !== undefined
}

/** Returns the kind of object that a line labels, as a caption or as a sentence that begins like one. */
export function lineCaptionKind(segments: readonly Segment[]): CaptionKind | undefined {
  return labelledKind(textOf(segments))
}

const lowercase = /^\p{Ll}/u

/** Returns the share of texts that begin within a sentence. */
export function lowercaseShare(texts: readonly string[]): number {
  return texts.filter((text) => lowercase.test(text)).length / Math.max(1, texts.length)
}
