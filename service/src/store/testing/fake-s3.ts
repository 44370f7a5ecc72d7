/** A bucket in memory, served over HTTP; verifies signatures with a separate implementation. */
import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { readBody } from '../../testing/request-body.ts'

export interface FakeS3 {
  readonly url: string
  readonly objects: Map<string, Buffer>
  /** Answers to the next requests, in order: a status, or a closed connection. */
  readonly failures: (number | 'close')[]
  close(): Promise<void>
}

export const credentials = { accessKeyId: 'AKIDEXAMPLE', secretAccessKey: 'a/secret+key' }

export async function startFakeS3(): Promise<FakeS3> {
  const objects = new Map<string, Buffer>()
  const failures: (number | 'close')[] = []
  const server = createServer(async (request, response) => {
    const body = await readBody(request)
    if (!body) return
    const failure = failures.shift()
    if (failure === 'close') return request.socket.destroy()
    if (failure !== undefined) return response.writeHead(failure).end('<Code>SlowDown</Code>')
    const path = request.url ?? ''
    if (request.headers.authorization !== expectedAuthorization(request, body)) {
      return response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>')
    }
    if (request.method === 'PUT') {
      objects.set(path, body)
      return response.writeHead(200).end()
    }
    const object = objects.get(path)
    if (request.method === 'DELETE') {
      objects.delete(path)
      return response.writeHead(204).end()
    }
    if (!object) return response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    // RFC 9110, 14.4: the range includes its last byte, and ends at the end of the object at the latest.
    const part = start === undefined ? object : object.subarray(Number(start), Number(end) + 1)
    const status = start === undefined ? 200 : 206
    return response.writeHead(status, { 'content-length': part.length }).end(part)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Sound: the server listens on a port, not on a pipe.
  const { port } = server.address() as AddressInfo
  const close = async (): Promise<void> => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  return { url: `http://127.0.0.1:${port}`, objects, failures, close }
}

/** Computes AWS Signature Version 4 from its documentation, independently of the tested code. */
function expectedAuthorization(
  { method, url = '', headers }: IncomingMessage,
  body: Buffer,
): string {
  const signed = ['host', 'x-amz-content-sha256', 'x-amz-date']
  const time = String(headers['x-amz-date'])
  const canonical = [
    method,
    url,
    '',
    ...signed.map((name) => `${name}:${String(headers[name])}`),
    '',
    signed.join(';'),
    createHash('sha256').update(body).digest('hex'),
  ].join('\n')
  const scope = [time.slice(0, 8), 'eu-test-1', 's3', 'aws4_request']
  const digest = createHash('sha256').update(canonical).digest('hex')
  const toSign = ['AWS4-HMAC-SHA256', time, scope.join('/'), digest].join('\n')
  const secret: Buffer | string = `AWS4${credentials.secretAccessKey}`
  const key = scope.reduce<Buffer | string>(
    (previous, part) => createHmac('sha256', previous).update(part).digest(),
    secret,
  )
  const signature = createHmac('sha256', key).update(toSign).digest('hex')
  const credential = `${credentials.accessKeyId}/${scope.join('/')}`
  return `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${signed.join(';')}, Signature=${signature}`
}
