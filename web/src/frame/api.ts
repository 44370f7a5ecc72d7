/** Calls the service with the session of the page; problem details become errors. */
import { pathTo } from './paths.ts'

/** An error's body (RFC 9457). */
interface Problem {
  readonly title: string
  readonly status: number
  readonly detail: string
  readonly code: string
  readonly request_id?: string | null
}

export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: string
  readonly requestId: string | undefined

  constructor(problem: Problem) {
    super(problem.detail)
    this.status = problem.status
    this.code = problem.code
    this.requestId = problem.request_id ?? undefined
  }
}

/** The service accepts the session only with this header. */
const headers = { 'x-recto-page': '1' }

/** @throws {ApiError} */
export async function request(path: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(pathTo(path), {
    ...init,
    headers: { ...headers, ...init.headers },
  }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError(unreachable)
  })
  if (response.ok) return response
  throw new ApiError(readProblem(response.status, await response.text()))
}

const unreachable: Problem = {
  title: 'No answer',
  status: 0,
  code: 'unreachable',
  detail: 'The service does not answer. Check the connection, then try again.',
}

function readProblem(status: number, text: string): Problem {
  try {
    // Sound: missing fields are filled in below.
    const problem = JSON.parse(text) as Partial<Problem>
    if (typeof problem.detail === 'string') return { ...unreachable, status, ...problem }
  } catch {
    // A proxy answered with another format.
  }
  const detail = `The service answered ${status} without a reason. Try again.`
  return { ...unreachable, status, detail }
}

/** A JSON answer. Its type is that of the service's OpenAPI document. */
export async function api<Answer>(path: string, init?: RequestInit): Promise<Answer> {
  const response = await request(path, init)
  // Sound: the service's tests check its answers against their types.
  return (response.status === 204 ? {} : await response.json()) as Answer
}

/** Sends a form of the page. */
export function post<Answer>(path: string, fields: Record<string, string> = {}): Promise<Answer> {
  return api<Answer>(path, { method: 'POST', body: new URLSearchParams(fields) })
}

interface UploadOptions {
  readonly fields?: Readonly<Record<string, string>>
  readonly onProgress?: (part: number) => void
  readonly signal: AbortSignal
}

/** Sends a document by XMLHttpRequest, which reports the progress of an upload. */
export function upload<Answer>(
  path: string,
  file: File,
  { fields = {}, onProgress, signal }: UploadOptions,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const call = new XMLHttpRequest()
    call.open('POST', pathTo(path))
    for (const [name, value] of Object.entries(headers)) call.setRequestHeader(name, value)
    call.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 1)
    call.onload = () => {
      if (call.status < 300) return resolve(JSON.parse(call.responseText) as Answer)
      return reject(new ApiError(readProblem(call.status, call.responseText)))
    }
    call.onerror = () => reject(new ApiError(unreachable))
    call.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'))
    signal.addEventListener('abort', () => call.abort())
    const form = new FormData()
    form.append('file', file)
    for (const [name, value] of Object.entries(fields)) form.append(name, value)
    call.send(form)
  })
}

const mediaTypes: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  html: 'text/html',
  htm: 'text/html',
  txt: 'text/plain',
}

/** Returns the file with the media type of its name, since browsers know few of them; `undefined` for an unsupported type. */
export function fileOf(file: File): File | undefined {
  const ending = file.name.split('.').at(-1)?.toLowerCase() ?? ''
  const type = mediaTypes[ending]
  if (type === undefined) {
    return Object.values(mediaTypes).includes(file.type.split(';')[0] ?? '') ? file : undefined
  }
  return new File([file], file.name, { type })
}

/** Returns the message of anything that was thrown. */
export function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
