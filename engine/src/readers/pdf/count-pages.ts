/** Returns the number of pages that a PDF declares, without reading any. */
import type { Limits } from '../../limits.ts'
import { acquireEngine, closeDocument, openDocument, releaseEngine } from './content/index.ts'

/** @throws {ConversionError} if the document can't be opened. */
export async function countPdfPages(
  bytes: Uint8Array,
  limits: Limits,
  password?: string,
): Promise<number> {
  const engine = await acquireEngine(limits.pdfMemoryBytes)
  const opened = openDocument(engine, bytes, password)
  closeDocument(opened)
  releaseEngine(engine)
  return opened.pageCount
}
