/** Tests a full disk: the answer is 503, nothing is charged, and no partial file is left. */
import { writeFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { testDatabases } from '../database/testing/test-database.ts'
import { openQueueApp, type QueueApp } from './testing/queue-app.ts'

/** Selects the writes that fail. */
let full: 'upload' | 'store' | undefined

vi.mock('node:fs/promises', async (importOriginal) => {
  const real = await importOriginal<typeof import('node:fs/promises')>()
  const noRoom = (): Error => Object.assign(new Error('full'), { code: 'ENOSPC' })
  return {
    ...real,
    open: async (...given: Parameters<typeof real.open>) => {
      const handle = await real.open(...given)
      const isFull = full === 'upload' || (full === 'store' && `${given[0]}`.includes('/incoming/'))
      if (isFull && given[1] === 'wx') {
        handle.writeFile = async () => {
          await handle.write('half of')
          throw noRoom()
        }
      }
      return handle
    },
  }
})

describe.each(testDatabases)('on %s', (kind) => {
  let app: QueueApp
  beforeAll(async () => {
    app = await openQueueApp(kind)
  })
  afterAll(() => app.close())

  test.each(['upload', 'store'] as const)(
    'answers 503 if there is no space for the %s',
    async (failing) => {
      const before = await app.jobs.balance('acc_mine')
      full = failing
      const response = await app.submit()
      full = undefined
      expect(response.json()).toMatchObject({ status: 503, code: 'service_unavailable' })
      expect(response.headers['retry-after']).toBe('5')
      expect(await app.jobs.balance('acc_mine')).toBe(before)
      expect([await app.leftovers(), await app.jobs.files()]).toEqual([[], []])
      expect((await app.submit()).statusCode).toBe(200)
      const { items } = (await app.get('/v1/jobs')).json()
      await app.get(`/v1/jobs/${items[0].id}?wait=10`)
      await app.inject({
        method: 'DELETE',
        url: `/v1/jobs/${items[0].id}`,
        headers: { 'x-api-key': 'mine' },
      })
    },
  )

  test('is not ready with a full disk', async () => {
    await writeFile(`${app.jobs.folder}/there`, 'is room')
    full = 'upload'
    const response = await app.inject({ url: '/readyz' })
    full = undefined
    expect(response.json()).toMatchObject({ status: 503, code: 'service_unavailable' })
    expect(response.json().detail).toContain('cannot store files')
  })
})
