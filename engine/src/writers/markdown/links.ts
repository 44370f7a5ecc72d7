/** A link's target → what stands between the parentheses. */
import { cleanText } from './characters.ts'

/** Schemes that run code or reach into the reader's machine. */
const refused = /^(?:javascript|vbscript|data|file|blob|filesystem|view-source):/i

/** @returns `undefined` for a target that is not printed: dangerous or empty; its text stays. */
export function writeTarget(target: string): string | undefined {
  // Browsers skip control characters and white space within a scheme, so we do before looking at it.
  const clean = cleanText(target).trim()
  if (clean === '' || refused.test(clean.replace(/\s+/g, ''))) return undefined
  const safe = clean.replace(/[<>\\"`|]/g, encode)
  if (!/[\s()]/.test(safe)) return safe
  return hasBalancedParentheses(safe) && !/\s/.test(safe) ? safe : `<${safe}>`
}

/** What would end the target or be unescaped is percent-encoded (RFC 3986, 2.1). */
function encode(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`
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
