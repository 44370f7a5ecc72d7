/**
 * Converts a folder of untrusted documents to a folder of Markdown, several at a time, each in a confined child: `node
 * convert-folder.ts IN OUT`.
 */
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { convert } from '@recto/converter'

export interface Report {
  readonly converted: string[]
  /** Maps the name of a document to the reason of its failure. */
  readonly failed: Map<string, string>
}

export async function convertFolder(from: string, to: string): Promise<Report> {
  await mkdir(to, { recursive: true })
  const entries = await readdir(from, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
  const report: Report = { converted: [], failed: new Map() }
  const left = names.values()
  const takeTurns = async (): Promise<void> => {
    for (const name of left) {
      try {
        const { markdown } = await convert(join(from, name), { deadlineMs: 60_000 })
        await writeFile(join(to, `${name}.md`), markdown)
        report.converted.push(name)
      } catch (error) {
        report.failed.set(name, error instanceof Error ? error.message : String(error))
      }
    }
  }
  await Promise.all(Array.from({ length: availableParallelism() }, takeTurns))
  return report
}

if (import.meta.filename === process.argv[1]) {
  const [from = '.', to = 'markdown'] = process.argv.slice(2)
  const { converted, failed } = await convertFolder(from, to)
  for (const [name, reason] of failed) process.stderr.write(`${name}: ${reason}\n`)
  process.stderr.write(`${converted.length} converted, ${failed.size} failed\n`)
}
