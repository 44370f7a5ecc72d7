/** Bytes of a PDF → how many pages it says that it has; none is read. */
import type { Limits } from '../../limits.ts'
import { acquireEngine, closeDocument, openDocument, releaseEngine } from './content/index.ts'

/** @throws What opening the document throws. */
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
