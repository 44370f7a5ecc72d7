/** Joins the words of a cell into its text. */
import { areMostlyLeftwards, groupIntoLines, groupIntoPieces, type Word } from '../layout/index.ts'

/** Matches leader dots up to the next column, spaced or not. */
const leaders = /(?:\s*[.…·_]){4,}\s*$/
const SOFT_HYPHEN = '\u00ad'
const brokenWord = /\p{L}[-\u00ad]$/u
const opensLower = /^\p{Ll}/u

export function textOfWords(words: readonly Word[]): string {
  if (words.length === 1) return clean(words[0]?.text ?? '')
  const pieces = groupIntoPieces([...words].sort((a, b) => a.firstGlyph - b.firstGlyph))
  const leftwards = areMostlyLeftwards(pieces)
  let text = ''
  for (const line of groupIntoLines(pieces, leftwards)) {
    if (text === '') text = line.text
    else if (text.endsWith(SOFT_HYPHEN)) text = text.slice(0, -1) + line.text
    else if (brokenWord.test(text) && opensLower.test(line.text)) {
      text = text.slice(0, -1) + line.text
    } else text += ` ${line.text}`
  }
  return clean(text)
}

function clean(text: string): string {
  return text.normalize('NFC').replace(leaders, '').trim()
}
