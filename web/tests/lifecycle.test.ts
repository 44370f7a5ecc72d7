import { createServer, type Server as HttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type FakeStripe,
  sign,
  startFakeStripe,
} from '../../service/src/payments/testing/fake-stripe.ts'
import { audit } from './testing/audit.ts'
import { signIn } from './testing/sign-in.ts'
import { useStage } from './testing/stage.ts'
import { executablePath, picture, visit } from './testing/visit.ts'

const CHECKOUT = 'https://checkout.stripe.com'

describe.skipIf(!executablePath)('accounts of a paid instance', () => {
  let stripe: FakeStripe
  let receiver: HttpServer
  let answers: number[] = []
  const stage = useStage(async () => {
    stripe = await startFakeStripe()
    const { secretKey, webhookSecret, apiUrl, prices } = stripe.config
    return {
      env: {
        RECTO_WEBHOOK_ALLOW: '127.0.0.1:*',
        STRIPE_SECRET_KEY: secretKey,
        STRIPE_WEBHOOK_SECRET: webhookSecret,
        STRIPE_PRICE_ESSENTIAL: prices.essential,
        STRIPE_PRICE_SCALE: prices.scale,
        STRIPE_API_URL: apiUrl,
      },
    }
  })
  beforeAll(() => {
    receiver = createServer((request, response) => {
      request.resume().on('end', () => response.writeHead(answers.shift() ?? 200).end())
    }).listen(0, '127.0.0.1')
  })
  afterAll(() => {
    receiver.close()
    stripe.close()
  })

  /**
   * Submits a text with a webhook, as the page of the session.
   *
   * @returns The id of the job.
   */
  function submit(page: Page, wait = 30): Promise<string> {
    const { port } = receiver.address() as AddressInfo
    const given = { wait, webhook: `http://127.0.0.1:${port}/hook` }
    return page.evaluate(async (own) => {
      const form = new FormData()
      form.append('file', new File(['# A note'], 'note.txt', { type: 'text/plain' }))
      form.append('webhook_url', own.webhook)
      const headers = { 'x-recto-page': '1' }
      const url = new URL(`v1/convert/jobs?wait=${own.wait}`, document.baseURI)
      const answer = await fetch(url, { method: 'POST', headers, body: form })
      const { job_id } = await answer.json()
      return job_id
    }, given)
  }

  test("shows a waiting job's position, and cancels it after a confirmation", async () => {
    await visit(stage.browser, { url: `${stage.server.url}/account` }, async (page) => {
      await signIn(page, stage.server, 'waits@example.com')
      stage.server.pauseQueue(true)
      const first = await submit(page, 0)
      const second = await submit(page, 0)
      await page.goto(`${stage.server.url}/jobs/${second}`)
      await page.getByText('Place 2 in the queue').waitFor()
      await picture(page, 'place-in-queue')
      await page.goto(`${stage.server.url}/jobs/${first}`)
      await page.getByText('Place 1 in the queue').waitFor()
      await page.getByRole('button', { name: 'Cancel the job' }).click()
      await page.getByText('The document is deleted and the credits are refunded.').waitFor()
      const dialog = page.getByRole('dialog').or(page.getByRole('alertdialog'))
      await dialog.getByRole('button', { name: 'Cancel the job' }).click()
      await page.getByRole('heading', { name: 'The job was cancelled' }).waitFor()
      await picture(page, 'cancelled')
      // The next job moves up, and runs when workers claim jobs again.
      await page.goto(`${stage.server.url}/jobs/${second}`)
      await page.getByText('Place 1 in the queue').waitFor()
      stage.server.pauseQueue(false)
      await page.getByRole('heading', { name: 'A note' }).waitFor()
      expect(await page.evaluate(audit)).toEqual([])
    })
  })

  test('resends a refused webhook, and shows both attempts', async () => {
    answers = [410, 200]
    await visit(stage.browser, { url: `${stage.server.url}/account` }, async (page) => {
      await signIn(page, stage.server, 'webhook@example.com')
      const job = await submit(page)
      await page.goto(`${stage.server.url}/jobs/${job}`)
      await page.getByText('Attempt 1').getByText('410').or(page.getByText(': 410')).waitFor()
      await page.getByRole('button', { name: 'Send it again' }).click()
      await page.getByText(': 200').waitFor()
      await page.getByText('delivered', { exact: true }).waitFor()
      expect(await page.evaluate(audit)).toEqual([])
      await picture(page, 'redelivered')
    })
  })

  test('buys a plan at the payment provider, and shows it', async () => {
    const options = { url: `${stage.server.url}/account`, allowed: [CHECKOUT] }
    await visit(stage.browser, options, async (page) => {
      await page.route(`${CHECKOUT}/**`, (route) =>
        route.fulfill({ contentType: 'text/html', body: '<title>Pay</title><h1>Pay</h1>' }),
      )
      await signIn(page, stage.server, 'buyer@example.com')
      await page.goto(`${stage.server.url}/account`)
      await page.getByText('20 €').waitFor()
      expect(await page.evaluate(audit)).toEqual([])
      await picture(page, 'plans')
      await page.getByRole('button', { name: 'Change to Essential' }).click()
      await page.waitForURL(`${CHECKOUT}/**`)
      await page.goto(`${stage.server.url}/account`)
      const { account } = await page.evaluate(async () => {
        const headers = { 'x-recto-page': '1' }
        return (await fetch(new URL('account/session', document.baseURI), { headers })).json()
      })
      stripe.subscribe(account.id, 'essential')
      for (const body of stripe.events) {
        const headers = { 'stripe-signature': sign(body), 'content-type': 'application/json' }
        const url = `${stage.server.url}/payments/stripe`
        expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(200)
      }
      await page.reload()
      await page.getByRole('heading', { name: 'Essential yours' }).waitFor()
      await picture(page, 'plan-bought')
      await page.getByRole('button', { name: 'Invoices and changes' }).click()
      await page.waitForURL(`${CHECKOUT}/billing_portal`)
    })
  })

  test('the operator suspends an account, which is notified, and resumes it', async () => {
    const { server, browser } = stage
    const email = 'suspended@example.com'
    await visit(browser, { url: `${server.url}/account` }, async (page) => {
      await signIn(page, server, email)
      await visit(browser, { url: server.ownerLink() }, async (operator) => {
        await operator.getByRole('link', { name: 'Operator' }).click()
        await operator.getByRole('button', { name: `Suspend ${email}` }).click()
        await operator.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
        await operator.getByRole('cell', { name: 'suspended', exact: true }).waitFor()
        expect(await operator.evaluate(audit)).toEqual([])
        await picture(operator, 'operator-suspended')
        await page.goto(`${server.url}/account`)
        await page.getByRole('alert').getByText('This account is suspended').waitFor()
        await picture(page, 'account-suspended')
        await operator.getByRole('button', { name: `Resume ${email}` }).click()
        await operator.getByRole('button', { name: `Suspend ${email}` }).waitFor()
      })
      await page.reload()
      await page.getByText('Credits', { exact: true }).first().waitFor()
      expect(await page.getByRole('alert').count()).toBe(0)
    })
  })

  test('deletes an account only after its name is typed, and ends its keys', async () => {
    const email = 'leaver@example.com'
    await visit(stage.browser, { url: `${stage.server.url}/account` }, async (page) => {
      await signIn(page, stage.server, email)
      await page.getByRole('link', { name: 'Keys' }).click()
      await page.getByLabel('Name').fill('laptop')
      await page.getByRole('button', { name: 'Make a key' }).click()
      const key = (await page.locator('.secret').textContent()) ?? ''
      await page.goto(`${stage.server.url}/account`)
      await page.getByRole('button', { name: 'Delete the account' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel(/^Type/).fill('somebody else')
      await dialog.getByRole('button', { name: 'Delete the account' }).click()
      await dialog.getByRole('alert').waitFor()
      await picture(page, 'account-delete')
      await dialog.getByLabel(/^Type/).fill(email)
      await dialog.getByRole('button', { name: 'Delete the account' }).click()
      await page.getByText('The account is deleted').waitFor()
      await picture(page, 'account-deleted')
      const headers = { 'x-api-key': key }
      expect((await fetch(`${stage.server.url}/v1/me`, { headers })).status).toBe(401)
    })
  })
})
