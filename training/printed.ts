/** Documents that are printed for training: the Markdown of the document itself is the truth of the PDF. */
import { writeFile } from 'node:fs/promises'
import { convert } from '../engine/src/index.ts'

/** Writes the Markdown of a document; one that cannot be read is reported, and gets none. */
export async function writeTruth(path: string, target: string): Promise<void> {
  try {
    const { markdown } = await convert(path, { lane: 'fidelity', ocr: 'off' })
    await writeFile(target, markdown)
  } catch (error) {
    process.stderr.write(`${path}: ${String(error)}\n`)
  }
}
