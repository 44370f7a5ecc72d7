/** Recognises list items by the first words of a text. */

import { bullet, type Marker } from '../../../model/index.ts'
import { isLetter } from '../ascii.ts'
import { dashBullets, looseBullets, sureBullets, tightBullets } from '../bullet-signs.ts'

export interface FoundMarker {
  readonly marker: Marker
  /** Kind of marker; all markers of a list have the same kind. */
  readonly kind: string
  /** Characters of the marker with the blank after it. */
  readonly length: number
  /** State of a check box. */
  readonly checked?: boolean
}

const checkBox = /^([☐☑☒])\s*(?=\S)/u
const otherBox = /[☐☑☒]/u

/** A sign that comes again, as in `· · ·`, is no bullet. */
const bulletMark = new RegExp(
  `^([${tightBullets}])(?!\\s*\\1)\\s*|^([${looseBullets}])(?!\\s*\\2)\\s+`,
  'u',
)
const sureBullet = new RegExp(`^[${sureBullets}]\\s*\\S`, 'u')
/** People also type a hyphen right before the words of an item. Another option in the line shows the arguments of a command. */
const dashMark = new RegExp(
  `^[${dashBullets}]\\s+|^[-–](?=\\p{L}{3,}\\s+\\S)(?!.*\\s-[a-z]\\b)`,
  'u',
)
/** Chinese and Japanese text needs no blank after the number. */
const numberMark = /^(\d{1,3})([.)])(?:\s+|(?=[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}]))/u
/** Matches `2.1`, and `4.3.b.` or `4.3(b)` as in laws. */
const decimalMark =
  /^\d{1,2}(?:\.\d{1,2}){1,4}\.?\s+|^\d{1,3}(?:\.\d{1,2}){0,3}(?:\.(?:[a-z]|[ivx]{1,5})(?=[.\s])|\((?:[a-z]|[ivx]{1,5})\)){1,3}\.?\s+/
const labelMark = /^(?:\((?:\d{1,3}|[a-z]|[ivx]{1,5})\)|(?:[a-z]|[ivx]{1,5})[.)])\s+/i

/** Initials of a name, `G. H. Miller`, or of the first of several names, `G. Miller, A. Weaver`. */
const initials = /^\p{Lu}\.\s+(?:\p{Lu}[\p{L}’'-]+,\s+(?:and\s+)?)?\p{Lu}\./u

/** Codes of `.` and `)` after the letters of a label, which are at most five: `xviii)`. */
const labelEnds: ReadonlySet<number> = new Set([0x2e, 0x29])

/** Returns true if a text begins with letters that are not a label, like most lines. */
function beginsWithWord(text: string): boolean {
  let end = 0
  while (end <= 5 && isLetter(text.charCodeAt(end))) end++
  return end > 0 && !labelEnds.has(text.charCodeAt(end))
}

export function findMarker(text: string): FoundMarker | undefined {
  if (beginsWithWord(text)) return undefined
  const box = checkBox.exec(text)
  if (box) return markerOfBox(text, box[0])
  const dot = bulletMark.exec(text)
  if (dot) return { marker: bullet, kind: `bullet ${dot[0].trim()}`, length: dot[0].length }
  const dash = dashMark.exec(text)
  if (dash) return { marker: bullet, kind: `dash ${dash[0].trim()}`, length: dash[0].length }
  const number = numberMark.exec(text)
  if (number) {
    const delimiter = number[2] === ')' ? ')' : '.'
    const marker: Marker = { type: 'number', value: Number(number[1]), delimiter }
    return { marker, kind: `number ${delimiter}`, length: number[0].length }
  }
  const decimal = decimalMark.exec(text)
  if (decimal) {
    const marker: Marker = { type: 'label', text: decimal[0].trim() }
    return { marker, kind: 'decimal', length: decimal[0].length }
  }
  const label = labelMark.exec(text)
  if (!label || initials.test(text)) return undefined
  const printed = label[0].trim()
  const kind = printed
    .replace(/\d+/, '1')
    .replace(/[a-z]+/i, (letters) => (letters === letters.toUpperCase() ? 'A' : 'a'))
  return { marker: { type: 'label', text: printed }, kind, length: label[0].length }
}

/** Returns `undefined` for a line of several boxes, as in `☐ Yes ☐ No`: its first one does not mark the whole line. */
function markerOfBox(text: string, mark: string): FoundMarker | undefined {
  if (otherBox.test(text.slice(mark.length))) return undefined
  const checked = !mark.startsWith('☐')
  return { marker: bullet, kind: 'bullet box', length: mark.length, checked }
}

/** The marker of an item with a drawn bullet, which is not in its text. */
export const unmappedMarker: FoundMarker = { marker: bullet, kind: 'bullet', length: 0 }

/** Detects a mark before a text that can only be a bullet. */
export function beginsWithBullet(text: string): boolean {
  return sureBullet.test(text)
}

export function isItemStart(text: string): boolean {
  return bulletMark.test(text) || dashMark.test(text)
}

const romanDigits: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 }

/** Returns the value of a Roman number below 400; `NaN` for other texts. */
export function romanValue(text: string): number {
  const values = [...text.toLowerCase()].map((digit) => romanDigits[digit] ?? Number.NaN)
  if (values.length === 0) return Number.NaN
  return values.reduce((sum, value, index) => {
    return value < (values[index + 1] ?? 0) ? sum - value : sum + value
  }, 0)
}
