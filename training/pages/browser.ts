/** Prints HTML as PDF through Debian's Chromium; one browser for many documents. */
import { existsSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright-core'

const executables = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

interface Tags {
  readonly tagged: boolean
  readonly outline: boolean
}

export interface Printer {
  readonly print: (html: string, tags: Tags) => Promise<Buffer>
  /** Prints a file with its styles and images, on A4 unless it says otherwise. */
  readonly printFile: (path: string) => Promise<Buffer>
  readonly close: () => Promise<void>
}

/** The browser leaks some memory with every document, so it is restarted regularly. */
const documentsPerBrowser = 200

type Load = (page: Page) => Promise<unknown>

const paper = {
  format: 'A4',
  margin: { top: '15mm', bottom: '15mm', left: '15mm', right: '15mm' },
} as const
/** Milliseconds after which a page that waits for the network fails. */
const fileTimeout = 8000

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
    // Scripts of printed documents could wait for the network, or change the page.
    state.page = await state.browser.newPage({ javaScriptEnabled: false })
    return state.page
  }
  const printOnce = async (load: Load, options: Parameters<Page['pdf']>[0]): Promise<Buffer> => {
    const page = await pageFor()
    state.printed += 1
    await load(page)
    return page.pdf({ preferCSSPageSize: true, printBackground: true, ...options })
  }
  const print: typeof printOnce = async (load, options) => {
    try {
      return await printOnce(load, options)
    } catch (error) {
      process.stderr.write(`Chromium is started anew: ${String(error)}\n`)
      delete state.page
      return printOnce(load, options)
    }
  }
  return {
    print: (html, tags) => print((page) => page.setContent(html), { ...tags }),
    printFile: (path) =>
      print((page) => page.goto(pathToFileURL(path).href, { timeout: fileTimeout }), paper),
    close: async () => {
      await state.browser?.close()
    },
  }
}
