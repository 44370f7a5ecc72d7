/** Writes a test document of each format into a folder. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCase, readInput } from '../../engine/src/fixtures.ts'

export function writeInputs(folder: string): void {
  const write = (name: string, bytes: string | Uint8Array): void => {
    writeFileSync(join(folder, name), bytes)
  }
  write('report.pdf', readInput(readCase('pdf', 'article-structure')))
  write('letter.docx', readInput(readCase('docx', 'code-and-quotes')))
  write('book.xlsx', readInput(readCase('xlsx', 'dates-1900')))
  write('deck.pptx', readInput(readCase('pptx', 'bullets-inherited')))
  write('page.html', '<h1>Moulds</h1><p>Of wire, on a frame of oak.</p>\n')
  write('notes.txt', 'Felt parts the sheets.\n')
}
