/** A formula with the number beside it. */

export interface Equation {
  /** Without delimiters, on one line; empty when there is nothing to see. */
  readonly latex: string
  /** As printed, without parentheses: `3`, `2.1a`. */
  readonly number?: string
}

/** The number that a label is, without its parentheses; undefined when it is more than plain text. */
export function findNumber(label: string): string | undefined {
  const number = label.trim().replace(/^\(([^()]*)\)$/, '$1')
  return /^[\p{L}\p{N} .,:;'()*–-]+$/u.test(number) ? number : undefined
}

/** With its number as `\tag{3}`, which only a displayed formula can have. */
export function withTag({ latex, number }: Equation): string {
  return number === undefined ? latex : `${latex} \\tag{${number}}`
}
