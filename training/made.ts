/** Lists documents made for training: generated pages and printed office documents. */
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'

/** A generated page, whose truth has positions, or a printed office document, whose truth is Markdown. */
export interface MadeFile {
  readonly name: string
  readonly path: string
  readonly truthPath: string
  readonly isPrinted: boolean
}

/** Lists the PDFs of a folder that have a truth, by name. */
export function listMade(folder: string): MadeFile[] {
  const files = new Set(readdirSync(folder))
  const pdfs = [...files].filter((file) => file.endsWith('.pdf')).toSorted()
  return pdfs.flatMap((file) => {
    const name = basename(file, '.pdf')
    const isPrinted = !files.has(`${name}.json`)
    const truth = `${name}.${isPrinted ? 'md' : 'json'}`
    if (!files.has(truth)) return []
    return { name, path: join(folder, file), truthPath: join(folder, truth), isPrinted }
  })
}
