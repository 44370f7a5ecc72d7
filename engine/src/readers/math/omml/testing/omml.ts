/** Shorthands for OMML in tests. */

/** A run. */
export function r(text: string, properties = ''): string {
  const style = properties === '' ? '' : `<m:rPr>${properties}</m:rPr>`
  return `<m:r>${style}<m:t xml:space="preserve">${text}</m:t></m:r>`
}

/** Property of upright letters. */
export const p = '<m:sty m:val="p"/>'

/** An element with properties and arguments: `of('m:f', { type: 'lin' }, { num: r('a'), den: r('b') })`. */
export function of(
  name: string,
  properties: Readonly<Record<string, string>>,
  ...args: readonly (readonly [string, string])[]
): string {
  const values = Object.entries(properties).map(([key, value]) => `<m:${key} m:val="${value}"/>`)
  const content = args.map(([key, value]) => `<m:${key}>${value}</m:${key}>`)
  return `<m:${name}><m:${name}Pr>${values.join('')}</m:${name}Pr>${content.join('')}</m:${name}>`
}

export const e = (content: string) => ['e', content] as const
export const num = (content: string) => ['num', content] as const
export const den = (content: string) => ['den', content] as const
export const sub = (content: string) => ['sub', content] as const
export const sup = (content: string) => ['sup', content] as const
export const lim = (content: string) => ['lim', content] as const
export const fName = (content: string) => ['fName', content] as const

export const array = (...rows: readonly string[]) =>
  `<m:eqArr>${rows.map((row) => `<m:e>${row}</m:e>`).join('')}</m:eqArr>`
export const brackets = (begChr: string, content: string, endChr: string) =>
  of('d', { begChr, endChr }, e(content))
