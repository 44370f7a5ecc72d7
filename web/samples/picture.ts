/** Makes the sample of the command and the README's picture of its page and result. Needs Debian's chromium. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { convert } from '@recto/engine'
import { chromium } from 'playwright-core'

const root = join(import.meta.dirname, '..', '..')
const sample = join(root, 'cli', 'sample.pdf')
const command = join(root, 'cli', 'src', 'main.ts')

const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
const source = readFileSync(join(root, 'web', 'samples', 'sources', 'statement.html'), 'utf8')
const printed = await browser.newPage()
await printed.setContent(source.replace('<ul>', '<ol>').replace('</ul>', '</ol>'))
writeFileSync(
  sample,
  await printed.pdf({ preferCSSPageSize: true, printBackground: true, tagged: false }),
)

const page = execFileSync(process.execPath, [command, 'inspect', sample, '-o', '-'], {
  encoding: 'utf8',
})
const { toHtml, markdown } = await convert(sample)
const body = /<body[^>]*>([\s\S]*)<\/body>/.exec(toHtml())?.[1] ?? ''
const html = `<!doctype html><meta charset="utf-8"><style>
  body { margin: 0; display: grid; grid-template-columns: 600px 640px; gap: 20px; padding: 20px; width: 1260px;
    background: #eef0f3; color: #1f2937; font: 13px/1.45 'Liberation Sans', Helvetica, sans-serif }
  svg { width: 600px; height: auto; display: block }
  section { background: #fff; border: 1px solid #d7dbe0; border-radius: 6px; padding: 6px 24px 16px; margin-bottom: 20px }
  h1 { font-size: 22px } h2 { font-size: 16px } h1, h2 { margin: 12px 0 6px } p { margin: 6px 0 }
  table { border-collapse: collapse; font-size: 11px } td, th { border: 1px solid #c3c9d1; padding: 2px 7px; text-align: right }
  td:first-child, th[rowspan] { text-align: left }
  pre { font: 10.5px/1.5 'Liberation Mono', monospace; overflow: hidden; margin: 8px 0; max-height: 190px }
</style><div>${page}</div><div><section>${body}</section><section><pre></pre></section></div>`

const tab = await browser.newPage({ viewport: { width: 1300, height: 760 } })
await tab.setContent(html)
await tab.locator('pre').evaluate((element, text) => {
  element.textContent = text
}, markdown)
await tab.screenshot({ path: join(root, 'docs', 'picture.png'), fullPage: true })
await browser.close()
