/** Bytes of a plain text file → a document of one block: the text as it stands, newlines normalised. */
import type { Reader } from '../reader.ts'
import { decodeText } from './decode.ts'

export { decodeText, isWideText } from './decode.ts'

export const readText: Reader = async (bytes, { charset }) => {
  const decoded = await decodeText(bytes, charset)
  const text = decoded.replace(/\r\n?|[\v\f]/g, '\n')
  const blocks = text.trim() === '' ? [] : [{ type: 'plainText', text } as const]
  return { document: { pages: [], blocks, notes: [] }, warnings: [] }
}
