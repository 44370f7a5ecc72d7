import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { reservePort } from './port.ts'

test('an early connection is answered by the server', async () => {
  const port = await reservePort('127.0.0.1', 0)
  const early = fetch(`${port.url}/early`)
  await new Promise((resolve) => setTimeout(resolve, 100))
  const server = createServer((request, response) => response.end(request.url))
  await port.giveTo(server)
  expect(await (await early).text()).toBe('/early')
  expect(await (await fetch(`${port.url}/late`)).text()).toBe('/late')
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await expect(fetch(port.url)).rejects.toThrow()
})

test('a port has one owner, and is free again after a failed start', async () => {
  const port = await reservePort('127.0.0.1', 0)
  const number = Number(new URL(port.url).port)
  await expect(reservePort('127.0.0.1', number)).rejects.toMatchObject({ code: 'EADDRINUSE' })
  await port[Symbol.asyncDispose]()
  await (await reservePort('127.0.0.1', number))[Symbol.asyncDispose]()
})

test.each([
  { host: '127.0.0.1', url: /^http:\/\/127\.0\.0\.1:\d+$/ },
  { host: '0.0.0.0', url: /^http:\/\/127\.0\.0\.1:\d+$/ },
  { host: '::1', url: /^http:\/\/\[::1\]:\d+$/ },
])('listening on $host reports an address to connect to', async ({ host, url }) => {
  await using port = await reservePort(host, 0)
  expect(port.url).toMatch(url)
})
