/** Converts numbers of DrawingML paragraphs to markers, by numbering scheme (ECMA-376 Part 1, 20.1.10.61). */
import type { Marker } from '../../model/index.ts'

type Write = (value: number) => string

const latin = 'abcdefghijklmnopqrstuvwxyz'

/** Numerals by the part of a scheme's name before its punctuation; all others are Arabic digits. */
const numerals: ReadonlyMap<string, Write> = new Map<string, Write>([
  ['alphaLc', (value) => inAlphabet(value, latin)],
  ['alphaUc', (value) => inAlphabet(value, latin.toUpperCase())],
  ['romanLc', (value) => toRoman(value).toLowerCase()],
  ['romanUc', toRoman],
  ['circleNumDb', (value) => circled(value, 0x2460)],
  ['circleNumWdWhite', (value) => circled(value, 0x2460)],
  ['circleNumWdBlack', (value) => circled(value, 0x2776)],
  ['ea1Chs', toChinese],
  ['ea1Cht', toChinese],
  ['ea1JpnChsDb', toChinese],
  ['ea1JpnKor', toChinese],
  ['arabic1', (value) => inAlphabet(value, 'أبتثجحخدذرزسشصضطظعغفقكلمنهوي')],
  ['arabic2', (value) => inAlphabet(value, 'أبجدهوزحطيكلمنسعفصقرشتثخذضظغ')],
  ['hebrew2', (value) => inAlphabet(value, 'אבגדהוזחטיכלמנסעפצקרשת')],
  ['thaiAlpha', (value) => inAlphabet(value, 'กขคงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ')],
  ['thaiNum', (value) => inDigits(value, '๐๑๒๓๔๕๖๗๘๙')],
  ['hindiAlpha1', (value) => inAlphabet(value, 'कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसह')],
  ['hindiAlpha', (value) => inAlphabet(value, 'अआइईउऊऋएऐओऔ')],
  ['hindiNum', (value) => inDigits(value, '०१२३४५६७८९')],
])

/** Punctuation around the numeral, by the end of a scheme's name. */
const punctuation: ReadonlyMap<string, readonly [before: string, after: string]> = new Map([
  ['Period', ['', '.']],
  ['ParenR', ['', ')']],
  ['ParenBoth', ['(', ')']],
  ['Minus', ['', '-']],
  ['Plain', ['', '']],
])

/** @param scheme A value of `a:buAutoNum/@type`; an unknown one uses Arabic digits. */
export function toMarker(scheme: string, value: number): Marker {
  const [, name = '', end = ''] = /^(.*?)(Period|ParenR|ParenBoth|Minus|Plain)$/.exec(scheme) ?? []
  const write = numerals.get(name)
  if (!write && end !== 'ParenBoth') {
    return { type: 'number', value, delimiter: end === 'ParenR' ? ')' : '.' }
  }
  const [before, after] = punctuation.get(end) ?? ['', '.']
  return { type: 'label', text: `${before}${write?.(value) ?? value}${after}` }
}

/** a … z, aa, ab, … */
function inAlphabet(value: number, alphabet: string): string {
  const letters = [...alphabet]
  let text = ''
  for (let rest = value; rest > 0; rest = Math.floor((rest - 1) / letters.length)) {
    text = `${letters[(rest - 1) % letters.length]}${text}`
  }
  return text
}

export function inDigits(value: number, digits: string): string {
  return String(value).replace(/\d/g, (digit) => digits[Number(digit)] ?? digit)
}

const romans: readonly (readonly [number, string])[] = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
]

/** Larger numbers have no usual spelling; 20.1.10.62 allows numbers to 32,767. */
const MAX_ROMAN = 3_999

export function toRoman(value: number): string {
  return value > MAX_ROMAN ? String(value) : addUp(value, romans)
}

/**
 * Writes a number as a sum of letters.
 *
 * @param parts Values and their letters, the greatest first.
 */
export function addUp(value: number, parts: readonly (readonly [number, string])[]): string {
  let rest = value
  let text = ''
  for (const [worth, letters] of parts) {
    for (; rest >= worth; rest -= worth) text += letters
  }
  return text
}

/** Circled digits exist for 1 to 10 (white ones to 20, of which PowerPoint uses ten). */
function circled(value: number, first: number): string {
  return value <= 10 ? String.fromCodePoint(first + value - 1) : String(value)
}

const chineseDigits = '〇一二三四五六七八九'

/** 一 … 十, 十一, … 九十九; larger numbers digit by digit. */
export function toChinese(value: number): string {
  if (value > 99) return inDigits(value, chineseDigits)
  const tens = Math.floor(value / 10)
  const ones = value % 10
  const digit = (number: number): string => chineseDigits[number] ?? ''
  return `${tens > 1 ? digit(tens) : ''}${tens > 0 ? '十' : ''}${ones > 0 ? digit(ones) : ''}`
}
