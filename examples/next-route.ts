/**
 * Converts an uploaded file to Markdown and chunks: a route handler for Next.js (`app/api/convert/route.ts`) and for
 * all frameworks that answer a `Request` with a `Response`.
 *
 * Uploads are untrusted, so they are converted in a confined child. Next.js must not bundle the packages:
 * `serverExternalPackages: ['@recto/converter', '@recto/engine']` in `next.config.js`.
 */
import { ConversionError, ConversionFailure, convert } from '@recto/converter'

export const runtime = 'nodejs'

const MAX_BYTES = 20 * 1024 * 1024

export async function POST(request: Request): Promise<Response> {
  const file = (await request.formData()).get('file')
  if (!(file instanceof File)) return problem(400, 'The form has no file.')
  if (file.size > MAX_BYTES) return problem(413, 'The file is larger than 20 MiB.')
  try {
    const options = { deadlineMs: 30_000, memoryMb: 512, signal: request.signal }
    const { markdown, title, pages, toChunks } = await convert(file, options)
    return Response.json({ title, pages, markdown, chunks: toChunks() })
  } catch (error) {
    if (error instanceof ConversionError) return problem(422, error.message)
    if (error instanceof ConversionFailure && error.code === 'timeout') {
      return problem(422, error.message)
    }
    throw error
  }
}

function problem(status: number, detail: string): Response {
  return Response.json({ status, detail }, { status })
}
