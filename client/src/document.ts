/** Turns a document, given as a path, bytes or a stream, into the part `file` of a form. */

/** A path (Node, Deno, Bun), the bytes, a Blob or File, or a stream of bytes. */
export type DocumentInput =
  | string
  | URL
  | Uint8Array<ArrayBuffer>
  | Blob
  | ReadableStream<Uint8Array<ArrayBuffer>>

export interface DocumentOptions {
  /** The file name; its extension selects the type. */
  readonly filename?: string
  /** `application/pdf`, `text/html; charset=…`. */
  readonly mediaType?: string
}

interface NamedBlob {
  readonly blob: Blob
  readonly filename: string
}

const office = 'application/vnd.openxmlformats-officedocument'
const mediaTypes: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  docx: `${office}.wordprocessingml.document`,
  pptx: `${office}.presentationml.presentation`,
  xlsx: `${office}.spreadsheetml.sheet`,
  html: 'text/html',
  htm: 'text/html',
  txt: 'text/plain',
  md: 'text/plain',
}

/**
 * Makes a Blob with a name and a type. A stream is read into memory, so that a call can be retried.
 *
 * @throws {TypeError} if the type can't be found.
 */
export async function toNamedBlob(
  input: DocumentInput,
  { filename, mediaType }: DocumentOptions,
): Promise<NamedBlob> {
  const { blob, name } = await open(input)
  const finalName = filename ?? name ?? 'document'
  const ending = finalName.slice(finalName.lastIndexOf('.') + 1).toLowerCase()
  const type = mediaType ?? (mediaTypes[ending] || blob.type)
  if (!type) {
    throw new TypeError(
      `The extension of "${finalName}" does not name a type: set mediaType, or a filename with an extension.`,
    )
  }
  return { blob: blob.type === type ? blob : blob.slice(0, blob.size, type), filename: finalName }
}

async function open(input: DocumentInput): Promise<{ blob: Blob; name?: string }> {
  if (input instanceof Blob) {
    return input instanceof File ? { blob: input, name: input.name } : { blob: input }
  }
  if (input instanceof Uint8Array) return { blob: new Blob([input]) }
  if (input instanceof ReadableStream) return { blob: await new Response(input).blob() }
  // Imported here, so that browsers and edge runtimes never load it.
  const { openAsBlob } = await import('node:fs')
  const path = input instanceof URL ? decodeURIComponent(input.pathname) : input
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
  return { blob: await openAsBlob(input), name }
}
