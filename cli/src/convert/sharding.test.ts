/**
 * Tests several processes over one list of files, as on the machines of a cluster: each converts its share of the
 * lines.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { main } from '../testing/command.ts'

const SHARES = 3
const FILES = 30
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'recto-shares-'))
  const paths = Array.from({ length: FILES }, (_, index) => `in/${index % 4}/${index}.txt`)
  for (const path of paths) {
    await mkdir(join(folder, path, '..'), { recursive: true })
    await writeFile(join(folder, path), `Text of ${path}.`)
  }
  await writeFile(join(folder, 'list'), `${paths.join('\n')}\n`)
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** The command line of docs/scaling.md, with one document at a time. */
function start(share: number) {
  const recto = `"${process.execPath}" "${main}" convert --files-from - -o out --skip-existing --json-lines -j 1 -q`
  const line = `awk -v n=${SHARES} -v i=$JOB_COMPLETION_INDEX 'NR % n == i' list | exec ${recto}`
  const env = { ...process.env, JOB_COMPLETION_INDEX: String(share) }
  const child = spawn('bash', ['-c', line], { cwd: folder, env, detached: true })
  let lines = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    lines += text
  })
  return { child, ended: once(child, 'close'), lines: () => lines }
}

test('converts each file once, and a killed share continues where it stopped', async () => {
  const [killed, ...others] = Array.from({ length: SHARES }, (_, share) => start(share))
  if (!killed) throw new Error('nothing was started')
  await once(killed.child.stdout, 'data')
  process.kill(-(killed.child.pid ?? 0), 'SIGKILL')
  await Promise.all([killed.ended, ...others.map(({ ended }) => ended)])
  const again = start(0)
  await again.ended
  const all = [killed, ...others, again]
    .flatMap(({ lines }) => lines().split('\n'))
    .filter((line) => line.endsWith('}'))
    .map((line) => JSON.parse(line) as { input: string; status: string })
  const converted = all.filter(({ status }) => status === 'converted')
  expect(new Set(all.map(({ input }) => input)).size).toBe(FILES)
  expect(all.some(({ status }) => status === 'failed')).toBe(false)
  // The killed process may have written a last file without reporting it; the second run skips that file.
  expect(new Set(converted.map(({ input }) => input)).size).toBe(converted.length)
  const outputs = (await readdir(join(folder, 'out'), { recursive: true })).filter((path) => {
    return path.endsWith('.md')
  })
  expect(outputs).toHaveLength(FILES)
  expect(await readFile(join(folder, 'out/in/1/5.md'), 'utf8')).toBe('Text of in/1/5.txt.\n')
}, 120_000)
