/** Writes the target of a link for use between parentheses or in an attribute. */
import { cleanText } from './characters.ts'

/** Schemes that run code or access the reader's machine. */
const refused = /^(?:javascript|vbscript|data|file|blob|filesystem|view-source):/i

/** @returns `undefined` for a dangerous or empty target, which is not printed; its text stays. */
export function cleanTarget(target: string): string | undefined {
  const clean = cleanText(target).trim()
  // Browsers ignore white space within a scheme, so it is removed for the check.
  if (clean === '' || refused.test(clean.replace(/\s+/g, ''))) return undefined
  return clean
}

/** Characters that would end the target, be unescaped, or begin a code span are percent-encoded (RFC 3986, 2.1). */
const unprintable = /[<>\\"`|]/g

/** Text that a parser would read as a character reference (CommonMark 2.5). */
const reference = /&(?=#?\w{1,32};)/g

/** Writes a clean target by CommonMark 6.3: in angle brackets if it has spaces or unbalanced parentheses. */
export function writeTarget(target: string): string {
  const safe = target.replace(unprintable, percentEncode).replace(reference, '&amp;')
  return /\s/.test(safe) || !hasBalancedParentheses(safe) ? `<${safe}>` : safe
}

function percentEncode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`
}

/** CommonMark 6.3 allows parentheses in a target when they are balanced, to a depth of at least three. */
function hasBalancedParentheses(target: string): boolean {
  let depth = 0
  for (const character of target) {
    if (character === '(') depth += 1
    if (character === ')') depth -= 1
    if (depth < 0 || depth > 3) return false
  }
  return depth === 0
}

const absoluteUrl = /^[a-z][a-z\d+.-]{1,31}:[^\s<>|&]*$/i
const address = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/

/** Returns true if `[text](target)` can be shortened to `<text>` (CommonMark 6.5). */
export function isAutolink(text: string, target: string): boolean {
  if (text === target) return absoluteUrl.test(target)
  return `mailto:${text}` === target && address.test(text)
}
