/** Defines a formula with its number. */

export interface Equation {
  /** LaTeX on one line without delimiters; empty if nothing is visible. */
  readonly latex: string
  /** Printed number without parentheses: `3`, `2.1a`. */
  readonly number?: string
}

/** Returns the number in a label, without parentheses; `undefined` if the label has other content than plain text. */
export function findNumber(label: string): string | undefined {
  const number = label.trim().replace(/^\(([^()]*)\)$/, '$1')
  return /^[\p{L}\p{N} .,:;'()*–-]+$/u.test(number) ? number : undefined
}

/** Returns the LaTeX with its number as `\tag{3}`, which only displayed formulas allow. */
export function withTag({ latex, number }: Equation): string {
  return number === undefined ? latex : `${latex} \\tag{${number}}`
}
