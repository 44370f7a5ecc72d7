/**
 * Runs a service of several processes to measure: PostgreSQL, a store, a web process, accounts, and workers started on
 * demand.
 */
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Environment, makeKey, type Server, startServer } from '../../tools/service-process.ts'
import { type Database, migrations, openDatabase } from '../src/database/index.ts'
import { createServerDatabase } from '../src/database/testing/test-database.ts'
import { createLog } from '../src/log.ts'
import { credentials, startFakeS3 } from '../src/store/testing/fake-s3.ts'

const WEB_PORT = 28_950
const ACCOUNTS = 4
const SUBMITTERS = 8

export interface Bench {
  readonly db: Database['db']
  /** Submits a file; jobs of test keys convert nothing. */
  submit(file: File, count: number, isTest: boolean): Promise<void>
  /** @param joinPath File by which the worker joins a control group. */
  startWorker(index: number, slots: number, joinPath?: string): Promise<Server>
}

export async function onService<Result>(
  measure: (bench: Bench) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'recto-scaling-'))
  const database = await createServerDatabase()
  const store = await startFakeS3()
  const environment = {
    DATABASE_URL: database.url.href,
    RECTO_DATA_DIR: folder,
    RECTO_LOG_LEVEL: 'error',
    RECTO_SECRET_KEY: randomBytes(32).toString('base64'),
    RECTO_STORAGE_URL: `s3://scaling?endpoint=${store.url}&region=eu-test-1`,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  }
  const web = await startServer(WEB_PORT, environment, 'web')
  const location = { type: 'postgres', url: database.url.href, connections: 1 } as const
  const { db, close } = await openDatabase(location, migrations, createLog('silent'), {
    migrates: false,
  })
  try {
    const keys = await makeKeys(environment)
    return await measure({
      db,
      submit: (file, count, isTest) => submit(web.url, isTest ? keys.test : keys.live, file, count),
      startWorker: (index, slots, joinPath) => {
        const env = { ...environment, RECTO_WORKERS: String(slots) }
        const options = joinPath === undefined ? {} : { joinPath }
        return startServer(WEB_PORT + 1 + index, env, 'worker', options)
      },
    })
  } finally {
    await close()
    await web.stop()
    await store.close()
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function makeKeys(environment: Environment): Promise<Record<'live' | 'test', string[]>> {
  const keys = { live: [] as string[], test: [] as string[] }
  for (let index = 0; index < ACCOUNTS; index += 1) {
    const email = `own${index}@example.org`
    const tier = ['--tier', 'self_hosted']
    keys.live.push(await makeKey(environment, email, tier))
    keys.test.push(await makeKey(environment, email, [...tier, '--test']))
  }
  return keys
}

async function submit(
  url: string,
  keys: readonly string[],
  file: File,
  count: number,
): Promise<void> {
  let begun = 0
  const submitters = Array.from({ length: SUBMITTERS }, async () => {
    while (begun < count) {
      const key = keys[begun % keys.length] ?? ''
      begun += 1
      const body = new FormData()
      body.set('file', file)
      const init = { method: 'POST', body, headers: { 'x-api-key': key } }
      const answer = await fetch(`${url}/v1/convert/jobs`, init)
      if (!answer.ok) throw new Error(`A submission was answered with ${answer.status}.`)
    }
  })
  await Promise.all(submitters)
}
