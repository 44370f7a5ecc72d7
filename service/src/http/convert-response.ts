/** Streams the output file of a conversion as the JSON answer. */
import { readFileSync, statSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { pipeline, type Readable, Transform } from 'node:stream'

/** The fields of the answer besides the Markdown. */
interface ResponseFields {
  readonly meta: ConvertMeta
  readonly warnings: readonly ConvertWarning[]
}

export interface ConvertWarning {
  readonly code: string
  readonly message: string
  /** Number of the page, slide or sheet. */
  readonly page?: number
}

interface ConvertMeta {
  readonly filename: string
  readonly title?: string
}

/** Encodes the Markdown in parts of this size: a document may have hundreds of megabytes of it. */
const CHUNK_BYTES = 256 * 1024

/**
 * Opens a text file as the JSON `{"markdown": …, "meta": …, "warnings": …}`: in memory if it is small, else as a
 * stream.
 *
 * The file may be deleted as soon as this resolves. It is closed when the stream ends or is destroyed.
 */
export async function openResponse(
  path: string,
  besides: ResponseFields,
): Promise<string | Readable> {
  if (statSync(path).size > CHUNK_BYTES) return streamJson(await open(path), besides)
  return JSON.stringify({ markdown: readFileSync(path, 'utf8'), ...besides })
}

function streamJson(file: FileHandle, besides: ResponseFields): Readable {
  const text = file.createReadStream({ encoding: 'utf8', highWaterMark: CHUNK_BYTES })
  const json = new Transform({
    decodeStrings: false,
    construct(done) {
      this.push('{"markdown":"')
      done()
    },
    // Omits the quotes around the part. Each part holds whole characters, so its encoding is well-formed.
    transform(chunk: string, _encoding, done) {
      done(null, JSON.stringify(chunk).slice(1, -1))
    },
    flush(done) {
      done(null, `",${JSON.stringify(besides).slice(1)}`)
    },
  })
  // The stream itself reports errors.
  return pipeline(text, json, () => {})
}
