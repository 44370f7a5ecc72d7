/**
 * Measures a warm server with two converters: its memory at rest and over many conversions, and the time of a small
 * DOCX over HTTP.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Memory, startServer } from '../tools/service-process.ts'
import { makeBook } from './book.ts'
import { mediaTypes } from './contestants.ts'
import { makeDocx, makeHtml, makeXlsx } from './inputs.ts'
import { quantilesOf } from './quantiles.ts'

const PORT = 28_917
const CONVERSIONS = 200
/** Pages of the generated DOCX, which has about 20 kB. */
const PAGES = 16
/** Conversions during which memory must not grow, and the interval between measurements. */
const MANY = 2_000
const SAMPLE_EVERY = 200

export async function measureService(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'recto-bench-service-'))
  const server = await startServer(PORT, {
    RECTO_DATA_DIR: folder,
    RECTO_CONVERTERS: '2',
    RECTO_ANONYMOUS_RATE: '1000000',
  })
  try {
    // Gives both converters time to start and to free memory that only the start needs.
    await wait(3_000)
    const idle = server.memory()
    const document = makeDocx(PAGES)
    const times: number[] = []
    for (let count = 0; count < CONVERSIONS; count += 1) {
      times.push(await post(server.url, 'docx', document))
    }
    const at = quantilesOf(times.slice(CONVERSIONS / 4))
    const grown = await convertMany(server.url, server.memory)
    return [
      'HTTP, warm server, two converters, embedded database',
      `DOCX of ${(document.length / 1000).toFixed(0)} kB: median ${at(0.5).toFixed(1)} ms, p95 ${at(0.95).toFixed(1)} ms`,
      `Memory of all processes at rest: RSS ${idle.rss.toFixed(0)} MiB, PSS ${idle.pss.toFixed(0)} MiB`,
      `RSS after each ${SAMPLE_EVERY} of ${MANY} mixed conversions, MiB: ${grown.map(({ rss }) => rss.toFixed(0)).join(' ')}`,
    ].join('\n')
  } finally {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function convertMany(url: string, memory: () => Memory): Promise<Memory[]> {
  const documents = [
    ['docx', makeDocx(PAGES)],
    ['html', makeHtml(50_000)],
    ['pdf', makeBook(5)],
    ['xlsx', makeXlsx(500)],
  ] as const
  const samples: Memory[] = []
  for (let count = 0; count < MANY; count += documents.length) {
    await Promise.all(documents.map(([type, bytes]) => post(url, type, bytes)))
    if ((count + documents.length) % SAMPLE_EVERY === 0) samples.push(memory())
  }
  return samples
}

async function post(
  url: string,
  type: keyof typeof mediaTypes,
  document: Uint8Array,
): Promise<number> {
  const body = new FormData()
  body.append('file', new Blob([document], { type: mediaTypes[type] }), `small.${type}`)
  const start = performance.now()
  const answer = await fetch(`${url}/v1/convert`, { method: 'POST', body })
  await answer.text()
  if (!answer.ok) throw new Error(`The server answered ${answer.status}.`)
  return performance.now() - start
}
