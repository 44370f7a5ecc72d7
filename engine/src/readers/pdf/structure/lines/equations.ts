/** Finds equations in the type of the text, which the search for formulas leaves in their paragraphs. */
import { structureSettings as settings } from '../settings.ts'
import type { SequenceLine } from './sequence.ts'

/** Matches the number of an equation: `(2.3)`, `(A1)`, `[4]`. */
const equationNumber = /^[([](?:[A-Z]\.?)?\d{1,3}(?:[.-]\d{1,3})?[a-z]?[)\]]$/
const relation = /[=<>≤≥≈≡∝∼→≠]/
const longWord = /\p{L}{4}/u

/** Returns true where text ends above an equation with a number, or goes on below it. Lines of one formula have no words. */
export function isEdgeOfEquation(at: SequenceLine): boolean {
  const { before } = at
  if (!before) return false
  return isNumberedEquation(at) ? isText(before) : isText(at) && isNumberedEquation(before)
}

function isText({ facts }: SequenceLine): boolean {
  return facts.words >= settings.few && longWord.test(facts.text)
}

/** Returns true for an equation in the type of the text: a relation, and after a wide gap the number of the equation. */
function isNumberedEquation({ line: { text, fragments } }: SequenceLine): boolean {
  const last = fragments.at(-1)
  const before = fragments.at(-2)
  if (!last || !before || !equationNumber.test(last.text) || !relation.test(text)) return false
  return last.x0 - before.x1 > settings.wideGapEms * last.size
}
