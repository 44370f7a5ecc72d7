/** A user's program that calls a service: `call.js URL KEY`. */
import { Recto } from '@recto/client'

const [, , baseUrl = '', apiKey = ''] = process.argv
const recto = new Recto({ baseUrl, apiKey })
const { markdown, job } = await recto.convert('report.pdf')
const fast = await recto.convert('page.html', { lane: 'fast' })
if (!markdown.startsWith('# How Paper') || !fast.markdown.startsWith('# Moulds')) {
  throw new Error(`The service answered:\n${markdown}\n${fast.markdown}`)
}
process.stdout.write(`recto serve: a PDF by the queue (${job?.status}), HTML by the fast lane\n`)
