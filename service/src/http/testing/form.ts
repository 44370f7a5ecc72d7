/** Encodes forms for tests. */

export interface FormPart {
  readonly name?: string
  readonly filename?: string
  readonly type?: string
  readonly data?: string | Buffer
  /** Replaces the header made of name and file name. */
  readonly disposition?: string
}

export interface Form {
  readonly headers: { readonly 'content-type': string }
  readonly payload: Buffer
}

const boundary = 'boundary-of-tests'

export function writeForm(parts: readonly FormPart[]): Form {
  const chunks = parts.flatMap((part) => [
    Buffer.from(`--${boundary}\r\n${writeHeaders(part)}\r\n\r\n`),
    Buffer.from(part.data ?? ''),
    Buffer.from('\r\n'),
  ])
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
  }
}

function writeHeaders({ name = 'file', filename, type, disposition }: FormPart): string {
  const file = filename === undefined ? '' : `; filename="${filename}"`
  const headers = [`Content-Disposition: ${disposition ?? `form-data; name="${name}"${file}`}`]
  if (type !== undefined) headers.push(`Content-Type: ${type}`)
  return headers.join('\r\n')
}

/** Encodes a form with one document. */
export function formOf(data: string | Buffer, type = 'text/plain', filename = 'a.txt'): Form {
  return writeForm([{ filename, type, data }])
}
