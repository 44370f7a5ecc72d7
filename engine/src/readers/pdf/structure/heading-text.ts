/** Decides by the words alone if a text can be a heading. */

import { isCapital, isSmallLetter } from '../ascii.ts'
import { captionKind } from '../captions.ts'
import type { TextBlock } from './layout-blocks.ts'
import { isItemStart } from './markers.ts'
import { isTabular } from './paragraphs.ts'
import { structureSettings as settings } from './settings.ts'
import type { Run } from './styled-line.ts'

const letter = /\p{L}/gu
const address = /@|https?:\/\/|www\.|\bdoi\b/i
/** `1`, `2.3`, `A.`, `IV.`, `IV-B.`, `Chapter 3`, `§ 5` before a title. */
export const sectionNumber =
  /^(?:(?:chapter|section|part|appendix|annex|article|kapitel|chapitre|§)\s*)?((?:\d{1,3}|[A-Z]|[IVX]{1,5}(?:-[A-Z])?)(?:\.\d{1,3})*)[.):]?\s+(?:[–—•]\s+)?(?=[\p{Lu}\p{Lo}"“‘'(¿¡])/iu

/** Returns the number of a section before its title. */
export function numberOf(text: string): string | undefined {
  return sectionNumber.exec(text)?.[1]
}

/** Matches the title of a table of contents. */
export const contentsTitle =
  /^(?:(?:table of )?contents|inhalt(?:sverzeichnis)?|(?:table des mati[eè]res|sommaire)|(?:tabla de )?contenidos?|[ií]ndice(?: general)?|sommario|sum[aá]rio|inhoud(?:sopgave)?|spis tre[sś]ci|obsah|содержание|оглавление|目\s?次|目录|目錄)$/iu

/** `2.1.` or `A.2.1` before a title. */
export const depthNumber = /^(?:\d{1,2}|[A-Z])(?:\.\d{1,2}){1,4}\.?\s+\p{L}/u
/** `ii)`, `(b)` before a title. */
const label = /^(?:\(?[a-zA-Z]\)|\(?[ivxIVX]{1,5}\))\s+(?=\p{Lu})/u
/** Letters alone are variables: `V o`. */
const word = /\p{L}{2}|\p{Lo}/u
/** Returns true if a block is longer than any heading. */
export function isTooLong({ lines }: TextBlock, text: string): boolean {
  return text.length > settings.headingCharacters || lines.length > settings.headingLines
}

/**
 * Returns true if the words of a block can be a heading, regardless of its style.
 *
 * @param isNamed True if the document's outline has it: versions, years and names can then be headings, too.
 */
export function readsLikeHeading(block: TextBlock, text: string, isNamed = false): boolean {
  if (isTooLong(block, text)) return false
  const isTitle = isNamed && !leadsInside(block, text)
  if (!isTitle && (!hasWords(text) || isByline(block, text))) return false
  if (isFormula(block, text)) return false
  if (/[,;&]$/.test(text) || address.test(text)) return false
  if (pageNumberAfterDots.test(text) || frontMatter.test(text)) return false
  if (dateAlone.test(text) || (!isNamed && admonition.test(text))) return false
  if (isContentsEntry(block, text)) return false
  if (/[.]$/.test(text) && text.length > 90) return false
  if (
    /^\p{Ll}/u.test(text.replace(label, '')) &&
    text.length > settings.nameCharacters &&
    !name.test(text) &&
    !signature.test(text)
  )
    return false
  if (captionKind(text) !== undefined || (isItemStart(text) && !sectionNumber.test(text)))
    return false
  return !block.lines.some((line) => isTabular(line) && !sectionNumber.test(line.text))
}

function hasWords(text: string): boolean {
  const title = text.replace(sectionNumber, '')
  const letters = title.match(letter)?.length ?? 0
  return letters >= 2 && letters >= title.length * settings.letterShare && word.test(title)
}

function isFormula(block: TextBlock, text: string): boolean {
  return lettersOf(block, ({ latex }) => latex !== undefined) > text.length / 2
}

/** Counts the letters of a block's runs that pass a test. */
function lettersOf({ lines }: TextBlock, test: (run: Run) => boolean): number {
  let letters = 0
  for (const { runs } of lines) for (const run of runs) if (test(run)) letters += run.text.length
  return letters
}

/** Matches the declaration of a function, `int seek(context c, int time)`: references of libraries have such headings. */
const signature = /^[^.,;:()]*[\p{L}\d_]\([^()]*\)$/u
/** Matches a name that begins with a small letter: `iPhone`, `nwb4edu`. */
const name = /^\p{Ll}+[\p{Lu}\d]/u
/**
 * Matches a date alone, which is never a heading, however large title pages print it: of 38 such lines in real
 * documents, none is one.
 */
export const dateAlone =
  /^(?:\p{L}+day,?\s+)?(?:\d{1,2}(?:st|nd|rd|th|\.)?,?\s+(?:de\s+|of\s+)?)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mär|mai|okt|dez|janv|fév|avr|juin|août|déc|ene|abr|ago|dic|fev|set|out)\p{L}{0,7}\.?,?\s+(?:de\s+)?(?:\d{1,2}(?:st|nd|rd|th)?,?\s+)?\d{4}\.?$|^\d{4}[-/.]\d{1,2}[-/.]\d{1,2}$|^\d{1,2}[-/.]\d{1,2}[-/.]\d{4}$/iu

/** Matches the page number at the end of an entry of a table of contents. */
export const entryEnd = /[\s.](?:\d{1,4}|[ivxlc]{1,6})$/

function isContentsEntry(block: TextBlock, text: string): boolean {
  return entryEnd.test(text) && leadsInside(block, text)
}

/** Returns true if a text is a link into the document. */
function leadsInside(block: TextBlock, text: string): boolean {
  const linked = lettersOf(block, ({ link }) => typeof link === 'object')
  return linked >= settings.nearlyAll * text.length
}

/** Matches the end of a line of a table of contents. */
const pageNumberAfterDots = /(?:\.\s?){3,}\s*\d*$|\s{2,}\d+$/
/** Matches the lines between an article's title and its text, or about its authors at its end. */
export const frontMatter =
  /^(?:received|accepted|revised|published|key ?words?|citation|how to cite|publisher[’']s note|affiliations?|correspond\w*|copyright(?=\W*(?:©|\(c\)|\d|by\b))|©|\(c\)|open access$|orcid)\b/i

/**
 * Matches the label of an admonition alone (DocBook 5.1: note, tip, important, caution, warning), which is not a heading: of
 * 937 such lines that learnt weights took for headings, in 32 documents with outlines, 2 are in the outline.
 */
export const admonition =
  /^(?:note|tip|important|caution|warning|danger|hinweis|tipp|wichtig|achtung|vorsicht|warnung|remarque|astuce|attention|avertissement|nota|consejo|importante|atención|advertencia|aviso|avviso|attenzione|примечание|совет|важно|внимание|предупреждение|注意|警告|重要|注記|备注|備註|提示|ヒント)\s?[:!：！]?$/iu

/** Matches the prompt of a console before its command, or the index before the output of R: `R> class(x)`, `[1] TRUE`. */
export const consoleLine = /^(?:\p{L}{0,6}>{1,3}|\$|\[\d+\])\s+\S/u

/** Matches two words in small letters; names have at most one between them. */
const smallWords = /\p{Ll}{3}\s+\p{Ll}{3}/u
const betweenName = /^(?:and|und|et)$/
const betweenNames = /\b(?:and|und|et|van|von|der|del|dos)\b/g

/** Matches what separates the names of a list. */
const separator = /[,;|&•·]|\band\b/g
/** Matches `A. Byron J. B. Marcet`: only surnames with initials, at least two. */
const initialedNames = /^(?:(?:\p{Lu}\.[ -]?)+\p{Lu}[\p{L}’'-]+(?:\s+|$)){2,}$/u

/** Returns true if a block lists people: names between commas, or with raised marks of their institutes. */
export function isByline({ lines }: TextBlock, text: string): boolean {
  if (initialedNames.test(text)) return true
  const commas = text.match(separator)?.length ?? 0
  if (commas === 0 || (/^\d/.test(text) && sectionNumber.test(text))) return false
  const marks = countMarks(lines)
  if (marks >= 2) return true
  const isMarked = marks === 1 || /[*†‡§¶]/.test(text)
  if (isMarked && !smallWords.test(text.replace(betweenNames, ','))) return true
  if (commas < settings.few) return false
  const words = text.match(/\p{L}[\p{L}.’'-]*/gu) ?? []
  let capitals = 0
  let own = 0
  for (const word of words) {
    if (word.length <= 3 || /^\p{Lu}/u.test(word)) capitals++
    if (!betweenName.test(word)) own++
  }
  return own >= 2 * commas && capitals >= settings.nameShare * words.length
}

/** Counts raised marks of institutes. */
function countMarks(lines: TextBlock['lines']): number {
  let marks = 0
  for (const { runs } of lines)
    for (const { script, text } of runs)
      if (script === 'super' && /^[\s\d*†‡§¶,a-f]+$/.test(text)) marks++
  return marks
}

const smallWord = /(?<!\p{L})\p{Ll}{2,}/gu
const wideLetter = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/gu

/** Returns true for a number with few words or none: a version, a date, a page. */
export function isBareNumber(text: string): boolean {
  return /^\d/.test(text) && text.search(smallWord) < 0
}

/** Returns true for a sentence, or an introduction such as `The options are as follows:` */
export function isSentence(text: string): boolean {
  if (!/[.:;。：；]$/.test(text)) return false
  if (hasSmallWords(text, settings.sentenceWords)) return true
  return (text.match(wideLetter)?.length ?? 0) >= settings.sentenceCharacters
}

/** Returns true if a text has at least `least` words in small letters; ASCII words are counted without a regular expression. */
function hasSmallWords(text: string, least: number): boolean {
  let count = 0
  let wasLetter = false
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    if (code >= 0x80) return (text.match(smallWord)?.length ?? 0) >= least
    if (isSmallLetter(code)) {
      if (!wasLetter && isSmallLetter(text.charCodeAt(index + 1)) && ++count === least) return true
      wasLetter = true
    } else wasLetter = isCapital(code)
  }
  return false
}

/** Matches headings of the sections after an article's text. */
export const backMatter =
  /^(?:acknowledge?ments?|funding(?: (?:sources?|statement|information))?|(?:declarations? of )?(?:competing|conflicts? of|financial) interests?|declarations?(?: of interests?)?|(?:author|authors’|authors'|author's) contributions?(?: statement)?|contributors|ethics (?:approval|statement)(?: and consent to participate)?|consent for publication|data (?:availability|sharing)(?: statement)?|availability of data(?: and materials?)?|abbreviations|supplementary (?:materials?|data|information)|disclosures?)\W*$/i
