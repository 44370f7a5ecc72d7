/**
 * Reads the ligatures that the fonts of a PDF name by their letters, `/f_i` or `/T_h` (Adobe Glyph List Specification, 2).
 *
 * PDFium does not know these names and returns the code within the font. Covers: encodings in plain objects and in object streams.
 * Not: encrypted files, whose streams do not inflate.
 */
import { inflateSync } from 'node:zlib'
import { contentLimits as limits } from './settings.ts'

/** Letters by code; empty where two fonts disagree. */
export type LigatureNames = ReadonlyMap<number, string>

const differences = /\/Differences\s*\[([^\]]*)\]/g
const objectStream = /\/ObjStm\b[\s\S]{0,300}?stream\r?\n/g
const component = /^[A-Za-z](?:_[A-Za-z]){1,2}(?=\.|$)/

export function readLigatureNames(bytes: Uint8Array): LigatureNames {
  const names = new Map<number, string>()
  if (bytes.length > limits.maxScannedBytes) return names
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const text = file.toString('latin1')
  collect(text, names)
  let streams = 0
  for (const { index, 0: head } of text.matchAll(objectStream)) {
    if (streams++ === limits.maxEntries) break
    collect(inflate(file.subarray(index + head.length)), names)
  }
  return names
}

function inflate(bytes: Buffer): string {
  try {
    return inflateSync(bytes, { maxOutputLength: limits.maxStreamBytes }).toString('latin1')
  } catch {
    // The stream is damaged, encrypted or not compressed; the text stays as PDFium gave it.
    return ''
  }
}

function collect(text: string, names: Map<number, string>): void {
  for (const [, list = ''] of text.matchAll(differences)) {
    let code = 0
    for (const [token] of list.matchAll(/\/[^\s/]+|\d+/g)) {
      if (!token.startsWith('/')) {
        code = Number(token)
        continue
      }
      const letters = component.exec(token.slice(1))?.[0].replaceAll('_', '')
      if (letters) names.set(code, (names.get(code) ?? letters) === letters ? letters : '')
      code++
    }
  }
}
