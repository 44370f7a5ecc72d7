/**
 * Converts posted documents to Markdown through a Recto service: a Cloudflare Worker, or any other platform with
 * `fetch`.
 *
 * `RECTO_URL` and `RECTO_KEY` are variables of the Worker; the key is a secret (`wrangler secret put RECTO_KEY`).
 */
import { Recto, RectoError } from '@recto/client'

interface Environment {
  readonly RECTO_URL: string
  readonly RECTO_KEY: string
}

export default {
  async fetch(request: Request, env: Environment): Promise<Response> {
    if (request.method !== 'POST') return new Response('POST a document.\n', { status: 405 })
    const recto = new Recto({ baseUrl: env.RECTO_URL, apiKey: env.RECTO_KEY })
    const type = request.headers.get('content-type') ?? 'application/pdf'
    const document = new Blob([await request.arrayBuffer()], { type })
    try {
      const { markdown } = await recto.convert(document, { filename: 'document' })
      return new Response(markdown, { headers: { 'content-type': 'text/markdown; charset=utf-8' } })
    } catch (error) {
      if (!(error instanceof RectoError)) throw error
      return Response.json({ code: error.code, detail: error.message }, { status: 422 })
    }
  },
}
