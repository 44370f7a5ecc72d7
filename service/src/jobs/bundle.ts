/** What a conversion wrote → one file, to be stored whole and read in parts. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { Output, StoredFormat } from './job.ts'

/** Where a part lies in the bundle. */
export type BundlePart = Omit<Output, 'name'>

export interface Bundle {
  readonly texts: Readonly<Record<StoredFormat, BundlePart>>
  readonly drawings: BundlePart | undefined
}

/** Files one behind the other: one to store, one to wait for until it is on the disk. */
export async function writeBundle(
  path: string,
  texts: Readonly<Record<StoredFormat, string>>,
  drawings: string | undefined,
): Promise<Bundle> {
  const handle = await open(path, 'wx', 0o600)
  try {
    const markdown = await append(handle, texts.markdown, 0)
    const json = await append(handle, texts.json, endOf(markdown))
    const docling = await append(handle, texts.docling, endOf(json))
    const drawn =
      drawings === undefined ? undefined : await append(handle, drawings, endOf(docling))
    return { texts: { markdown, json, docling }, drawings: drawn }
  } finally {
    await handle.close()
  }
}

function endOf({ start, bytes }: BundlePart): number {
  return start + bytes
}

async function append(handle: FileHandle, path: string, start: number): Promise<BundlePart> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const chunk of createReadStream(path)) {
    // Sound: a stream without an encoding gives buffers.
    const buffer = chunk as Buffer
    hash.update(buffer)
    await handle.writeFile(buffer)
    bytes += buffer.length
  }
  return { start, bytes, sha256: hash.digest('hex') }
}
