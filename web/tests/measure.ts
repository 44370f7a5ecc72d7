/** `npm run measure -w web`: sizes of the first load and times to the first paint and to interactive, cold and warm. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser, BrowserContext } from 'playwright-core'
import { startServer } from './testing/server.ts'
import { openBrowser } from './testing/visit.ts'

const RUNS = 7
const assets = join(import.meta.dirname, '..', 'dist', 'assets')

interface Times {
  readonly paint: number
  readonly interactive: number
}

/** Records when the file control becomes usable without a long task following at once. */
function watchForControl(): void {
  const observer = new MutationObserver(() => {
    if (!document.querySelector('input[type=file]')) return
    observer.disconnect()
    requestIdleCallback(() => performance.mark('interactive'))
  })
  observer.observe(document, { childList: true, subtree: true })
}

async function load(context: BrowserContext, url: string): Promise<Times> {
  const page = await context.newPage()
  await page.goto(url)
  await page.waitForFunction(() => performance.getEntriesByName('interactive').length > 0)
  const times = await page.evaluate(() => {
    const timeOf = (name: string): number => performance.getEntriesByName(name)[0]?.startTime ?? 0
    return { paint: timeOf('first-contentful-paint'), interactive: timeOf('interactive') }
  })
  await page.close()
  return times
}

/** @param isWarm True if the browser has cached files of an earlier visit. */
async function measure(browser: Browser, url: string, isWarm: boolean): Promise<readonly Times[]> {
  const times: Times[] = []
  let context = await browser.newContext()
  await context.addInitScript(watchForControl)
  if (isWarm) await load(context, url)
  for (let run = 0; run < RUNS; run += 1) {
    if (!isWarm) {
      await context.close()
      context = await browser.newContext()
      await context.addInitScript(watchForControl)
    }
    times.push(await load(context, url))
  }
  await context.close()
  return times
}

function median(values: readonly number[]): string {
  const middle = values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
  return `${Math.round(middle)} ms`
}

function writeSizes(): void {
  const names = readdirSync(assets).filter((name) =>
    /^(?:index|result|katex|pdf)-.*\.(?:js|css)$/.test(name),
  )
  for (const name of names) {
    const bytes = readFileSync(join(assets, name))
    const kilobytes = (gzipSync(bytes, { level: 9 }).length / 1000).toFixed(0)
    process.stdout.write(`${name.padEnd(32)} ${kilobytes.padStart(4)} kB gzip\n`)
  }
}

const server = await startServer()
writeSizes()
const browser = await openBrowser()
for (const isWarm of [false, true]) {
  const times = await measure(browser, `${server.url}/`, isWarm)
  const paint = median(times.map((each) => each.paint))
  const interactive = median(times.map((each) => each.interactive))
  const name = isWarm ? 'warm' : 'cold'
  process.stdout.write(
    `${name}: first paint ${paint}, interactive ${interactive} (median of ${RUNS})\n`,
  )
}
await browser.close()
await server.stop()
