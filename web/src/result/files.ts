/** Writes the content of a view as a file. */
import type { RawResult } from './raw.ts'

export const views = ['Rendered', 'Source', 'JSON', 'Chunks'] as const
export type View = (typeof views)[number]

interface Written {
  readonly name: string
  readonly type: string
  readonly text: string
}

export function writeView(
  view: View,
  { filename, markdown, document, chunks }: RawResult,
): Written {
  const name = filename.replace(/\.[^.]{1,10}$/, '')
  if (view === 'JSON' && document) {
    const text = JSON.stringify(document, null, 2)
    return { name: `${name}.json`, type: 'application/json', text }
  }
  if (view === 'Chunks' && chunks) {
    const text = chunks.map((chunk) => `${JSON.stringify(chunk)}\n`).join('')
    return { name: `${name}.chunks.jsonl`, type: 'application/x-ndjson', text }
  }
  return { name: `${name}.md`, type: 'text/markdown', text: markdown }
}

export function save({ name, type, text }: Written): void {
  saveBlob(new Blob([text], { type }), name)
}

export function saveBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has started by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
