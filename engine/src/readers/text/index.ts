/** Reads a plain text file into a document of one block; only newlines are normalised. */
import type { Reader } from '../reader.ts'
import { decodeText } from './decode.ts'

export { decodeText, isWideText } from './decode.ts'

export const readText: Reader = async (bytes, { charset }) => {
  const decoded = await decodeText(bytes, charset)
  const text = decoded.replace(/\r\n?|[\v\f]/g, '\n')
  const blocks = text.trim() === '' ? [] : [{ type: 'plainText', text } as const]
  return { document: { pages: [], blocks, notes: [] }, warnings: [] }
}
