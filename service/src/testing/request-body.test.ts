import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readBody } from './request-body.ts'

let server: Server
const bodies: (string | undefined)[] = []

beforeAll(async () => {
  server = createServer(async (request, response) => {
    // The connection may end before the body is read.
    if (request.url === '/late') await once(request.socket, 'close')
    bodies.push((await readBody(request))?.toString())
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => server.close())

async function send(path: string, body: string, { length = body.length } = {}): Promise<void> {
  // Sound: the server listens on a port, not on a pipe.
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(`POST ${path} HTTP/1.1\r\nhost: a\r\ncontent-length: ${length}\r\n\r\n${body}`)
  if (path === '/') await once(socket, 'data')
  else await new Promise((resolve) => setTimeout(resolve, 50))
  socket.destroy()
}

it.each([
  ['a whole body', '/', 'abc', 3, 'abc'],
  ['a body whose connection ends in the middle', '/cut', 'abc', 9, undefined],
  ['a body whose connection ends before it is read', '/late', 'abc', 3, undefined],
])('reads %s', async (_name, path, body, length, expected) => {
  bodies.length = 0
  await send(path, body, { length })
  await expect.poll(() => bodies).toEqual([expected])
})
