/** Documents for tests of `convert()`: an HTML page, a PDF of three pages, and forms in which to pass them. */
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { ConvertInput } from '../convert.ts'
import { buildPdf, show } from '../readers/pdf/content/testing/pdf-builder.ts'

export const html = Buffer.from('<html><title>Mills</title><h1>Mills</h1><p>One vat.</p>')
export const pdf = buildPdf({
  pages: ['One', 'Two', 'Three'].map((word) => ({ content: show(72, 700, `Page ${word}.`) })),
})

/**
 * Creates a folder with `mills.html` and `mills.pdf`.
 *
 * @returns Its path.
 */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'recto-convert-'))
  await writeFile(join(folder, 'mills.html'), html)
  await writeFile(join(folder, 'mills.pdf'), pdf)
  return folder
}

/** The HTML page in each form that `convert()` takes. */
export const inputs: readonly { name: string; input: (folder: string) => ConvertInput }[] = [
  { name: 'a path', input: (folder) => join(folder, 'mills.html') },
  { name: 'a file: URL', input: (folder) => pathToFileURL(join(folder, 'mills.html')) },
  { name: 'bytes', input: () => html },
  { name: 'a File', input: () => new File([html], 'mills.html') },
  {
    name: 'a Blob with a type',
    input: () => new Blob([html], { type: 'text/html;charset=utf-8' }),
  },
]
