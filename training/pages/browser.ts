/** Prints HTML as PDF through Debian's Chromium; one browser for many documents. */
import { existsSync } from 'node:fs'
import { type Browser, chromium, type Page } from 'playwright-core'

const executables = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

interface Tags {
  readonly tagged: boolean
  readonly outline: boolean
}

export interface Printer {
  readonly print: (html: string, tags: Tags) => Promise<Buffer>
  readonly close: () => Promise<void>
}

/** The browser leaks some memory with every document, so it is restarted regularly. */
const documentsPerBrowser = 200

export async function createPrinter(): Promise<Printer> {
  const executablePath = executables.find((path) => existsSync(path))
  if (!executablePath) throw new Error('Chromium is missing: apt-get install chromium')
  const state: { browser?: Browser; page?: Page; printed: number } = { printed: 0 }
  const pageFor = async (): Promise<Page> => {
    if (state.page && state.printed % documentsPerBrowser !== 0) return state.page
    await state.browser?.close()
    state.browser = await chromium.launch({
      executablePath,
      args: ['--no-sandbox', '--disable-gpu'],
    })
    state.page = await state.browser.newPage()
    return state.page
  }
  const printOnce = async (html: string, tags: Tags): Promise<Buffer> => {
    const page = await pageFor()
    state.printed += 1
    await page.setContent(html)
    return page.pdf({ ...tags, preferCSSPageSize: true, printBackground: true })
  }
  return {
    print: async (html, tags) => {
      try {
        return await printOnce(html, tags)
      } catch (error) {
        process.stderr.write(`Chromium is started anew: ${String(error)}\n`)
        delete state.page
        return printOnce(html, tags)
      }
    },
    close: async () => {
      await state.browser?.close()
    },
  }
}
