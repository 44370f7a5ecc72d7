/**
 * Reads the ligatures that the fonts of a PDF name by their letters, `/f_i` or `/T_h` (Adobe Glyph List Specification, 2), and the signs
 * that Advent's fonts name by their codes.
 *
 * PDFium does not know these names and returns the code within the font. Covers: fonts and encodings in plain objects and in
 * object streams (ISO 32000-1, 7.5.7). Not: encrypted files, whose streams do not inflate.
 */
import { inflateSync } from 'node:zlib'
import { contentLimits as limits } from './settings.ts'
import { type Encoding, slotsOf } from './symbol-encodings.ts'

/** Letters or signs by code, for each font by its name without the tag of its subset. */
export type LigatureNames = ReadonlyMap<string, ReadonlyMap<number, string>>

const objectStart = /\b(\d+)\s+\d+\s+obj\b/
const streamStart = /\bstream\r?\n/
/** Matches TeX's code in a name of Advent's fonts. */
const slotName = /^C(\d{1,3})$/
const component = /^[A-Za-z](?:_[A-Za-z]){1,2}(?=\.|$)/

export function readLigatureNames(bytes: Uint8Array): LigatureNames {
  const names = new Map<string, Map<number, string>>()
  if (bytes.length > limits.maxScannedBytes) return names
  const objects = readDictionaries(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
  const named = new Map<Encoding | undefined, Map<string, ReadonlyMap<number, string>>>()
  for (const body of objects.values()) {
    const font = /\/BaseFont\s*\/(?:[A-Z]{6}\+)?([^\s/<>[\]()]+)/.exec(body)?.[1]
    if (font === undefined) continue
    const reference = /\/Encoding\s+(\d+)\s+\d+\s+R/.exec(body)?.[1]
    const encoding = reference === undefined ? body : (objects.get(Number(reference)) ?? '')
    const slots = slotsOf(font)
    const known = named.get(slots) ?? new Map<string, ReadonlyMap<number, string>>()
    const letters = known.get(encoding) ?? readNames(encoding, slots)
    named.set(slots, known.set(encoding, letters))
    if (letters.size === 0) continue
    // One font may have several encodings.
    const own = names.get(font) ?? new Map<number, string>()
    // A slice of the file's text would keep all of it in memory; a copy does not.
    names.set(Buffer.from(font).toString(), own)
    for (const [code, one] of letters) own.set(code, one)
  }
  return names
}

/** Returns the dictionaries of a file by the numbers of their objects. */
export function readDictionaries(file: Buffer): ReadonlyMap<number, string> {
  const objects = new Map<number, string>()
  let streams = 0
  let offset = 0
  for (const part of file.toString('latin1').split('endobj')) {
    const stream = streamStart.exec(part)
    const dictionary = stream ? part.slice(0, stream.index) : part
    const number = objectStart.exec(dictionary)?.[1]
    if (number !== undefined) objects.set(Number(number), dictionary)
    if (stream && dictionary.includes('/ObjStm') && streams++ < limits.maxEntries) {
      const data = file.subarray(offset + stream.index + stream[0].length)
      addCompressed(objects, inflate(data), Number(/\/First\s+(\d+)/.exec(dictionary)?.[1]))
    }
    offset += part.length + 'endobj'.length
  }
  return objects
}

/** Adds the objects of an object stream: pairs of number and offset, then the objects from offset `first` on. */
function addCompressed(objects: Map<number, string>, text: string, first: number): void {
  const pairs = (text.slice(0, first).match(/\d+/g) ?? []).map(Number)
  for (let at = 0; at + 1 < pairs.length; at += 2) {
    const end = pairs[at + 3]
    const from = first + (pairs[at + 1] as number)
    objects.set(pairs[at] as number, text.slice(from, end === undefined ? end : first + end))
  }
}

function inflate(bytes: Buffer): string {
  try {
    return inflateSync(bytes, { maxOutputLength: limits.maxStreamBytes }).toString('latin1')
  } catch {
    // The stream is damaged, encrypted or not compressed; the text stays as PDFium gave it.
    return ''
  }
}

/** Reads the names of an encoding (ISO 32000-1, 9.6.6); a code has one byte. */
function readNames(encoding: string, slots: Encoding | undefined): Map<number, string> {
  const names = new Map<number, string>()
  const list = encoding.split('/Differences')[1]?.split(']')[0] ?? ''
  let code = 0
  for (const [token] of list.matchAll(/\/[^\s/]+|\d+/g)) {
    if (!token.startsWith('/')) {
      code = Number(token)
      continue
    }
    const name = token.slice(1)
    const slot = slotName.exec(name)?.[1]
    const letters =
      component.exec(name)?.[0].replaceAll('_', '') ?? (slot && slots?.[Number(slot)]?.trim())
    if (letters && code < 0x100) names.set(code, letters)
    code++
  }
  return names
}
