/** Writes numbers in the numeral formats of Word (ECMA-376 Part 1, 17.18.59). */
import { addUp, inDigits, toChinese, toRoman } from '../../ooxml/index.ts'

type Write = (value: number) => string

const latin = 'abcdefghijklmnopqrstuvwxyz'
const russian = 'абвгдежзиклмнопрстуфхцчшщыэюя'
const aiueo =
  'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン'
const iroha =
  'イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセス'
const arabicLetters = 'أبتثجحخدذرزسشصضطظعغفقكلمنهوي'
const abjad = 'أبجدهوزحطيكلمنسعفصقرشتثخذضظغ'
const hebrew = 'אבגדהוזחטיכלמנסעפצקרשת'
const thai = 'กขคงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ'
const hindiConsonants = 'कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसह'
const hindiVowels = 'अआइईउऊऋएऐओऔअंअः'

/** Supported formats; all others, such as number words of most languages, are written in Arabic digits. */
const formats: ReadonlyMap<string, Write> = new Map<string, Write>([
  ['decimalZero', (value) => String(value).padStart(2, '0')],
  ['upperRoman', toRoman],
  ['lowerRoman', (value) => toRoman(value).toLowerCase()],
  ['upperLetter', (value) => repeatLetters(value, latin.toUpperCase())],
  ['lowerLetter', (value) => repeatLetters(value, latin)],
  ['russianUpper', (value) => repeatLetters(value, russian.toUpperCase())],
  ['russianLower', (value) => repeatLetters(value, russian)],
  ['arabicAlpha', (value) => repeatLetters(value, arabicLetters)],
  ['arabicAbjad', (value) => repeatLetters(value, abjad)],
  ['hebrew2', (value) => repeatLetters(value, hebrew)],
  ['hebrew1', toHebrew],
  ['thaiLetters', (value) => repeatLetters(value, thai)],
  ['thaiNumbers', (value) => inDigits(value, '๐๑๒๓๔๕๖๗๘๙')],
  ['hindiConsonants', (value) => repeatLetters(value, hindiConsonants)],
  ['hindiVowels', (value) => repeatLetters(value, hindiVowels)],
  ['hindiNumbers', (value) => inDigits(value, '०१२३४५६७८९')],
  ['aiueo', (value) => repeatLetters(value, aiueo)],
  ['aiueoFullWidth', (value) => repeatLetters(value, aiueo)],
  ['iroha', (value) => repeatLetters(value, iroha)],
  ['irohaFullWidth', (value) => repeatLetters(value, iroha)],
  ['ganada', (value) => repeatLetters(value, '가나다라마바사아자차카타파하')],
  ['chosung', (value) => repeatLetters(value, 'ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ')],
  ['ideographTraditional', (value) => repeatLetters(value, '甲乙丙丁戊己庚辛壬癸')],
  ['ideographZodiac', (value) => repeatLetters(value, '子丑寅卯辰巳午未申酉戌亥')],
  ['decimalFullWidth', (value) => inDigits(value, '０１２３４５６７８９')],
  ['decimalFullWidth2', (value) => inDigits(value, '０１２３４５６７８９')],
  ['ideographDigital', (value) => inDigits(value, '〇一二三四五六七八九')],
  ['japaneseDigitalTenThousand', (value) => inDigits(value, '〇一二三四五六七八九')],
  ['taiwaneseDigital', (value) => inDigits(value, '○一二三四五六七八九')],
  ['koreanDigital', (value) => inDigits(value, '영일이삼사오육칠팔구')],
  ['koreanDigital2', (value) => inDigits(value, '零一二三四五六七八九')],
  ['japaneseCounting', toChinese],
  ['chineseCounting', toChinese],
  ['chineseCountingThousand', toChinese],
  ['taiwaneseCounting', toChinese],
  ['taiwaneseCountingThousand', toChinese],
  ['decimalEnclosedCircle', (value) => enclosed(value, 0x2460, 20)],
  ['decimalEnclosedCircleChinese', (value) => enclosed(value, 0x2460, 20)],
  ['decimalEnclosedFullstop', (value) => enclosed(value, 0x2488, 20)],
  ['decimalEnclosedParen', (value) => enclosed(value, 0x2474, 20)],
  ['ideographEnclosedCircle', (value) => enclosed(value, 0x3280, 10)],
  ['numberInDash', (value) => `- ${value} -`],
  ['hex', (value) => value.toString(16).toUpperCase()],
  ['chicago', (value) => repeatLetters(value, '*†‡§')],
  ['ordinal', toOrdinal],
  ['ordinalText', (value) => ordinalWords[value - 1] ?? toOrdinal(value)],
  ['cardinalText', (value) => cardinalWords[value - 1] ?? String(value)],
  ['none', () => ''],
  ['bullet', () => ''],
])

/** @param format The name of a format, or an example: `001, 002, 003, ...`. */
export function writeNumber(value: number, format: string): string {
  const write = formats.get(format)
  if (write) return value > 0 || format === 'decimalZero' ? write(value) : String(value)
  const [, zeros] = /^(0{1,20})1,/.exec(format) ?? []
  return zeros === undefined ? String(value) : String(value).padStart(zeros.length + 1, '0')
}

/** The most repetitions of a letter; 17.18.59 sets no limit, but the width of a page does. */
const MAX_LETTERS = 30

/** a … z, aa, bb, … zz, aaa: repeats the letter, as Word does. */
function repeatLetters(value: number, alphabet: string): string {
  const letters = [...alphabet]
  const times = Math.floor((value - 1) / letters.length) + 1
  if (times > MAX_LETTERS) return String(value)
  return (letters[(value - 1) % letters.length] ?? '').repeat(times)
}

/** Writes circled or parenthesised numbers as single characters where Unicode has them. */
function enclosed(value: number, first: number, count: number): string {
  return value <= count ? String.fromCodePoint(first + value - 1) : String(value)
}

const hebrewValues: readonly (readonly [number, string])[] = [
  [400, 'ת'],
  [300, 'ש'],
  [200, 'ר'],
  [100, 'ק'],
  [90, 'צ'],
  [80, 'פ'],
  [70, 'ע'],
  [60, 'ס'],
  [50, 'נ'],
  [40, 'מ'],
  [30, 'ל'],
  [20, 'כ'],
  // 15 and 16 are written 9 + 6 and 9 + 7, to avoid spelling the name of God.
  [16, 'טז'],
  [15, 'טו'],
  [10, 'י'],
  [9, 'ט'],
  [8, 'ח'],
  [7, 'ז'],
  [6, 'ו'],
  [5, 'ה'],
  [4, 'ד'],
  [3, 'ג'],
  [2, 'ב'],
  [1, 'א'],
]

const MAX_HEBREW = 999

function toHebrew(value: number): string {
  return value > MAX_HEBREW ? String(value) : addUp(value, hebrewValues)
}

function toOrdinal(value: number): string {
  const teens = value % 100 >= 11 && value % 100 <= 13
  const ending = teens ? undefined : { 1: 'st', 2: 'nd', 3: 'rd' }[value % 10]
  return `${value}${ending ?? 'th'}`
}

/** English number words for the range that documents use; Word uses the document's language instead. */
const cardinalWords =
  'One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen Sixteen Seventeen Eighteen Nineteen Twenty'.split(
    ' ',
  )
const ordinalWords =
  'First Second Third Fourth Fifth Sixth Seventh Eighth Ninth Tenth Eleventh Twelfth Thirteenth Fourteenth Fifteenth Sixteenth Seventeenth Eighteenth Nineteenth Twentieth'.split(
    ' ',
  )
