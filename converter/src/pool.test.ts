import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PoolEvent } from './children.ts'
import { createPool, type Pool, type PoolConfig } from './pool.ts'
import type { Task } from './worker.ts'

const script = join(import.meta.dirname, 'testing', 'misbehaving-child.ts')
const soon = { deadlineMs: 15_000 }
let folder = ''
let pool: Pool | undefined
let events: PoolEvent[] = []

/** Shared by tests without special needs. Its children are small, so that they run out of memory soon. */
let shared: Pool

beforeAll(() => {
  shared = createPool({ size: 2, maxRssBytes: 150 * 1024 * 1024, script })
})
afterAll(() => shared.close())
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recto-pool-test-'))
  await writeFile(join(folder, 'input'), 'hello')
  events = []
})
afterEach(async () => {
  await pool?.close()
  pool = undefined
  await rm(folder, { recursive: true, force: true })
})

function start(more: PoolConfig = {}): Pool {
  const onEvent = (event: PoolEvent): unknown => events.push(event)
  pool = createPool({ size: 2, maxWaiting: 20, parentFolder: folder, script, onEvent, ...more })
  return pool
}

function task(mediaType: string, more: Partial<Task> = {}): Task {
  const inputPath = join(folder, 'input')
  return { inputPath, outputs: {}, mediaType, filename: 'input', profile: 'fast', ...more }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function until(condition: () => boolean, withinMs: number): Promise<boolean> {
  for (let waited = 0; waited < withinMs && !condition(); waited += 20) {
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  return condition()
}

test('a task reports progress, writes its outputs to their paths, and leaves nothing else', async () => {
  const stages: string[] = []
  const outputs = { markdown: join(folder, 'a.md'), json: join(folder, 'a.json') }
  const result = await start().convert(task('echo', { outputs }), {
    ...soon,
    onProgress: ({ stage }) => stages.push(stage),
  })
  expect(result).toMatchObject({ title: 'hello', pages: 1, bytes: { markdown: 5, json: 5 } })
  expect(stages).toEqual(['read'])
  expect(await readFile(outputs.markdown, 'utf8')).toBe('hello')
  await pool?.close()
  expect((await readdir(folder)).toSorted()).toEqual(['a.json', 'a.md', 'input'])
})

test.each([
  { behaviour: 'fail', code: 'password_protected', sentence: 'Protected.' },
  { behaviour: 'hang', code: 'timeout', deadlineMs: 500, sentence: 'took too long' },
  { behaviour: 'hangInCollector', code: 'timeout', deadlineMs: 500, sentence: 'took too long' },
  { behaviour: 'sleep', code: 'timeout', deadlineMs: 500, sentence: 'took too long' },
  { behaviour: 'exit', code: 'conversion_failed', sentence: 'the converter crashed' },
  { behaviour: 'crash', code: 'conversion_failed', sentence: 'the converter crashed' },
  { behaviour: 'kill', code: 'conversion_failed', sentence: 'the converter crashed' },
  { behaviour: 'throwLater', code: 'conversion_failed', sentence: 'the converter crashed' },
  { behaviour: 'garbage', code: 'conversion_failed', sentence: 'the converter crashed' },
  { behaviour: 'wrongMessage', code: 'conversion_failed', sentence: 'the converter crashed' },
  { behaviour: 'endlessLine', code: 'conversion_failed', sentence: 'the converter crashed' },
  { behaviour: 'heap', code: 'conversion_failed', sentence: 'too much memory' },
  { behaviour: 'offHeap', code: 'conversion_failed', sentence: '' },
])(
  'a child that does "$behaviour" fails its task with $code, and other tasks continue',
  async ({ behaviour, code, deadlineMs = 15_000, sentence }) => {
    const { convert, stats } = shared
    const bad = convert(task(behaviour), { deadlineMs })
    const others = Array.from({ length: 4 }, () => convert(task('echo'), soon))
    await expect(bad).rejects.toMatchObject({ code, message: expect.stringContaining(sentence) })
    expect(await Promise.all(others)).toHaveLength(4)
    expect(await convert(task('echo'), soon)).toMatchObject({ title: 'hello' })
    expect(await until(() => stats().alive === 2, 5_000)).toBe(true)
  },
)

test('a child that hangs is killed soon after its deadline', async () => {
  const { convert } = start({ size: 1 })
  const { title } = await convert(task('pid'), soon)
  const begin = performance.now()
  await expect(convert(task('hang'), { deadlineMs: 300 })).rejects.toMatchObject({
    code: 'timeout',
  })
  expect(performance.now() - begin).toBeLessThan(1_500)
  expect(isAlive(Number(title))).toBe(false)
})

test.each([0, 1, 3, 10])('a task survives a child that died %i ms before', async (ms) => {
  const { convert } = start({ size: 1 })
  const { title } = await convert(task('pid'), soon)
  process.kill(Number(title), 'SIGKILL')
  await new Promise((resolve) => setTimeout(resolve, ms))
  expect(await convert(task('echo'), soon)).toMatchObject({ title: 'hello' })
})

test('a task fails after a limited number of children that end before it begins', async () => {
  const failed = shared.convert(task('dieUnstarted'), soon)
  await expect(failed).rejects.toMatchObject({ code: 'conversion_failed' })
})

test('ignores an answer for another task', async () => {
  expect(await shared.convert(task('answersForAnother'), soon)).toMatchObject({ title: 'yours' })
})

test.each([
  { name: 'an output that the child did not write', behaviour: 'withoutOutput' },
  { name: 'a missing input', behaviour: 'echo', inputPath: '/no/such/file' },
])('reports $name as an internal failure', async ({ behaviour, ...more }) => {
  const outputs = { markdown: join(folder, 'a.md') }
  const failed = shared.convert(task(behaviour, { outputs, ...more }), soon)
  await expect(failed).rejects.toMatchObject({ code: 'internal' })
  expect(existsSync(outputs.markdown)).toBe(false)
})

test('a child without disk space fails with a store error, not a document error', async () => {
  const failed = shared.convert(task('writeOnFullDisk'), soon)
  await expect(failed).rejects.toMatchObject({ code: 'internal', cause: { code: 'ENOSPC' } })
})

test('refuses tasks beyond the limit, and tasks that wait too long', async () => {
  const { convert, ready } = start({ size: 1, maxWaiting: 2 })
  await ready
  const controller = new AbortController()
  const first = convert(task('sleep'), { ...soon, signal: controller.signal })
  const second = convert(task('echo'), soon)
  const third = convert(task('echo'), { ...soon, maxWaitMs: 50 })
  await expect(convert(task('echo'), soon)).rejects.toMatchObject({ reason: 'busy' })
  await expect(third).rejects.toMatchObject({ reason: 'busy' })
  controller.abort()
  await expect(first).rejects.toMatchObject({ code: 'cancelled' })
  expect(await second).toMatchObject({ title: 'hello' })
})

test('a cancelled task frees its child, even from a busy loop; a waiting one leaves the queue', async () => {
  const { convert, stats } = start({ size: 1 })
  const controller = new AbortController()
  const options = { ...soon, signal: controller.signal }
  const running = convert(task('hang'), options)
  const waiting = convert(task('hang'), options)
  setTimeout(() => controller.abort(), 300)
  await expect(running).rejects.toMatchObject({ code: 'cancelled' })
  await expect(waiting).rejects.toMatchObject({ code: 'cancelled' })
  expect(stats().waiting).toBe(0)
  await expect(convert(task('echo'), options)).rejects.toMatchObject({ code: 'cancelled' })
  expect(await convert(task('echo'), soon)).toMatchObject({ title: 'hello' })
})

test('a child can access only its folder and its code, and inherits no environment', async () => {
  const { title = '' } = await shared.convert(task('rights'), soon)
  expect(JSON.parse(title)).toEqual({
    readOutside: 'denied',
    writeOutside: 'denied',
    link: 'denied',
    process: 'denied',
    thread: 'denied',
    evaluate: 'denied',
    environment: expect.not.arrayContaining(['HOME']),
    network: 'EPERM',
  })
})

test('a task does not see files of the previous one', async () => {
  const { convert } = start({ size: 1 })
  await convert(task('litter'), soon)
  expect(await convert(task('files'), soon)).toMatchObject({ title: 'denied' })
})

test('children start on demand if not all are needed at once', async () => {
  const { convert, ready, stats } = start({ size: 3, sizeAtStart: 1 })
  await ready
  await convert(task('echo'), soon)
  expect([stats().alive, events.length]).toEqual([1, 1])
  await Promise.all(
    ['echo', 'echo', 'echo', 'echo', 'echo'].map((name) => convert(task(name), soon)),
  )
  expect(await until(() => stats().alive === 3, 10_000)).toBe(true)
  expect(events.filter(({ type }) => type === 'ready')).toHaveLength(3)
})

test('without spare children, one starts for a task and ends when no other task follows', async () => {
  const own = start({ sizeAtStart: 0, idleMs: 300 })
  await new Promise((resolve) => setTimeout(resolve, 200))
  expect([own.stats().alive, events]).toEqual([0, []])
  const both = [own.convert(task('echo'), soon), own.convert(task('echo'), soon)]
  expect(await Promise.all(both)).toHaveLength(2)
  expect(await until(() => own.stats().alive === 0, 10_000)).toBe(true)
  expect(await own.convert(task('echo'), soon)).toMatchObject({ title: 'hello' })
  expect(events.filter(({ type }) => type === 'ended' || type === 'failing')).toEqual([])
})

test('replaces old children', async () => {
  const { convert } = start({ size: 1, recycleAfter: 2 })
  const pids = new Set<string | undefined>()
  for (let count = 0; count < 5; count += 1) pids.add((await convert(task('pid'), soon)).title)
  expect(pids.size).toBe(3)
  expect(events.filter(({ type }) => type === 'recycled')).toHaveLength(2)
  expect(events.filter(({ type }) => type === 'ended')).toEqual([])
})

test('children that never start cause an error, without endless restarts', async () => {
  const { convert, ready } = start({ size: 2, script: join(import.meta.dirname, 'no-child.ts') })
  await expect(convert(task('echo'), soon)).rejects.toMatchObject({ reason: 'unavailable' })
  await expect(ready).rejects.toMatchObject({ reason: 'unavailable' })
  await expect(convert(task('echo'), soon)).rejects.toMatchObject({ reason: 'unavailable' })
  expect(events.filter(({ type }) => type === 'ended').length).toBeLessThan(10)
})

test('close ends all tasks, processes and files', async () => {
  const { convert, close, ready } = start()
  await ready
  const results = ['hang', 'sleep', 'echo', 'echo'].map((name) => convert(task(name), soon))
  const settled = Promise.allSettled(results)
  await close()
  expect((await settled).map(({ status }) => status)).toContain('rejected')
  await expect(results[0]).rejects.toMatchObject({ reason: 'closed' })
  await expect(convert(task('echo'), soon)).rejects.toMatchObject({ reason: 'closed' })
  expect(await readdir(folder)).toEqual(['input'])
})

test('children end with a killed server, even those in a busy loop', async () => {
  const script = join(import.meta.dirname, 'testing', 'pool-owner.ts')
  const owner = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [line] = await once(owner.stdout.setEncoding('utf8'), 'data')
  const pids = String(line).trim().split(' ').map(Number)
  expect(pids.map(isAlive)).toEqual([true, true])
  owner.kill('SIGKILL')
  expect(await until(() => !pids.some(isAlive), 3_000)).toBe(true)
})

test.runIf(process.platform === 'linux')('no ended child remains as a zombie', async () => {
  const isZombie = (pid: string): boolean => {
    try {
      const [state, parent] =
        readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? []
      return state === 'Z' && parent === String(process.pid)
    } catch {
      return false
    }
  }
  expect(readdirSync('/proc').filter(isZombie)).toEqual([])
})
