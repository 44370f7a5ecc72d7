/** The app with a queue for tests: accounts, their keys, and a worker that converts in the test's process. */
import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import { type AccountTier, type Caller, plans } from '../../accounts/index.ts'
import type { Kind } from '../../database/testing/test-database.ts'
import { type RunningJobs, startJobs } from '../../jobs/index.ts'
import { inProcess } from '../../jobs/testing/in-process.ts'
import { openTestJobs, type TestJobs } from '../../jobs/testing/test-jobs.ts'
import { type FormPart, writeForm } from './form.ts'
import { openTestApp, type TestApp } from './test-app.ts'

export interface QueueApp extends TestApp {
  readonly jobs: TestJobs
  readonly running: RunningJobs
  submit(
    parts?: readonly FormPart[],
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>
  get(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>
  /**
   * Submits a document and waits for the end of its job.
   *
   * @returns The id of the job.
   */
  finished(key?: string, parts?: readonly FormPart[]): Promise<string>
}

const keyed = (id: string, isTest = false, tier: AccountTier = 'scale'): Caller => ({
  tier,
  features: plans.scale.features,
  isKeyed: true,
  account: { id, keyId: `key_${id}`, isTest },
})

/** Callers by their keys. */
const callers: Readonly<Record<string, Caller>> = {
  mine: keyed('acc_mine'),
  theirs: keyed('acc_theirs'),
  poor: keyed('acc_poor'),
  test: keyed('acc_mine', true),
  small: keyed('acc_small', false, 'free'),
  reader: { ...keyed('acc_mine'), features: ['output_markdown', 'job_history'] },
}

export const findTestCaller = async (key: string): Promise<Caller | undefined> => callers[key]

export const as = (key: string): { 'x-api-key': string } => ({ 'x-api-key': key })

export const MAX_FILE_BYTES = 1024 * 1024

const html = '<title>Pages</title><h1>One</h1><p>Text of it.</p><table><tr><td>a<td>b</table>'
const document: FormPart = { filename: "Über 'a'.html", type: 'text/html', data: html }

export async function openQueueApp(kind: Kind): Promise<QueueApp> {
  const jobs = await openTestJobs(kind, { pollMs: 50 })
  for (const id of ['acc_mine', 'acc_theirs']) await jobs.addAccount(id, 'scale', 10_000)
  await jobs.addAccount('acc_poor', 'free', 9)
  await jobs.addAccount('acc_small', 'free', 1_000)
  const work = { converter: inProcess, folder: jobs.folder, slots: 2 }
  const running = startJobs(jobs, MAX_FILE_BYTES, work)
  const app = await openTestApp({ context: { jobs: running, findCaller: findTestCaller } })
  const submit: QueueApp['submit'] = (parts = [document], headers = as('mine')) => {
    const form = writeForm(parts)
    return app.inject({
      method: 'POST',
      url: '/v1/convert/jobs',
      payload: form.payload,
      headers: { ...form.headers, ...headers },
    })
  }
  const get: QueueApp['get'] = (url, headers = as('mine')) => app.inject({ url, headers })
  return {
    ...app,
    jobs,
    running,
    submit,
    get,
    finished: async (key = 'mine', parts) => {
      const { job_id: id } = (await submit(parts, as(key))).json()
      expect((await get(`/v1/jobs/${id}?wait=10`, as(key))).json().finished_at).not.toBeNull()
      return id
    },
    close: async () => {
      await running.stop(0)
      await app.close()
      await jobs.close()
    },
  }
}
