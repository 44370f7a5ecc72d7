/** Restores addresses that are broken over lines: a blank may stand in the break, or a hyphen of the address may be lost. */
import type { Inline } from '../../../model/index.ts'
import { tildes } from './code-signs.ts'

/** Blanks, hyphens and arrows, which a line end may add to an address or take from it. */
const atBreaks = /[\s\u00ad\u2190\u21a9-]+/g
const printedTilde = new RegExp(`[${tildes}]`, 'g')
/** Matches a web or mail address: text with a slash between other signs, or with an at sign. */
const address = /\S\/\S|^www\.|@/

/** Returns true for a text that is an address, or a part of the link's. */
export function isPrintedAddress(text: string, target: string): boolean {
  if (target.startsWith('#')) return false
  const own = text.replace(atBreaks, '')
  return address.test(own) || target.replace(atBreaks, '').includes(own)
}

/** @returns The link with its address as text if the printed text is the end of it but for blanks and hyphens. */
export function withPrintedAddress(inline: Inline): Inline {
  if (inline.type !== 'link') return inline
  const [first] = inline.inlines
  const parts = inline.inlines.flatMap((own) => (own.type === 'text' ? [own.text] : []))
  if (first?.type !== 'text' || parts.length < inline.inlines.length) return inline
  const text = parts.join('')
  const whole = endOf(inline.target, text)
  if (whole === undefined || whole === text) return inline
  return { ...inline, inlines: [{ ...first, text: whole }] }
}

/** Returns the end of the target that has the same signs as the text. */
function endOf(target: string, text: string): string | undefined {
  const own = text.replace(atBreaks, '').replace(printedTilde, '~')
  if (!address.test(own)) return undefined
  const isOpen = target.endsWith('/') && !own.endsWith('/')
  let start = target.length - (isOpen ? 1 : 0)
  const end = start
  for (let left = own.length; left > 0; start--) {
    const sign = target.charAt(start - 1)
    if (sign === '') return undefined
    if (sign === own.charAt(left - 1)) left--
    else if (sign !== '-') return undefined
  }
  return target.slice(start, end)
}
