import { copyFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasTool, makeFolder, type Runner, run } from './testing/run-code.ts'
import { useStage } from './testing/stage.ts'
import { executablePath, visit } from './testing/visit.ts'

const report = join(import.meta.dirname, '../src/samples/statement/income-statement.pdf')
const languages = { curl: 'bash', TypeScript: 'node', Python: 'python3' } as const
type Language = keyof typeof languages

interface Example {
  readonly id: string
  readonly language: Language
  readonly code: string
}

describe.skipIf(!executablePath)('the examples of the API reference', () => {
  const folder = makeFolder()
  const stage = useStage(async () => ({ env: { RECTO_WEBHOOK_ALLOW: '127.0.0.1:*' } }))
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => response.end())
  })
  let key: string
  let examples: readonly Example[]

  beforeAll(async () => {
    copyFileSync(report, join(folder, 'report.pdf'))
    receiver.listen(0, '127.0.0.1')
    await visit(stage.browser, { url: stage.server.ownerLink() }, async (page) => {
      await page.getByRole('link', { name: 'Keys' }).click()
      await page.getByLabel('Name').fill('examples')
      await page.getByRole('button', { name: 'Make a key' }).click()
      key = (await page.locator('.secret').textContent()) ?? ''
      await page.goto(`${stage.server.url}/docs/api`)
      await page.locator('.operation').first().waitFor()
      const cards = await page.locator('.operation').all()
      const found: Example[] = []
      for (const card of cards) {
        const id = (await card.getAttribute('id')) ?? ''
        for (const language of Object.keys(languages) as Language[]) {
          await card.getByRole('tab', { name: language }).click()
          found.push({ id, language, code: (await card.locator('pre').textContent()) ?? '' })
        }
      }
      examples = found
    })
  }, 180_000)

  afterAll(() => {
    receiver.close()
    rmSync(folder, { recursive: true, force: true })
  })

  /**
   * Submits a job that ends at once, with page images and a webhook.
   *
   * @returns Its id.
   */
  async function makeJob(): Promise<string> {
    const { port } = receiver.address() as AddressInfo
    const code = `curl -s '${stage.server.url}/v1/convert/jobs?wait=60' -H "X-API-Key: $RECTO_KEY" -F 'file=@report.pdf;type=application/pdf' -F previews=on -F webhook_url=http://127.0.0.1:${port}/`
    const { job_id } = JSON.parse(await run('bash', code, { folder, env: { RECTO_KEY: key } }))
    const headers = { 'x-api-key': key }
    const url = `${stage.server.url}/v1/jobs/${job_id}/deliveries`
    // A running webhook can't be sent again.
    await expect
      .poll(async () => (await (await fetch(url, { headers })).json()).status, { timeout: 20_000 })
      .toBe('delivered')
    return job_id
  }

  test.each(Object.keys(languages) as Language[])(
    'every call runs like its %s example',
    async (language) => {
      const runner: Runner = languages[language]
      if (!hasTool[runner]) return
      const own = examples.filter((each) => each.language === language)
      expect(own.length).toBeGreaterThan(10)
      let job = await makeJob()
      for (const { id, code } of own.toSorted((a) => (a.id === 'deleteJob' ? 1 : -1))) {
        const output = await run(runner, code, { folder, env: { RECTO_KEY: key, JOB: job } })
        expect(output.length, id).toBeGreaterThan(id === 'deleteJob' ? -1 : 0)
        if (id === 'redeliver') job = await makeJob()
      }
    },
    180_000,
  )
})
