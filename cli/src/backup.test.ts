/** Tests the backup commands: with a running server, and restoring into an empty folder. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillDataFolder } from '../../service/src/database/testing/test-database.ts'
import { main, makeFolder, recto } from './testing/command.ts'

let folder = ''
beforeAll(async () => {
  folder = await makeFolder()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test('backs up a running server and restores into an empty folder', async () => {
  const at = (name: string) => ({ cwd: folder, env: { RECTO_DATA_DIR: join(folder, name) } })
  await fillDataFolder(join(folder, 'first'))
  const env = { ...process.env, PORT: '0', RECTO_DATA_DIR: join(folder, 'first') }
  const server = spawn(process.execPath, [main, 'serve'], { cwd: folder, env })
  let said = ''
  server.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    said += chunk
  })
  await expect.poll(() => said, { timeout: 60_000 }).toContain('recto: listening on')
  const create = ['keys', 'create', '--email', 'a@b.c', '--tier', 'scale', '--json']
  const { key_id: id } = JSON.parse((await recto(create, at('first'))).stdout)
  const made = await recto(['backup', 'recto.tar.gz'], at('first'))
  expect(made).toMatchObject({ code: 0, stderr: '' })
  expect(made.stdout).toMatch(/^backup: .*recto\.tar\.gz\nrows: \d+\nfiles: 0\n/)
  expect(made.stdout).toContain('secret_key: in the backup')
  expect(await recto(['restore', 'recto.tar.gz'], at('first'))).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('is in use by another server'),
  })
  server.kill('SIGTERM')
  await once(server, 'exit')

  await fillDataFolder(join(folder, 'second'))
  const restored = await recto(['restore', 'recto.tar.gz', '--json'], at('second'))
  expect(restored).toMatchObject({ code: 0, stderr: '' })
  expect(JSON.parse(restored.stdout)).toMatchObject({ files: 0, rows: expect.any(Number) })
  expect((await recto(['keys', 'list'], at('second'))).stdout).toContain(id)
  const key = (name: string) => readFile(join(folder, name, 'secret.key'), 'utf8')
  expect(await key('second')).toBe(await key('first'))
  expect((await readdir(folder)).filter((name) => name.includes('unfinished'))).toEqual([])
  expect(await recto(['restore', 'recto.tar.gz'], at('second'))).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Use --force'),
  })
}, 120_000)

test.each([
  { args: ['backup'], says: 'The path of the backup is missing' },
  { args: ['backup', 'a', 'b'], says: 'Unexpected arguments: "b"' },
  { args: ['backup', 'a', '--force'], says: 'no option --force' },
  { args: ['restore', 'none.tar'], says: 'does not exist' },
])('rejects $args with a message', async ({ args, says }) => {
  const { code, stderr } = await recto(args, { cwd: folder })
  expect(code).toBe(2)
  expect(stderr).toContain(says)
})
