/** Tests the hook that checks commit messages. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const hook = join(import.meta.dirname, '..', '.githooks', 'commit-msg')
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recto-commit-'))
})
afterAll(() => rm(folder, { recursive: true }))

test.each([
  {
    name: 'a subject and a body',
    message: 'Queue: ends in batches\n\nOne statement each.',
    status: 0,
  },
  { name: '72 characters beyond ASCII', message: 'ü'.repeat(72), status: 0 },
  { name: '73 characters', message: 'a'.repeat(73), status: 1 },
  { name: 'a long subject that Git generated', message: `Revert "${'a'.repeat(72)}"`, status: 0 },
  { name: 'a body without an empty line before it', message: 'Queue: ends\nOne more.', status: 1 },
  {
    name: 'the comment that Git shows in the editor',
    message: 'Queue: ends\n# Please enter',
    status: 0,
  },
])('commit-msg: $name', ({ message, status }) => {
  const path = join(folder, 'message')
  writeFileSync(path, message)
  expect(spawnSync('sh', [hook, path], { env: { ...process.env, LC_ALL: 'C' } }).status).toBe(
    status,
  )
})
