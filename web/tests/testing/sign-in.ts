/** Signs in by mail, as a person does. */
import type { Page } from 'playwright-core'
import type { Server } from './server.ts'

export async function signIn(page: Page, server: Server, email: string): Promise<void> {
  await page.goto(`${server.url}/account`)
  await page.getByLabel('Mail address').fill(email)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await page.getByText('Check your mail').waitFor()
  // The requesting browser is signed in without a click.
  await page.goto(await server.linkTo(email))
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
}
