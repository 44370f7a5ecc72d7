import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { audit } from './testing/audit.ts'
import { useStage } from './testing/stage.ts'
import { executablePath, picture, visit } from './testing/visit.ts'

const samples = ['paper', 'financial table', 'scanned receipt', 'slide deck', 'spreadsheet']
/** Samples without a table on their first page. */
const kinds: Readonly<Record<string, RegExp>> = {
  'scanned receipt': /^Paragraph: /,
  'slide deck': /^Heading: /,
}
const receipt = join(import.meta.dirname, '../src/samples/receipt/scanned-receipt.pdf')
const paper = join(import.meta.dirname, '../src/samples/paper/two-column-paper.pdf')

describe.skipIf(!executablePath)('the page', () => {
  const stage = useStage()

  test.each(samples)('boxes of the sample %s lead to their text, and back', async (name) => {
    await visit(stage.browser, { url: `${stage.server.url}/` }, async (page) => {
      await page.getByRole('button', { name: `Sample ${name}` }).click()
      const kind = kinds[name] ?? /^Table: /
      const box = page.getByRole('button', { name: kind }).first()
      await box.focus()
      await page.keyboard.press('Enter')
      await page.locator('.prose .chosen').first().waitFor()
      expect(await box.getAttribute('aria-pressed')).toBe('true')
      const line = page.locator('.prose .linked').last()
      await line.click()
      const chosen = page.locator('[data-block][aria-pressed=true]')
      await chosen.waitFor()
      expect(page.url()).toContain('?sample=')
      await picture(page, `sample-${name.replaceAll(' ', '-')}`)
    })
  })

  test('links, copies and downloads a view of a result, and shows search matches', async () => {
    const url = `${stage.server.url}/?sample=statement&view=json`
    await visit(
      stage.browser,
      { url, permissions: ['clipboard-read', 'clipboard-write'] },
      async (page) => {
        const selected = page.getByRole('tab', { selected: true })
        await page.getByText('DoclingDocument').waitFor()
        expect(await selected.allTextContents()).toEqual(['JSON', 'curl'])
        const download = page.waitForEvent('download')
        await page.getByRole('button', { name: 'Download' }).click()
        expect((await download).suggestedFilename()).toBe('income-statement.json')
        await page.getByRole('tab', { name: 'JSON' }).press('ArrowRight')
        await page.getByText('for search and language').waitFor()
        await page.getByRole('button', { name: 'Show on the page' }).last().click()
        await page.locator('.box.chosen').waitFor()
        await page.getByRole('tab', { name: 'Source' }).click()
        await page.getByRole('button', { name: 'Copy', exact: true }).click()
        await page.getByText('Copied').waitFor()
        expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('# Nordwind')
        await page.getByRole('searchbox').fill('outlook')
        await page.getByRole('searchbox').press('Enter')
        const found = page.getByRole('button', { name: 'Heading: Outlook' })
        expect(await found.getAttribute('aria-pressed')).toBe('true')
        await page.getByRole('tab', { name: 'Python' }).click()
        await page.getByText('import requests').waitFor()
      },
    )
  })

  test('converts a document at once without an account, beside its pages', async () => {
    await visit(stage.browser, { url: `${stage.server.url}/` }, async (page) => {
      expect(await page.getByLabel('Fidelity lane').isDisabled()).toBe(true)
      await page.locator('input[type=file]').setInputFiles(paper)
      await page.locator('.prose').getByText('A page is a plane').waitFor()
      await page.getByRole('img', { name: 'Page 1' }).waitFor()
      await picture(page, 'fast-lane')
      await page.getByRole('button', { name: 'Another document' }).click()
      const name = 'notes.html'
      const buffer = Buffer.from(
        '<h1>Notes</h1><script>alert(1)</script><img src=x onerror=alert(1)>',
      )
      await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/html', buffer })
      await page.getByRole('heading', { name: 'Notes', exact: true }).waitFor()
    })
  })

  test.each(['paste', 'drop'])('accepts a document by %s', async (way) => {
    await visit(stage.browser, { url: `${stage.server.url}/` }, async (page) => {
      await page.getByText('Or take a sample').waitFor()
      await page.evaluate((kind) => {
        const data = new DataTransfer()
        data.items.add(new File(['<h1>By hand</h1>'], 'a.html', { type: 'text/html' }))
        const init = { bubbles: true, cancelable: true }
        const event =
          kind === 'paste'
            ? new ClipboardEvent('paste', { ...init, clipboardData: data })
            : new DragEvent('drop', { ...init, dataTransfer: data })
        document.querySelector('.drop')?.dispatchEvent(event)
      }, way)
      await page.locator('.prose').getByText('By hand').waitFor()
    })
  })

  test('a warning links to its page, and is shown there', async () => {
    await visit(stage.browser, { url: `${stage.server.url}/` }, async (page) => {
      await page.locator('input[type=file]').setInputFiles(receipt)
      await page.getByText('1 warning').waitFor()
      await page.locator('.page-warning').getByText('has no text').waitFor()
      await page.locator('.warnings').getByRole('button', { name: 'Show Page 1' }).click()
      expect(await page.evaluate(audit)).toEqual([])
      await picture(page, 'warnings')
    })
  })

  test('reports an unreadable document, and the page keeps working', async () => {
    await visit(stage.browser, { url: `${stage.server.url}/` }, async (page) => {
      const input = page.locator('input[type=file]')
      const file = { name: 'a.rtf', mimeType: 'text/rtf', buffer: Buffer.from('{\\rtf1}') }
      await input.setInputFiles(file)
      await page.getByRole('alert').getByText('a.rtf is not a PDF').waitFor()
      const damaged = Buffer.concat([readFileSync(paper).subarray(0, 900)])
      await input.setInputFiles({ name: 'a.pdf', mimeType: 'application/pdf', buffer: damaged })
      await page
        .getByRole('alert')
        .getByText(/damaged|password|read/)
        .waitFor()
      await picture(page, 'error')
    })
  })

  const addresses = [
    '/',
    '/?sample=paper',
    '/?sample=workbook',
    '/account',
    '/keys',
    '/docs',
    '/docs/api',
    '/docs/webhooks',
    '/nowhere',
  ]
  test.each([
    { width: 390, colorScheme: 'light' },
    { width: 1600, colorScheme: 'dark' },
  ] as const)('every page is accessible at $width pixels, $colorScheme', async (view) => {
    const viewport = { width: view.width, height: 900 }
    const { colorScheme } = view
    const options = {
      url: `${stage.server.url}/`,
      viewport,
      colorScheme,
      reducedMotion: 'reduce',
    } as const
    await visit(stage.browser, options, async (page) => {
      for (const address of addresses) {
        await page.goto(`${stage.server.url}${address}`)
        await page.locator('main:not([aria-busy])').waitFor()
        await page.waitForTimeout(300)
        expect(await page.evaluate(audit), address).toEqual([])
        const name = address.replaceAll(/\W+/g, '-')
        await picture(page, `${view.width}${view.colorScheme}${name}`)
      }
    })
  })

  test('a sample and its boxes are reachable by keyboard', async () => {
    await visit(stage.browser, { url: `${stage.server.url}/` }, async (page) => {
      const focused = (): Promise<string> =>
        page.evaluate(
          () =>
            document.activeElement?.getAttribute('aria-label') ??
            document.activeElement?.textContent ??
            '',
        )
      const tabTo = async (start: string): Promise<void> => {
        for (let count = 0; count < 60; count += 1) {
          await page.keyboard.press('Tab')
          if ((await focused()).startsWith(start)) return
        }
        throw new Error(`Tab does not lead to "${start}".`)
      }
      await page.getByText('Or take a sample').waitFor()
      await tabTo('Sample scanned')
      await page.keyboard.press('Enter')
      await page
        .getByRole('button', { name: /^Paragraph: / })
        .first()
        .waitFor()
      await tabTo('Paragraph: Corner Books')
      await page.keyboard.press('Enter')
      await page.locator('.prose .chosen').getByText('Corner Books').waitFor()
    })
  })
})
