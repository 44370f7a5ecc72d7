import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import {
  buildPdf,
  show,
  showLines,
} from '../../engine/src/readers/pdf/content/testing/pdf-builder.ts'
import { useStage } from './testing/stage.ts'
import { executablePath, picture, visit } from './testing/visit.ts'

const PAGES = 200
const LINES = 44
const MAX_MEGABYTES = 200
/** The most loaded pictures: pages and thumbnails near the viewport. */
const MAX_PICTURES = 40

const rivers = ['Alder', 'Birch', 'Cedar', 'Elm', 'Fir', 'Hazel', 'Larch', 'Maple', 'Oak', 'Willow']
const topics = [
  'Floods',
  'Bridges',
  'Ferries',
  'Mills',
  'Harbours',
  'Weirs',
  'Locks',
  'Springs',
  'Reeds',
  'Ice',
  'Maps',
  'Names',
  'Fishing',
  'Rafts',
  'Tolls',
  'Ponds',
  'Dams',
  'Fords',
  'Sands',
  'Wells',
]

/** Returns a unique title such as `Floods of the Alder`, so that none looks like a running header. */
function titleOf(page: number): string {
  return `${topics[(page - 1) % topics.length]} of the ${rivers[Math.floor((page - 1) / topics.length)]}`
}

/** Makes a report: a heading and a page of text for each chapter. */
function makeReport(): Buffer {
  const pages = Array.from({ length: PAGES }, (_page, at) => {
    const lines = Array.from(
      { length: LINES },
      (_line, row) => `Line ${row + 1} of page ${at + 1}: read at noon and at midnight.`,
    )
    const heading = show(72, 730 - (at % 4) * 6, titleOf(at + 1), { size: 18, font: 'bold' })
    return { content: `${heading}\n${showLines(72, 690, 14, lines)}` }
  })
  return Buffer.from(buildPdf({ pages }))
}

/**
 * Returns the proportional memory of the browser's largest renderer, in megabytes.
 *
 * Collects garbage first, because otherwise the figure depends on when the engine last did.
 */
async function memoryOfTab(browser: Browser, page: Page): Promise<number> {
  await page.requestGC()
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const renderers = processInfo.filter(({ type }) => type === 'renderer')
  const sizes = renderers.map(({ id }) => {
    const facts = readFileSync(`/proc/${id}/smaps_rollup`, 'utf8')
    return Number(/^Pss:\s+(\d+)/m.exec(facts)?.[1] ?? 0) / 1024
  })
  return Math.max(...sizes)
}

/**
 * Scrolls half a screen each frame.
 *
 * @returns The median and the longest time between two frames, in ms.
 */
function scroll(page: Page, steps: number): Promise<{ median: number; longest: number }> {
  return page.evaluate(async (count) => {
    const pane = document.querySelector('.pages-scroll')
    const nextFrame = (): Promise<number> => new Promise(requestAnimationFrame)
    const times: number[] = []
    let before = await nextFrame()
    for (let step = 0; step < count; step += 1) {
      pane?.scrollBy({ top: pane.clientHeight / 2, behavior: 'instant' })
      const now = await nextFrame()
      times.push(now - before)
      before = now
    }
    times.sort((a, b) => a - b)
    return { median: times[times.length >> 1] ?? 0, longest: times.at(-1) ?? 0 }
  }, steps)
}

describe.skipIf(!executablePath)('a document of 200 pages', () => {
  const stage = useStage()

  test('is converted in the queue and scrolled through within 200 MB', async () => {
    const { browser, server } = stage
    await visit(browser, { url: server.ownerLink() }, async (page) => {
      const file = { name: 'report.pdf', mimeType: 'application/pdf', buffer: makeReport() }
      await page.locator('input[type=file]').setInputFiles(file)
      await page.waitForURL(/\/jobs\/job_/)
      await page.getByText(/^Page \d+ of 200$/).waitFor({ timeout: 60_000 })
      await picture(page, 'large-progress')
      await page.getByRole('button', { name: `Heading: ${titleOf(1)}` }).waitFor({
        timeout: 120_000,
      })
      await page.getByRole('img', { name: 'Page 1', exact: true }).waitFor({ timeout: 60_000 })
      const sizes = [await memoryOfTab(browser, page)]
      const frames: { median: number; longest: number }[] = []
      for (let part = 0; part < 8; part += 1) {
        frames.push(await scroll(page, 60))
        // Waits until the pictures of visible pages are loaded.
        await page.waitForTimeout(700)
        sizes.push(await memoryOfTab(browser, page))
      }
      await page.getByRole('searchbox', { name: 'Find in the document' }).fill(titleOf(PAGES))
      await page.keyboard.press('Enter')
      const last = page.getByRole('button', { name: `Heading: ${titleOf(PAGES)}` })
      await last.and(page.locator('.chosen')).waitFor()
      await page.getByRole('img', { name: 'Page 200' }).waitFor()
      sizes.push(await memoryOfTab(browser, page))
      await picture(page, 'large')
      const pictures = await page.locator('.viewer canvas:not([hidden])').count()
      const frame = Math.max(...frames.map(({ median }) => median))
      const longest = Math.max(...frames.map((each) => each.longest))
      process.stderr.write(
        `page: 200 pages: tab ${sizes.map(Math.round).join(', ')} MB, ${pictures} pictures, frame ${frame.toFixed(0)} ms (longest ${longest.toFixed(0)} ms)\n`,
      )
      expect(Math.max(...sizes)).toBeLessThan(MAX_MEGABYTES)
      expect(pictures).toBeLessThan(MAX_PICTURES)
    })
  }, 300_000)
})
