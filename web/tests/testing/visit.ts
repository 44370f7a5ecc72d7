/** Opens pages in Chromium for the tests; console errors and third-party requests fail the test. */
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

const candidates = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
/** Path of Chromium; the tests are skipped without it. */
export const executablePath = candidates.find((path) => existsSync(path))
if (!executablePath) {
  process.stderr.write('page: there is no Chromium here; the tests of the page are skipped.\n')
}

/** Folder of screenshots, ignored by git. */
const pictures = join(import.meta.dirname, '..', '..', '..', 'screenshots')

export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
}

interface VisitOptions extends BrowserContextOptions {
  readonly url: string
  /** Other origins that the test may load. */
  readonly allowed?: readonly string[]
}

/**
 * Opens a page and runs a test on it.
 *
 * @throws {Error} For console errors and third-party requests.
 */
export async function visit(
  browser: Browser,
  { url, allowed = [], ...options }: VisitOptions,
  act: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    acceptDownloads: true,
    ...options,
  })
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  const faults: string[] = []
  const { origin } = new URL(url)
  page.on('console', (message) => {
    // Chromium logs every 4xx answer; tests cause them on purpose.
    const isAnswer = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isAnswer) faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(String(error.stack)))
  page.on('request', (request) => {
    const address = request.url()
    const isAllowed = [origin, ...allowed, 'blob:', 'data:'].some((each) =>
      address.startsWith(each),
    )
    if (!isAllowed) faults.push(address)
  })
  try {
    await page.goto(url)
    await act(page)
    if (faults.length > 0) throw new Error(`The page has faults:\n${faults.join('\n')}`)
  } catch (error) {
    await picture(page, 'failed').catch(() => {})
    throw error
  } finally {
    await context.close()
  }
}

export async function picture(page: Page, name: string): Promise<void> {
  mkdirSync(pictures, { recursive: true })
  await page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true })
}
