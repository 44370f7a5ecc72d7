/**
 * Tests the whole service while its database is unavailable: it refuses requests that need it, survives, and recovers
 * by itself.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadConfig } from './config/index.ts'
import { Line } from './database/testing/line.ts'
import { createServerDatabase, testDatabases } from './database/testing/test-database.ts'
import { until } from './jobs/testing/test-jobs.ts'
import { createLog } from './log.ts'
import { startService } from './main.ts'

test.runIf(testDatabases.includes('postgres'))(
  'answers 503 and stays alive without its database, and continues when it returns',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'recto-away-test-'))
    const server = await createServerDatabase()
    const line = new Line(server.url)
    await line.open()
    const through = new URL(server.url)
    through.host = `127.0.0.1:${line.port}`
    const config = loadConfig({
      PORT: '0',
      DATABASE_URL: through.href,
      RECTO_TEMP_DIR: folder,
      RECTO_DATA_DIR: join(folder, 'data'),
      RECTO_CONVERTERS: '1',
      RECTO_WORKERS: '1',
    })
    const log = createLog('silent')
    const keys: string[] = []
    const service = await startService(config, log, (key) => keys.push(key))
    await service.ready
    const headers = { 'x-api-key': keys.join() }
    const ask = async (path: string): Promise<readonly [number, string | null]> => {
      const response = await fetch(`${service.url}${path}`, { headers })
      await response.text()
      return [response.status, response.headers.get('retry-after')]
    }
    const submit = async (): Promise<Response> => {
      const body = new FormData()
      body.append('file', new Blob(['x'], { type: 'text/plain' }), 'a.txt')
      return fetch(`${service.url}/v1/convert/jobs`, { method: 'POST', headers, body })
    }
    expect(await ask('/v1/jobs')).toEqual([200, null])
    line.cut()
    expect(await ask('/v1/jobs')).toEqual([503, '5'])
    const refused = await submit()
    expect(refused.status).toBe(503)
    expect(await refused.json()).toMatchObject({ code: 'service_unavailable' })
    expect(await ask('/healthz')).toEqual([200, null])
    await until(async () => (await ask('/readyz'))[0] === 503)
    await line.open()
    const taken = await submit()
    expect(taken.status).toBe(200)
    // Sound: the documented response.
    const { job_id: id } = (await taken.json()) as { readonly job_id: string }
    const ended = await fetch(`${service.url}/v1/jobs/${id}?wait=20`, { headers })
    expect(await ended.json()).toMatchObject({ status: 'succeeded' })
    await until(async () => (await ask('/readyz'))[0] === 200)
    await service.stop()
    line.cut()
    await server.drop()
    await rm(folder, { recursive: true })
  },
)
