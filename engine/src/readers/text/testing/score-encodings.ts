/**
 * Measures how often the encoding of undeclared text is recognised, on messages of programs in many languages.
 *
 * `npm run score:encodings [FOLDER]`: FOLDER has translations as gettext installs them (`ru/LC_MESSAGES/*.mo`), by default
 * those of this machine. Joins messages to texts of about 60 and 200 characters, encodes them, and compares the result.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decode, encode } from 'iconv-lite'
import { decodeText } from '../index.ts'

/** Encodings with the languages that use them. */
const cases: readonly { readonly encoding: string; readonly languages: readonly string[] }[] = [
  { encoding: 'windows-1251', languages: ['ru', 'uk', 'bg', 'be'] },
  { encoding: 'koi8-r', languages: ['ru'] },
  { encoding: 'cp866', languages: ['ru'] },
  { encoding: 'maccyrillic', languages: ['ru'] },
  { encoding: 'iso-8859-5', languages: ['ru', 'bg'] },
  { encoding: 'gb2312', languages: ['zh_CN'] },
  { encoding: 'gb18030', languages: ['zh_CN'] },
  { encoding: 'big5', languages: ['zh_TW'] },
  { encoding: 'shift_jis', languages: ['ja'] },
  { encoding: 'euc-jp', languages: ['ja'] },
  { encoding: 'euc-kr', languages: ['ko'] },
  { encoding: 'tis-620', languages: ['th'] },
  { encoding: 'windows-1252', languages: ['de', 'fr', 'es', 'it', 'pt_BR', 'nl'] },
  { encoding: 'windows-1250', languages: ['pl', 'cs', 'hu'] },
  { encoding: 'windows-1253', languages: ['el'] },
  { encoding: 'windows-1254', languages: ['tr'] },
  { encoding: 'windows-1255', languages: ['he'] },
  { encoding: 'windows-1256', languages: ['ar'] },
]
const SIZES = [60, 200]
/** Number of texts per language and size. */
const TEXTS = 300

/** GNU gettext, "The Format of GNU MO Files": a table of lengths and offsets, for originals and for translations. */
function readMessages(path: string): string[] {
  const bytes = readFileSync(path)
  const isLittle = bytes.readUInt32LE(0) === 0x950412de
  const number = (at: number): number =>
    isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)
  const [count, table] = [number(8), number(16)]
  const messages = Array.from({ length: count }, (_, index) => {
    const [length, start] = [number(table + index * 8), number(table + index * 8 + 4)]
    return (
      bytes
        .subarray(start, start + length)
        .toString('utf8')
        .split('\0')[0] ?? ''
    )
  })
  // The first message is the header.
  return messages.slice(1)
}

/**
 * Returns messages in the language's script: without formats and markup, and mostly non-ASCII if the language has such
 * letters.
 */
function messagesOf(folder: string, language: string): string[] {
  const messagesFolder = join(folder, language, 'LC_MESSAGES')
  if (!existsSync(messagesFolder)) return []
  const files = readdirSync(messagesFolder).filter((name) => name.endsWith('.mo'))
  const all = files.flatMap((name) => readMessages(join(messagesFolder, name)))
  const own = new Set(all.map((text) => text.replace(/[_&]/g, '').replace(/\s+/g, ' ').trim()))
  return [...own].filter((text) => text.length >= 15 && !/[%<>{}\\$]/.test(text))
}

function textsOf(messages: readonly string[], size: number): string[] {
  const texts: string[] = []
  let text = ''
  for (const message of messages) {
    text = text === '' ? message : `${text}\n${message}`
    if (text.length < size) continue
    texts.push(text)
    text = ''
  }
  const step = Math.max(1, Math.floor(texts.length / TEXTS))
  return texts.filter((_, index) => index % step === 0).slice(0, TEXTS)
}

/** @returns The number of texts read correctly, among those that are not ASCII and that the encoding can represent. */
async function score(
  texts: readonly string[],
  encoding: string,
): Promise<{ readonly right: number; readonly all: number }> {
  let [right, all] = [0, 0]
  for (const text of texts) {
    const bytes = encode(text, encoding)
    const isHeld = decode(bytes, encoding) === text
    if (!isHeld || bytes.every((byte) => byte < 0x80)) continue
    all += 1
    if ((await decodeText(bytes, undefined)) === text) right += 1
  }
  return { right, all }
}

async function main([folder = '/usr/share/locale']: readonly string[]): Promise<void> {
  process.stdout.write(
    `encoding       languages            ${SIZES.map((size) => `  ~${size}`).join('')}   texts\n`,
  )
  for (const { encoding, languages } of cases) {
    const found = languages.map((language) => messagesOf(folder, language))
    const shares: string[] = []
    let count = 0
    for (const size of SIZES) {
      const texts = found.flatMap((messages) => textsOf(messages, size))
      const { right, all } = await score(texts, encoding)
      shares.push(all === 0 ? '   –' : (right / all).toFixed(3))
      count += all
    }
    const names = languages.filter((_, index) => (found[index]?.length ?? 0) > 0).join(' ')
    process.stdout.write(
      `${encoding.padEnd(15)}${names.padEnd(22)}${shares.join('  ')}  ${count}\n`,
    )
  }
}

if (import.meta.main) await main(process.argv.slice(2))
