/** Tests the whole service with real child processes on a real port. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadConfig } from './config/index.ts'
import { fillDataFolder } from './database/testing/test-database.ts'
import { createLog } from './log.ts'
import { type Service, startService } from './main.ts'

let folder = ''
let temp = ''
let service: Service

const environment = (more: NodeJS.ProcessEnv = {}) => ({
  PORT: '0',
  RECTO_TEMP_DIR: temp,
  RECTO_CONVERTERS: '1',
  RECTO_LOG_LEVEL: 'silent',
  RECTO_METRICS_PORT: '0',
  ...more,
})

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recto-service-test-'))
  temp = join(folder, 'temp')
  service = await startService(loadConfig(environment(await newData())), createLog('silent'))
}, 60_000)
afterAll(async () => {
  await service.stop()
  expect(await readdir(temp)).toEqual([])
  await rm(folder, { recursive: true, force: true })
})

/** Prepares a data folder with an empty database, which saves the time of creating it. */
async function newData(): Promise<{ readonly RECTO_DATA_DIR: string }> {
  const data = await mkdtemp(join(folder, 'data-'))
  await fillDataFolder(data)
  return { RECTO_DATA_DIR: data }
}

function post(url: string, text: string, type = 'text/html'): Promise<Response> {
  const body = new FormData()
  body.append('file', new Blob([text], { type }), 'a.html')
  return fetch(`${url}/v1/convert`, { method: 'POST', body })
}

test('converts in a child process, and reports that it is ready', async () => {
  const response = await post(service.url, '<title>T</title><p>Hello')
  expect(await response.json()).toEqual({
    markdown: expect.stringContaining('Hello'),
    meta: { filename: 'a.html', title: 'T' },
    warnings: [],
  })
  // The default is thirty requests a minute and address.
  expect(response.headers.get('x-ratelimit-limit')).toBe('30')
  expect((await fetch(`${service.url}/readyz`)).status).toBe(200)
})

test('refuses a document of another type than declared', async () => {
  const response = await post(service.url, '<p>Hello', 'application/pdf')
  expect(response.status).toBe(415)
  expect(await response.json()).toMatchObject({ code: 'unsupported_media_type' })
})

test('counts its conversions', async () => {
  expect((await fetch(`${service.url}/metrics`)).status).toBe(404)
  const text = await (await fetch(service.metricsUrl ?? '')).text()
  expect(text).toMatch(/^recto_conversion_seconds_count\{format="html",outcome="done"\} \d+$/m)
  expect(text).toMatch(/^recto_converter_size 2$/m)
  expect(text).toMatch(/^recto_database_seconds_count [1-9]/m)
  expect(text).toMatch(/^recto_queue_waiting\{plan="self_hosted",lane="live"\} 0$/m)
  expect(text).toMatch(/^recto_http_request_seconds_count\{route="\/v1\/convert",/m)
})

test('a start without its port creates nothing: no key, no database, no files', async () => {
  const { port } = new URL(service.url)
  const data = join(folder, 'none')
  const before = await readdir(temp)
  const config = loadConfig(environment({ PORT: port, RECTO_DATA_DIR: data }))
  const keys: string[] = []
  const second = startService(config, createLog('silent'), (key) => keys.push(key))
  await expect(second).rejects.toMatchObject({ code: 'EADDRINUSE' })
  expect(await readdir(temp)).toEqual(before)
  expect({ isThere: existsSync(data), keys }).toEqual({ isThere: false, keys: [] })
})

test('prints the first key even if the start then fails, and frees the port', async () => {
  const config = loadConfig(
    environment({ ...(await newData()), RECTO_TESSERACT: '/there/is/none', PORT: '0' }),
  )
  const keys: string[] = []
  const failing = startService(config, createLog('silent'), (key) => keys.push(key))
  await expect(failing).rejects.toThrow('RECTO_TESSERACT')
  expect(keys).toEqual([expect.stringMatching(/^rk_live_/)])
  const again = loadConfig({ ...environment(), RECTO_DATA_DIR: config.dataFolder })
  const other = await startService(again, createLog('silent'), (key) => keys.push(key))
  const headers = { 'x-api-key': keys.join() }
  expect(await (await fetch(`${other.url}/v1/me`, { headers })).json()).toMatchObject({
    tier: 'self_hosted',
  })
  await other.stop()
})

test("a server starts right after another was killed, and deletes that one's files, but not those of a running one", async () => {
  const parent = join(folder, 'shared')
  const living = await startService(
    loadConfig(environment({ ...(await newData()), RECTO_TEMP_DIR: parent })),
    createLog('silent'),
  )
  const notes = join(parent, 'recto-notes')
  await mkdir(notes)
  const before = await readdir(parent)
  const own = { ...(await newData()), RECTO_TEMP_DIR: parent }
  const killed = startProcess(own)
  const { port } = new URL(await urlOf(killed))
  const left = (await readdir(parent)).filter((name) => !before.includes(name))
  expect(left).toHaveLength(2)
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  const again = startProcess({ ...own, PORT: port })
  expect(await urlOf(again)).toBe(`http://127.0.0.1:${port}`)
  expect((await readdir(parent)).filter((name) => left.includes(name))).toEqual([])
  again.kill('SIGTERM')
  await once(again, 'exit')
  expect((await readdir(parent)).toSorted()).toEqual(before.toSorted())
  await living.stop()
  expect(await readdir(parent)).toEqual(['recto-notes'])
})

test('on a signal, finishes running requests, accepts no more, and ends with code 0', async () => {
  const before = await readdir(temp)
  const process = startProcess(await newData())
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
  expect(await readdir(temp)).toEqual(before)
})

function startProcess(more: NodeJS.ProcessEnv): ChildProcess {
  const main = join(import.meta.dirname, 'testing', 'serve.ts')
  const env = { ...process.env, ...environment(more) }
  return spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] })
}

async function urlOf({ stdout }: ChildProcess): Promise<string> {
  if (!stdout) throw new Error('The process was started without a pipe.')
  const [line] = await once(stdout.setEncoding('utf8'), 'data')
  return String(line).trim()
}
