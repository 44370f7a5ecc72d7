/** Distinguishes running text from cells. */
import { type Segment, type TextLine, textOf } from './segments.ts'

/** A line of running text has at least this many words … */
const MIN_PROSE_WORDS = 5
/** … is at least this many ems wide … */
const MIN_PROSE_EMS = 13
/** … and has at least this share of words of letters. */
const MIN_LETTER_SHARE = 0.7

const word = /^[("'“‘[]*\p{L}[\p{L}\p{M}'’‐-]*[)"'”’\].,;:!?]*$/u

/** Results by segment: about ten steps test each segment of a region, and its words are matched once. */
const known = new WeakMap<Segment, boolean>()

export function isProse(segment: Segment): boolean {
  const { words, x0, x1, size } = segment
  if (words.length < MIN_PROSE_WORDS || x1 - x0 < MIN_PROSE_EMS * size) return false
  const found = known.get(segment)
  if (found !== undefined) return found
  const isFound = areMostlyLetters(words)
  known.set(segment, isFound)
  return isFound
}

function areMostlyLetters(words: Segment['words']): boolean {
  const letters = words.filter(({ text }) => word.test(text)).length
  return letters >= MIN_LETTER_SHARE * words.length
}

/** Returns true if a line is running text only. */
export function isProseLine({ segments }: TextLine): boolean {
  return segments.every(isProse)
}

const tableWords =
  'table|tab\\.|tabelle|tableau|tabla|tabela|tabella|tabell|tabel|tabulka|taulukko|tablo|cuadro|quadro|exhibit|box|таблица|表'
const figureWords =
  'figure|fig\\.|figura|figur|abbildung|abb\\.|bild|gr[áa]fic[oa]|chart|graph|panel|scheme|rys\\.|рис\\.|рисунок|[图圖図]'
/** First words of the titles of listings, which also end a table. */
const otherWords = 'algorithm|algoritmo|listing'

/** Matches the first word of a caption: tested on every line, before its words are joined. */
const captionWord = new RegExp(`^(?:${tableWords}|${figureWords}|${otherWords})`, 'i')
/** Matches the beginning of a caption of a table or figure, with its number. */
const caption = new RegExp(
  `${captionWord.source}\\s*[A-Z]{0,2}[\\dIVX]+(?:[.\\-–]\\d+)*\\s*(?:[.:–—-]|$|\\s)`,
  'i',
)

const figureWord = new RegExp(`^(?:${figureWords})`, 'i')

/** Returns the kind of a caption by its first line. */
export function captionKind(line: {
  readonly segments: readonly Segment[]
}): 'table' | 'figure' | undefined {
  if (!opensCaption(line)) return undefined
  return figureWord.test(line.segments[0]?.words[0]?.text ?? '') ? 'figure' : 'table'
}

/** Returns true if a line begins a caption: the text above and below it is not one table. */
export function opensCaption({ segments }: { readonly segments: readonly Segment[] }): boolean {
  const opening = segments[0]?.words[0]?.text
  if (opening === undefined || !captionWord.test(opening)) return false
  return caption.test(segments.map(textOf).join(' '))
}

const lowercase = /^\p{Ll}/u

/** Returns the share of texts that begin within a sentence. */
export function lowercaseShare(texts: readonly string[]): number {
  return texts.filter((text) => lowercase.test(text)).length / Math.max(1, texts.length)
}
