/** Tests the service on our small object store, and on an independent one if the environment names one. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadConfig } from './config/index.ts'
import { fillDataFolder } from './database/testing/test-database.ts'
import { createLog } from './log.ts'
import { type Service, startService } from './main.ts'
import { nameIn, openStore } from './store/index.ts'
import { credentials, type FakeS3, startFakeS3 } from './store/testing/fake-s3.ts'
import { hasRealS3, makeRealBucket, settingsOf } from './store/testing/real-s3.ts'

let fake: FakeS3
let folder = ''
beforeAll(async () => {
  fake = await startFakeS3()
  folder = await mkdtemp(join(tmpdir(), 'recto-bucket-test-'))
})
afterAll(async () => {
  await fake.close()
  await rm(folder, { recursive: true, force: true })
})

describe.each(hasRealS3 ? ['small', 'real'] : ['small'])('on a %s object store', (kind) => {
  let service: Service
  let key = ''
  let settings: ReturnType<typeof settingsOf>
  beforeAll(async () => {
    const location =
      kind === 'real'
        ? await makeRealBucket()
        : { url: `${fake.url}/bucket`, region: 'eu-test-1', ...credentials }
    settings = settingsOf(location)
    const data = await mkdtemp(join(folder, 'data-'))
    await fillDataFolder(data)
    const more = { PORT: '0', RECTO_CONVERTERS: '1', RECTO_WORKERS: '1', RECTO_TEMP_DIR: data }
    const config = loadConfig({ ...settings, ...more, RECTO_DATA_DIR: data })
    service = await startService(config, createLog('silent'), (first) => {
      key = first
    })
  })
  afterAll(() => service.stop())

  test('stores documents and results, serves each format, and deletes them', async () => {
    const call = (path: string, init: RequestInit = {}, accept = '*/*'): Promise<Response> =>
      fetch(service.url + path, { ...init, headers: { 'x-api-key': key, accept } })
    expect((await call('/readyz')).status).toBe(200)
    const body = new FormData()
    const html = `<h1>Title</h1>${'<p>Some text.'.repeat(2_000)}`
    body.append('file', new Blob([html], { type: 'text/html' }), 'a.html')
    const submitted = await call('/v1/convert/jobs?wait=30', { method: 'POST', body })
    const { job_id: id, status } = JSON.parse(await submitted.text())
    expect(status).toBe('succeeded')
    const result = `/v1/convert/jobs/${id}/result`
    expect(await (await call(result)).text()).toMatch(/^# Title\n\nSome text\./)
    expect(await (await call(`${result}?format=json`)).json()).toMatchObject({
      schema_name: 'DoclingDocument',
    })
    const chunks = await (await call(result, {}, 'application/x-ndjson')).text()
    expect(chunks.split('\n').length).toBeGreaterThan(5)
    const { jobs } = loadConfig({ ...settings, RECTO_DATA_DIR: folder })
    const store = await openStore(jobs.storeLocation)
    expect(await store.open(nameIn('uploads', id))).toBeUndefined()
    expect((await call(`/v1/jobs/${id}`, { method: 'DELETE' })).status).toBe(204)
    expect((await call(result)).status).toBe(410)
    await expect
      .poll(() => store.open(nameIn('results', `${id}.1`)), { timeout: 10_000 })
      .toBeUndefined()
  })
})
