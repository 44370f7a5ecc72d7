/** Matches numbers in words, with which chapters are labelled. */
export const spelledNumbers =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen'
const label = new RegExp(`^(?:chapter|part|unit|lesson|section)\\s+(?:${spelledNumbers})$`, 'i')

/** Returns true for `Chapter One`. */
export function isSpelledLabel(text: string): boolean {
  return label.test(text)
}
