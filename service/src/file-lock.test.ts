import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lockFile } from './file-lock.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recto-lock-test-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** Starts a process that tries to lock the file, prints the outcome, and keeps running. */
async function startTaker(path: string): Promise<{ child: ChildProcess; hasIt: boolean }> {
  const module = JSON.stringify(join(import.meta.dirname, 'file-lock.ts'))
  const script = `import { lockFile } from ${module}
    globalThis.lock = lockFile(process.argv[1])
    process.stdout.write(lock ? 'locked' : 'busy')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script, path], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [word] = await once(child.stdout, 'data')
  return { child, hasIt: String(word) === 'locked' }
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

test('one of many processes gets the lock; when it is killed, another can get it', async () => {
  const path = join(folder, 'many')
  const takers = await Promise.all([1, 2, 3].map(() => startTaker(path)))
  const owners = takers.filter(({ hasIt }) => hasIt)
  expect(owners).toHaveLength(1)
  expect(lockFile(path)).toBeUndefined()
  for (const { child } of owners) await kill(child)
  const lock = lockFile(path)
  expect(lock).toBeDefined()
  lock?.[Symbol.dispose]()
  for (const { child, hasIt } of takers) if (!hasIt) await kill(child)
})

test('a process locks a file once, and again after releasing it; the file stays empty', async () => {
  const own = join(folder, 'own')
  const lock = lockFile(own)
  expect(lockFile(own)).toBeUndefined()
  lock?.[Symbol.dispose]()
  const again = lockFile(own)
  expect(again).toBeDefined()
  expect((await stat(own)).size).toBe(0)
  expect((await readdir(folder)).filter((name) => name.startsWith('own'))).toEqual(['own'])
  again?.[Symbol.dispose]()
})

test("a file that can't be locked causes an error", async () => {
  await writeFile(join(folder, 'text'), 'not empty, and no database')
  for (const path of [join(folder, 'text'), join(folder, 'none', 'x')]) {
    expect(() => lockFile(path)).toThrow()
  }
})
