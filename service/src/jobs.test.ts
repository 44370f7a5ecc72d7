/** Tests the whole queue: a real port, real child processes, and a received webhook. */
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { administrate } from './admin/index.ts'
import { loadConfig } from './config/index.ts'
import {
  createServerDatabase,
  fillDataFolder,
  type ServerDatabase,
  testDatabases,
} from './database/testing/test-database.ts'
import { until } from './jobs/testing/test-jobs.ts'
import { createLog } from './log.ts'
import { type Service, startService } from './main.ts'

describe.each(testDatabases)('on %s', (kind) => {
  let folder = ''
  let server: ServerDatabase | undefined
  let headers: { readonly 'x-api-key': string }
  let service: Service
  let receiver: Server
  let hook = ''
  const received: { readonly headers: Record<string, string>; readonly body: string }[] = []

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'recto-queue-test-'))
    receiver = createServer(async (request, response) => {
      const body = Buffer.concat(await Array.fromAsync<Buffer>(request)).toString()
      // Sound: none of the relevant headers repeats.
      received.push({ headers: request.headers as Record<string, string>, body })
      response.end()
    }).listen(0, '127.0.0.1')
    await once(receiver, 'listening')
    // Sound: the server listens on a port, not on a pipe.
    const { port } = receiver.address() as AddressInfo
    hook = `http://127.0.0.1:${port}/hook`
    server = kind === 'postgres' ? await createServerDatabase() : undefined
    if (!server) await fillDataFolder(join(folder, 'data'))
    const config = loadConfig({
      PORT: '0',
      RECTO_TEMP_DIR: join(folder, 'temp'),
      RECTO_DATA_DIR: join(folder, 'data'),
      RECTO_CONVERTERS: '1',
      RECTO_WORKERS: '1',
      RECTO_JOB_TIMEOUT_SECONDS: '1',
      RECTO_WEBHOOK_ALLOW: `127.0.0.1:${port}`,
      RECTO_SECRET_KEY: 'a secret of sixteen',
      RECTO_SHUTDOWN_SECONDS: '1',
      ...(server && { DATABASE_URL: server.url.href }),
    })
    const log = createLog('silent')
    service = await startService(config, log)
    const given = { email: 'a@example.com', tier: 'scale' }
    // Sound: the documented output of the command.
    const made = (await administrate(config, log, 'keys.create', given)) as { readonly key: string }
    headers = { 'x-api-key': made.key }
  }, 60_000)
  afterAll(async () => {
    await service.stop()
    expect(await readdir(join(folder, 'temp'))).toEqual([])
    receiver.close()
    await server?.drop()
    await rm(folder, { recursive: true })
  })

  async function submit(
    text: string,
    type: string,
    name: string,
  ): Promise<{ job_id: string; webhook_secret: string }> {
    const body = new FormData()
    body.append('file', new Blob([text], { type }), name)
    body.append('webhook_url', hook)
    const response = await fetch(`${service.url}/v1/convert/jobs`, {
      method: 'POST',
      body,
      headers,
    })
    expect(response.status).toBe(200)
    // Sound: other tests check the schema.
    return (await response.json()) as { job_id: string; webhook_secret: string }
  }

  const get = (path: string): Promise<Response> => fetch(`${service.url}${path}`, { headers })

  /** The first job starts a child, which takes long on a busy machine. */
  async function ended(id: string): Promise<unknown> {
    while (true) {
      const job = await (await get(`/v1/jobs/${id}?wait=20`)).json()
      // Sound: other tests check the schema.
      if ((job as { finished_at: string | null }).finished_at !== null) return job
    }
  }

  async function uploads(): Promise<string[]> {
    return readdir(join(folder, 'data', 'files', 'uploads'))
  }

  test('processes a job from the upload to the webhook', async () => {
    const { job_id: id, webhook_secret: secret } = await submit('Hello', 'text/plain', 'a.txt')
    const job = await ended(id)
    expect(job).toMatchObject({ status: 'succeeded', result: { filename: 'a.txt' } })
    const result = await get(`/v1/convert/jobs/${id}/result`)
    expect(await result.text()).toContain('Hello')
    const json = await get(`/v1/convert/jobs/${id}/result?format=json`)
    expect(await json.json()).toMatchObject({ schema_name: 'DoclingDocument', pages: [] })
    await until(() => received.length === 1, 30_000)
    const [{ headers: sent, body } = { headers: {}, body: '' }] = received
    new Webhook(secret).verify(body, sent)
    expect(JSON.parse(body)).toMatchObject({ job_id: id, status: 'succeeded', error: null })
    // The attempt is recorded, and the upload deleted, shortly after the webhook arrives.
    const readLog = async (): Promise<unknown> => (await get(`/v1/jobs/${id}/deliveries`)).json()
    const delivered = { status: 'delivered', attempts: [{ number: 1, status: 200 }] }
    await expect.poll(readLog).toMatchObject(delivered)
    await until(async () => (await uploads()).length === 0)
  })

  test('kills a document at its deadline, refunds it, and converts the next one', async () => {
    // This document takes seconds, because it has nearly the maximum number of elements.
    const rows = '<tr><td>a<td><b>b</b><td>c'.repeat(180_000)
    const { job_id: id } = await submit(`<table>${rows}`, 'text/html', 'slow.html')
    const { job_id: next } = await submit('Next', 'text/plain', 'b.txt')
    const job = await ended(id)
    expect(job).toMatchObject({
      status: 'failed',
      error: expect.stringMatching(/^timeout: /),
    })
    expect(await ended(next)).toMatchObject({ status: 'succeeded' })
    expect(await (await get('/v1/me')).json()).toMatchObject({ credits: { balance: 99_980 } })
    await until(async () => (await uploads()).length === 0)
  })
})
