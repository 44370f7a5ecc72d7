import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commandOf, envOf, hasTool, makeFolder, type Runner, run } from './testing/run-code.ts'
import { freePort, type Server, startServer } from './testing/server.ts'

const root = join(import.meta.dirname, '..', '..')
const samples = join(root, 'web', 'src', 'samples')
const runners: Readonly<Record<string, Runner>> = {
  sh: 'bash',
  ts: 'node',
  js: 'node',
  python: 'python3',
}

interface Block {
  readonly guide: string
  readonly heading: string
  readonly runner: Runner
  readonly code: string
}

/** Reads the code blocks of a guide that this machine can run. */
function readBlocks(guide: string): readonly Block[] {
  const text = readFileSync(join(root, 'docs', guide), 'utf8')
  const parts = text.matchAll(/^#+ (?<heading>.*)$|^```(?<language>\w+)\n(?<code>[\s\S]*?)^```$/gm)
  let heading = ''
  return parts.toArray().flatMap(({ groups = {} }) => {
    heading = groups['heading'] ?? heading
    const runner = runners[groups['language'] ?? '']
    return runner ? [{ guide, heading, runner, code: groups['code'] ?? '' }] : []
  })
}

const guides = globSync('**/*.md', { cwd: join(root, 'docs') })

describe('the code of the guides', () => {
  const folder = makeFolder()
  let server: Server
  let env: Readonly<Record<string, string>>

  beforeAll(async () => {
    server = await startServer()
    const paper = join(samples, 'paper', 'two-column-paper.pdf')
    for (const name of ['handbook.pdf', 'report.pdf', 'paper.pdf', 'upload.pdf']) {
      copyFileSync(paper, join(folder, name))
    }
    mkdirSync(join(folder, 'documents', 'letters'), { recursive: true })
    copyFileSync(paper, join(folder, 'documents', 'a.pdf'))
    copyFileSync(
      join(samples, 'workbook', 'river-stations.xlsx'),
      join(folder, 'documents', 'letters', 'b.xlsx'),
    )
    env = { RECTO_URL: server.url, RECTO_KEY: server.makeKey() }
  }, 180_000)

  afterAll(async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  test.each(guides)('%s has no syntax error', async (guide) => {
    for (const { runner, code } of readBlocks(guide)) {
      if (runner === 'node') stripTypeScriptTypes(code)
      else if (runner === 'bash') {
        await run('bash', `bash -n <<'END_OF_EXAMPLE'\n${code}\nEND_OF_EXAMPLE`, { folder, env })
      } else if (hasTool.python3) {
        const literal = JSON.stringify(code)
        await run('python3', `import ast\nast.parse(${literal})`, { folder, env })
      }
    }
  })

  const recipes = readBlocks('cookbook.md')

  test('the recipes of the cookbook run, one after the other', async () => {
    for (const { heading, runner, code } of recipes) {
      // Buckets need an account; receivers run until they are stopped, so a separate test covers them.
      if (/bucket|receiver/.test(heading) || !hasTool[runner]) continue
      const wanted = code.replace('question = "pressure"', 'question = "reading"')
      const output = await run(runner, wanted, { folder, env })
      if (runner === 'python3') expect(output).toContain('[1]')
      if (heading === 'One call, one answer') expect(output).toContain('# Reading Order')
    }
    const log = readFileSync(join(folder, 'log.jsonl'), 'utf8').trim().split('\n')
    expect(log.map((line) => JSON.parse(line).status)).toEqual(['converted', 'converted'])
  }, 180_000)

  const receivers = recipes.filter(({ heading }) => /receiver/.test(heading))

  test.each(receivers)(
    'the webhook receiver for $runner accepts only signed events',
    async ({ runner, code }) => {
      if (!hasTool[runner]) return
      const key = Buffer.from('0123456789abcdef0123456789abcdef')
      const secret = `whsec_${key.toString('base64')}`
      const port = await freePort()
      const [command, args] = commandOf(runner, code, folder)
      const child = spawn(command, args, {
        env: envOf(folder, { RECTO_WEBHOOK_SECRET: secret, PORT: String(port) }),
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      try {
        const body = '{"job_id":"job_1","status":"succeeded","result":null,"error":null}'
        const at = Math.floor(Date.now() / 1_000)
        const headers = {
          'x-service-signature': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
          'webhook-id': 'msg_1',
          'webhook-timestamp': String(at),
          'webhook-signature': `v1,${createHmac('sha256', key).update(`msg_1.${at}.${body}`).digest('base64')}`,
        }
        const send = async (text: string): Promise<number> => {
          const url = `http://127.0.0.1:${port}/`
          return (await fetch(url, { method: 'POST', headers, body: text })).status
        }
        // With PYTHONUNBUFFERED, Python writes each word on its own, so a line may arrive in pieces.
        let said = ''
        child.stdout.on('data', (piece) => {
          said += piece
        })
        await expect.poll(() => send(body).catch(() => 0), { timeout: 20_000 }).toBe(204)
        await expect.poll(() => said, { timeout: 20_000 }).toContain('job_1 succeeded')
        expect(await send(body.replace('job_1', 'job_2'))).toBe(401)
      } finally {
        child.kill()
      }
    },
  )

  test('the library runs like its guide', async () => {
    const blocks = readBlocks('library.md').filter(({ runner }) => runner === 'node')
    const codeWith = (text: string): string =>
      blocks.find(({ code }) => code.includes(text))?.code ?? ''
    const prelude = `import { convert } from '@recto/engine'\nconst index = (text) => process.stdout.write(text)\n`
    await run('node', `${blocks[0]?.code}\nif (!markdown) throw new Error('empty')`, {
      folder,
      env,
    })
    expect(await run('node', `${prelude}${codeWith('toChunks')}`, { folder, env })).toContain(
      'A page is',
    )
    const upload = `import { readFile } from 'node:fs/promises'\nconst upload = await readFile('upload.pdf')\n`
    await run('node', `${upload}${codeWith('@recto/converter')}`, { folder, env })
  }, 60_000)
})
