/** Adds a document's metadata as YAML front matter to its Markdown. */
import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import type { Result } from '@recto/converter'

/** JSON strings are valid YAML. */
function toYaml(source: string, { title, format, pages, ocrPages = 0 }: Result): string {
  const lines = [
    ...(title === undefined ? [] : [`title: ${JSON.stringify(title)}`]),
    `source: ${JSON.stringify(source)}`,
    `format: ${format}`,
    ...(pages === 0 ? [] : [`pages: ${pages}`]),
    ...(ocrPages === 0 ? [] : [`ocr_pages: ${ocrPages}`]),
  ]
  return `---\n${lines.join('\n')}\n---\n\n`
}

/** @returns The path of the Markdown with its front matter. */
export async function addFrontMatter(
  path: string,
  source: string,
  result: Result,
): Promise<string> {
  const whole = `${path}.front`
  await writeFile(whole, join(toYaml(source, result), createReadStream(path)))
  return whole
}

async function* join(head: string, rest: AsyncIterable<string | Buffer>) {
  yield head
  yield* rest
}
