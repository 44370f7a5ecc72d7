/** A server for tests that sends prepared responses. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Answer = (request: IncomingMessage, response: ServerResponse) => void

export interface FakeServer {
  readonly url: string
  /** Received requests in order: `POST /v1/convert`. */
  readonly seen: string[]
  readonly headers: IncomingMessage['headers'][]
  close(): void
}

/** Answers each request with the next prepared answer; the last one repeats. */
export async function startFakeServer(answers: readonly Answer[]): Promise<FakeServer> {
  const seen: string[] = []
  const headers: IncomingMessage['headers'][] = []
  const server = createServer((request, response) => {
    const answer = answers[Math.min(seen.length, answers.length - 1)]
    seen.push(`${request.method} ${request.url}`)
    headers.push(request.headers)
    request.resume().on('end', () => answer?.(request, response))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Sound: the server listens on a port, not on a pipe.
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, seen, headers, close: () => server.close() }
}

export const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body))

export const problem = (
  status: number,
  code: string,
  headers: Record<string, string> = {},
): Answer =>
  json(status, { code, detail: `It is ${code}.`, request_id: 'req_1', status, title: 'x' }, headers)

export const hangUp: Answer = (request) => request.socket.destroy()
