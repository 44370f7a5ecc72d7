import { encode } from 'iconv-lite'
import { expect, test } from 'vitest'
import { defaultLimits } from '../../limits.ts'
import { decodeText, readText } from './index.ts'

const german =
  'Über die Größe der Bäume läßt sich trefflich streiten; später fällt der Schnee, und die Straße wird weiß.'
const russian =
  'Все счастливые семьи похожи друг на друга, каждая несчастливая семья несчастлива по-своему.'
const japanese =
  '吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。何でも薄暗いじめじめした所でニャーニャー泣いていた事だけは記憶している。'
const korean =
  '모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. 인간은 천부적으로 이성과 양심을 부여받았으며 서로 형제애의 정신으로 행동하여야 한다.'
const chinese =
  '人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。'
const traditional =
  '人人生而自由，在尊嚴和權利上一律平等。他們賦有理性和良心，並應以兄弟關係的精神相對待。'
const greek = 'Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα.'
const polish =
  'Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw. Są oni obdarzeni rozumem i sumieniem.'
const hebrew = 'כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם. כולם חוננו בתבונה ובמצפון.'
const ukrainian =
  'Всі люди народжуються вільними і рівними у своїй гідності та правах, і наділені розумом.'
const thai = 'มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ'

test.each([
  { encoding: 'utf-8', text: german },
  { encoding: 'utf-16le', text: german },
  { encoding: 'utf-16be', text: german },
  { encoding: 'utf-32le', text: german },
  { encoding: 'utf-32be', text: russian.replace(/[А-я]/g, 'x') },
  { encoding: 'windows-1252', text: german },
  { encoding: 'iso-8859-1', text: german },
  { encoding: 'windows-1251', text: russian },
  { encoding: 'koi8-r', text: russian },
  { encoding: 'iso-8859-5', text: russian },
  { encoding: 'shift_jis', text: japanese },
  { encoding: 'euc-jp', text: japanese },
  { encoding: 'euc-kr', text: korean },
  { encoding: 'gb18030', text: chinese },
  { encoding: 'big5', text: traditional },
  { encoding: 'windows-1253', text: greek },
  { encoding: 'iso-8859-2', text: polish },
  { encoding: 'windows-1255', text: hebrew },
  { encoding: 'koi8-u', text: ukrainian },
  { encoding: 'cp866', text: russian },
  { encoding: 'maccyrillic', text: russian },
  { encoding: 'windows-874', text: thai },
  { encoding: 'macintosh', text: german },
])('detects $encoding', async ({ encoding, text }) => {
  expect(await decodeText(encode(text, encoding))).toBe(text)
})

test.each(['utf-8', 'utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'])(
  'a byte order mark of %s selects the encoding and is not text',
  async (encoding) => {
    expect(await decodeText(encode(russian, encoding, { addBOM: true }))).toBe(russian)
  },
)

test('uses a declared charset if the bytes are valid in it', async () => {
  expect(await decodeText(encode('ąę', 'iso-8859-2'), 'ISO-8859-2')).toBe('ąę')
  expect(await decodeText(encode(german, 'utf-8'), 'us-ascii-nonsense')).toBe(german)
  expect(await decodeText(encode(german, 'windows-1252'), 'utf-8')).toBe(german)
})

test('normalises newlines and keeps all other characters', async () => {
  const bytes = Buffer.from('a\r\nb\rc\n\n  # d *e*\t|\n')
  const { document } = await readText(bytes, { profile: 'fast', limits: defaultLimits })
  expect(document.blocks).toEqual([{ type: 'plainText', text: 'a\nb\nc\n\n  # d *e*\t|\n' }])
})

test.each([
  { name: 'Japanese', escaped: '\u001b$B$3$s$K$A$O\u001b(B!', text: 'こんにちは!' },
  { name: 'Korean', escaped: '\u001b$)C\u000e>H3g\u000f, a', text: '안녕, a' },
  { name: 'Chinese', escaped: '\u001b$)A\u000eDc:C\u000f!', text: '你好!' },
])('decodes ISO 2022 escapes: $name', async ({ escaped, text }) => {
  expect(await decodeText(Buffer.from(escaped, 'latin1'))).toBe(text)
})

test('detects the encoding of text truncated within a character, or with a few invalid ones', async () => {
  const cut = encode(russian, 'utf-8').subarray(0, -2)
  expect(await decodeText(cut)).toBe(`${russian.slice(0, -2)}\ufffd`)
  const broken = Buffer.concat([encode(japanese, 'shift_jis'), Buffer.from([0x81])])
  expect(await decodeText(broken, 'shift_jis')).toContain(japanese)
})

// A few words are little evidence: common encodings are preferred to rare ones.
test.each([
  { encoding: 'windows-1252', text: "È richiesto specificare un'azione" },
  { encoding: 'windows-1252', text: 'Señor, ¿dónde está el baño?' },
  { encoding: 'windows-1251', text: 'Не може да се създаде канал' },
  { encoding: 'shift_jis', text: '設定を保存しました' },
  { encoding: 'shift_jis', text: 'Open XML Visio ステンシル' },
  { encoding: 'euc-jp', text: 'Open XML Visio ステンシル' },
  { encoding: 'gb2312', text: '无法打开文件' },
])('detects short text in $encoding: $text', async ({ encoding, text }) => {
  expect(await decodeText(encode(text, encoding))).toBe(text)
})
