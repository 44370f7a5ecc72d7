import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fillDataFolder } from '../../service/src/database/testing/test-database.ts'
import { describeStart } from './welcome.ts'

const main = join(import.meta.dirname, 'main.ts')
const url = 'http://127.0.0.1:3000'

test('the first start prints the address, the page, the reference, the key and a call, in this order', () => {
  const text = describeStart({ url, ownerLink: `${url}/account/owner#x`, key: 'rk_live_x' })
  const parts = [
    `Recto runs on  ${url}\n`,
    `Page           ${url}/account/owner#x  (signs you in`,
    `API reference  ${url}/docs/api\n`,
    '\n  export RECTO_KEY=rk_live_x\n',
    '\n  curl -H "Authorization: Bearer $RECTO_KEY"',
    `'${url}/v1/convert/jobs?wait=30'\n`,
  ]
  const offsets = parts.map((part) => text.indexOf(part))
  expect(offsets).not.toContain(-1)
  expect(offsets).toEqual(offsets.toSorted((a, b) => a - b))
  expect(text).toMatch(/^\n {2}Recto/)
})

test('a later start prints no key', () => {
  expect(describeStart({ url })).not.toContain('export')
})

// `script` of util-linux runs a command on a pseudo-terminal.
test.runIf(process.platform === 'linux' && existsSync('/usr/bin/script'))(
  'a terminal gets readable text, and the printed call works',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'recto-welcome-'))
    await fillDataFolder(join(folder, 'data'))
    const { RECTO_LOG_FORMAT: _, ...env } = process.env
    const command = `exec '${process.execPath}' '${main}' serve`
    const server = spawn('/usr/bin/script', ['-qec', command, '/dev/null'], {
      env: { ...env, PORT: '0', RECTO_DATA_DIR: join(folder, 'data'), RECTO_CONVERTERS: '1' },
      stdio: ['pipe', 'pipe', 'inherit'],
    })
    let said = ''
    server.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk
    })
    try {
      await expect.poll(() => said, { timeout: 60_000 }).toContain('Ctrl-C stops')
      expect(said).not.toContain('{"level"')
      expect(said).not.toContain('Warning')
      const [, key = ''] = /export RECTO_KEY=(\S+)/.exec(said) ?? []
      const [, path = '', address = ''] = /file=@(.+?)' '(http\S+?)'/.exec(said) ?? []
      const curl = spawn('curl', [
        ...['-sS', '-H', `Authorization: Bearer ${key}`, '-H', 'Accept: text/markdown'],
        ...['-F', `file=@${path}`, address],
      ])
      let answer = ''
      curl.stdout.setEncoding('utf8').on('data', (chunk: string) => {
        answer += chunk
      })
      await once(curl, 'close')
      expect(answer).toContain('# Nordwind Instruments')
      expect(answer).toContain('<th colspan="2">Measuring</th>')
    } finally {
      server.stdin.write('\u0003')
      await once(server, 'exit')
      await rm(folder, { recursive: true, force: true })
    }
  },
  120_000,
)
