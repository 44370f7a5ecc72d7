/** Converts text in a formula to words; digits, operators and styled letters in it keep their kind. */
import { findStyledCharacter } from './alphabets.ts'
import { words } from './builders.ts'
import { readCharacters } from './characters.ts'
import { findSymbol } from './symbols.ts'
import type { MathNode, Words } from './tree.ts'

type WordStyle = Omit<Words, 'type' | 'text'>

/** Text without letters looks the same in a formula. */
const withoutWords = /^[\d\s.,;:+\-=()[\]<>/×·±−]+$/

const invisible = /[\p{Cc}\p{Cf}\p{Variation_Selector}\u2028\u2029]/gu
const unassigned = /[\p{Co}\p{Cs}]/gu
/** Diacritics that KaTeX cannot set; they are dropped, as is one without a letter. */
const unsettable = /[\u0305\u0309\u030d-\u0326\u0328-\u036f]/g
const isolatedMark = /(^|[^\p{L}\p{N}\p{M}])[\u0300-\u036f]+/gu

/**
 * Reads text with significant blanks.
 *
 * @param text Each white space character becomes one blank.
 */
export function readWords(text: string, style: WordStyle = {}): MathNode[] {
  if (/^ +$/.test(text)) return [{ type: 'space', em: 0.25 * text.length }]
  if (text.trim() === '') return readCharacters(text)
  if (withoutWords.test(text)) return readCharacters(text)
  const nodes: MathNode[] = []
  let plain = ''
  const flush = () => {
    const text = plain.replace(isolatedMark, '$1')
    if (text !== '') nodes.push(words(text, style))
    plain = ''
  }
  for (const character of toSettable(text)) {
    if (findStyledCharacter(character) || isOperatorSign(character)) {
      flush()
      nodes.push(...readCharacters(character))
    } else {
      plain += character
    }
  }
  flush()
  return nodes
}

/** Returns true for signs that text fonts, and KaTeX in text, lack. */
function isOperatorSign(character: string): boolean {
  if (character < '\u2100' && character !== '‼') return false
  const kind = findSymbol(character)?.kind
  return kind === undefined ? /[\p{Sm}‼]/u.test(character) : kind !== 'letter'
}

function toSettable(text: string): string {
  return text
    .replace(/[\s\u00a0]/g, ' ')
    .replace(invisible, '')
    .replace(unassigned, '\ufffd')
    .normalize('NFC')
    .replace(unsettable, '')
}
