/** The whole service, with real children, on a real port. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadConfig } from './config.ts'
import { createLog } from './log.ts'
import { type Service, startService } from './main.ts'

let folder = ''
let service: Service

const environment = (more: NodeJS.ProcessEnv = {}) => ({
  PORT: '0',
  RECTO_TEMP_DIR: folder,
  RECTO_CONVERTERS: '1',
  RECTO_LOG_LEVEL: 'silent',
  RECTO_METRICS: 'on',
  ...more,
})

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recto-service-test-'))
  service = await startService(loadConfig(environment()), createLog('silent'))
})
afterAll(async () => {
  await service.stop()
  expect(await readdir(folder)).toEqual([])
  await rm(folder, { recursive: true, force: true })
})

function post(url: string, text: string, type = 'text/html'): Promise<Response> {
  const body = new FormData()
  body.append('file', new Blob([text], { type }), 'a.html')
  return fetch(`${url}/v1/convert`, { method: 'POST', body })
}

test('it converts, in a child of its own, and says that it is ready', async () => {
  const response = await post(service.url, '<title>T</title><p>Hello')
  expect(await response.json()).toEqual({
    markdown: expect.stringContaining('Hello'),
    meta: { filename: 'a.html', title: 'T' },
  })
  // Thirty a minute and address, unless told.
  expect(response.headers.get('x-ratelimit-limit')).toBe('30')
  expect((await fetch(`${service.url}/readyz`)).status).toBe(200)
})

test('a document of another type than declared is refused by the child', async () => {
  const response = await post(service.url, '<p>Hello', 'application/pdf')
  expect(response.status).toBe(415)
  expect(await response.json()).toMatchObject({ code: 'unsupported_media_type' })
})

test('it counts what it does', async () => {
  const text = await (await fetch(`${service.url}/metrics`)).text()
  expect(text).toMatch(/^recto_conversion_seconds_count\{format="html",outcome="done"\} \d+$/m)
  expect(text).toMatch(/^recto_converter_size 1$/m)
  expect(text).toMatch(/^recto_http_request_seconds_count\{route="\/v1\/convert",/m)
})

test('a port that is taken is an error, and leaves nothing', async () => {
  const { port } = new URL(service.url)
  const before = await readdir(folder)
  const second = startService(loadConfig(environment({ PORT: port })), createLog('silent'))
  await expect(second).rejects.toMatchObject({ code: 'EADDRINUSE' })
  expect(await readdir(folder)).toEqual(before)
})

test('the files of a server that was killed are deleted at the next start; others are not', async () => {
  const parent = join(folder, 'other')
  // No process has such an id (proc(5), pid_max).
  for (const name of ['recto-4999999-abc', `recto-${process.pid}-abc`, 'recto-notes']) {
    await mkdir(join(parent, name), { recursive: true })
  }
  const other = await startService(
    loadConfig(environment({ RECTO_TEMP_DIR: parent })),
    createLog('silent'),
  )
  await other.stop()
  expect((await readdir(parent)).toSorted()).toEqual([`recto-${process.pid}-abc`, 'recto-notes'])
  await rm(parent, { recursive: true })
})

test('told to stop, it finishes what it has, takes nothing more, and ends with code 0', async () => {
  const process = startProcess()
  const url = await urlOf(process)
  expect((await post(url, 'x')).status).toBe(200)
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const head =
    'POST /v1/convert HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=b'
  const body =
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\nContent-Type: text/plain\r\n\r\nat hand\r\n--b--\r\n'
  socket.write(`${head}\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 60)}`)
  await new Promise((resolve) => setTimeout(resolve, 200))
  process.kill('SIGTERM')
  await new Promise((resolve) => setTimeout(resolve, 200))
  await expect(fetch(`${url}/v1/me`)).rejects.toThrow()
  socket.write(body.slice(60))
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 [\s\S]*at hand/)
  const [code] = await once(process, 'exit')
  expect(code).toBe(0)
  expect(existsSync(join(folder, `recto-${process.pid}`))).toBe(false)
})

function startProcess(): ChildProcess {
  const main = join(import.meta.dirname, 'testing', 'serve.ts')
  const env = { ...process.env, ...environment() }
  return spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
}

async function urlOf({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error('The process was started without a pipe.')
  const [line] = await once(stdout.setEncoding('utf8'), 'data')
  return String(line).trim()
}
