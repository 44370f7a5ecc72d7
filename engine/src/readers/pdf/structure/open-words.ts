/** Detects texts that end with a word that needs another one after it. */

const openWords = new Set(
  'a an and as at by for from in into is of on or the to with de des du el en la le les los y und der die das von zu &'.split(
    ' ',
  ),
)
const longestOpenWord = Math.max(...[...openWords].map(({ length }) => length))

/** Returns true if a text ends with a word that needs another one after it. */
export function endsOpen(text: string): boolean {
  return openWords.has(lastWord(text))
}

const blank = /\s/

/** Returns the last word in lower case, cut to the length of the longest of `openWords`. */
function lastWord(text: string): string {
  let at = text.length
  const least = Math.max(0, at - longestOpenWord - 1)
  while (at > least && !isBlankAt(text, at - 1)) at--
  return text.slice(at).toLowerCase()
}

function isBlankAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at)
  return code < 0x80 ? code === 0x20 || (code >= 0x09 && code <= 0x0d) : blank.test(text.charAt(at))
}
