// Runs inside the image: starts the service like its entry point, and converts a page and a PDF.
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'

const service = 'http://127.0.0.1:3000'
const server = spawn('tini', ['--', 'recto', 'serve'], { stdio: ['ignore', 'inherit', 'inherit'] })
let log = ''

async function isReady() {
  for (let tries = 0; tries < 120; tries++) {
    const answer = await fetch(`${service}/readyz`).catch(() => undefined)
    if (answer?.ok) return true
    await setTimeout(500)
  }
  return false
}

async function convert(path, type, name, bytes) {
  const form = new FormData()
  form.set('file', new Blob([bytes], { type }), name)
  const answer = await fetch(service + path, { method: 'POST', body: form })
  log += `image: ${path}: ${answer.status}\n`
  return answer.json()
}

if (!(await isReady())) throw new Error('The service did not become ready.')
const { markdown } = await convert('/v1/convert', 'text/html', 'a.html', '<h1>Title</h1><p>Text')
if (markdown !== '# Title\n\nText\n') throw new Error(`Another Markdown than expected: ${markdown}`)
const sample = await readFile('/opt/recto/cli/sample.pdf')
const pdf = await convert('/v1/convert', 'application/pdf', 'sample.pdf', sample)
if (!pdf.markdown) throw new Error(`No Markdown of the PDF: ${JSON.stringify(pdf)}`)
const page = await fetch(service)
log += `image: /: ${page.status}, ${(await page.text()).includes('<script') ? 'the page' : 'no page'}\n`
server.kill('SIGTERM')
await new Promise((resolve) => server.on('exit', resolve))
process.stdout.write(`${log}image: stopped with ${server.exitCode ?? server.signalCode}\n`)
