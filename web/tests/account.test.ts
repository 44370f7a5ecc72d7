import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { audit } from './testing/audit.ts'
import { useStage } from './testing/stage.ts'
import { executablePath, picture, visit } from './testing/visit.ts'

const statement = join(import.meta.dirname, '../src/samples/statement/income-statement.pdf')

describe.skipIf(!executablePath)('accounts on the page', () => {
  const stage = useStage()

  test('signs in by mail, makes a key, revokes it, and signs out', async () => {
    const email = 'ada@example.com'
    await visit(stage.browser, { url: `${stage.server.url}/keys` }, async (page) => {
      await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
      await page.getByLabel('Mail address').fill('nobody')
      await page.getByRole('button', { name: 'Send me a link' }).click()
      await page.getByRole('alert').getByText('not a mail address').waitFor()
      await page.getByLabel('Mail address').fill(email)
      await page.getByRole('button', { name: 'Send me a link' }).click()
      await page.getByText('Check your mail').waitFor()
      // The requesting browser is signed in without a click.
      await page.goto(await stage.server.linkTo(email))
      await page.getByRole('link', { name: 'Keys' }).click()
      await page.getByText('No keys yet').waitFor()
      await page.getByLabel('Name').fill('laptop')
      await page.getByRole('button', { name: 'Make a key' }).click()
      const key = await page.locator('.secret').textContent()
      const headers = { 'x-api-key': key ?? '' }
      const me = await fetch(`${stage.server.url}/v1/me`, { headers })
      expect(await me.json()).toMatchObject({ is_keyed: true, tier: 'free' })
      expect(await page.evaluate(audit)).toEqual([])
      await picture(page, 'keys')
      await page.getByRole('button', { name: 'Revoke laptop' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
      await page.getByRole('cell', { name: 'revoked' }).waitFor()
      expect((await fetch(`${stage.server.url}/v1/me`, { headers })).status).toBe(401)
      await page.getByRole('link', { name: 'Usage' }).click()
      await page.getByText('Credits of the period').waitFor()
      expect(await page.getByRole('link', { name: 'Operator' }).count()).toBe(0)
      expect(await page.getByText('€').count()).toBe(0)
      await page.getByRole('button', { name: 'Sign out' }).click()
      await page.getByRole('link', { name: 'Sign in' }).first().waitFor()
    })
  })

  test('signs the owner in by a link, converts in the queue, and shows the instance', async () => {
    const link = stage.server.ownerLink()
    await visit(stage.browser, { url: link }, async (page) => {
      await page.getByText('Or take a sample').waitFor()
      await page.locator('input[type=file]').setInputFiles(statement)
      await page.waitForURL(/\/jobs\/job_/)
      const box = page.getByRole('button', { name: 'Heading: Outlook' })
      await box.waitFor({ timeout: 90_000 })
      await page.getByRole('img', { name: 'Page 1' }).waitFor()
      await page.reload()
      await box.click()
      await page.locator('.prose .level-2.chosen').waitFor()
      expect(await page.evaluate(audit)).toEqual([])
      await picture(page, 'job')
      const archive = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download zip' }).click()
      expect((await archive).suggestedFilename()).toBe('income-statement.zip')
      await page.getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await page.getByText('The result was deleted').waitFor()
      await page.getByRole('link', { name: 'Jobs' }).click()
      await page.getByRole('cell', { name: 'succeeded' }).waitFor()
      await page.getByRole('button', { name: 'failed' }).click()
      await page.getByText('No job is failed').waitFor()
      await page.getByRole('link', { name: 'Operator' }).click()
      await page
        .getByText('database, store and converters')
        .or(page.getByText('Walls around'))
        .waitFor()
      expect(await page.evaluate(audit)).toEqual([])
      await picture(page, 'operator')
      await page.getByRole('link', { name: 'Owner' }).click()
      await page.getByText('This plan does not count credits').waitFor()
      await page.goto(link)
      await page.getByText('no longer works').first().waitFor()
    })
  })

  test('finds guides by a word, follows their links, and lists every call in the reference', async () => {
    await visit(stage.browser, { url: `${stage.server.url}/docs` }, async (page) => {
      await page.getByLabel('Search the guides').fill('HMAC')
      await page.getByRole('list', { name: 'Guides found' }).getByRole('link').first().click()
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.goto(`${stage.server.url}/docs/deploy`)
      await page.getByRole('link', { name: 'proxy', exact: true }).click()
      expect(page.url()).toContain('/docs/deploy#behind-a-proxy')
      await expect
        .poll(() => page.evaluate(() => Math.round(window.scrollY)))
        .toBeGreaterThan(1_000)
      await page.getByRole('link', { name: 'API reference' }).first().click()
      const { paths } = await (await fetch(`${stage.server.url}/openapi.json`)).json()
      await page.getByRole('heading', { name: 'Convert a document' }).waitFor()
      const calls = Object.values<object>(paths).flatMap((methods) => Object.keys(methods))
      expect(await page.locator('.operation').count()).toBe(
        calls.filter((each) => each !== 'head').length,
      )
    })
  })
})
