/**
 * Measures the effect of crowds on other callers of the synchronous lane, and the time that the service needs for a
 * start and a restart.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { command, type Environment, makeKey, startServer } from '../tools/service-process.ts'
import { makeBook } from './book.ts'
import { quantilesOf } from './quantiles.ts'

const PORT = 28_920
/** A document of this length takes about a second in the synchronous lane. */
const SLOW_PAGES = 100
const CROWD = 24
const QUICK = 40
const SOCKETS = 256
const PAUSE_MS = 50

interface Answer {
  readonly status: number
  readonly ms: number
}

export async function measureCrowds(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'recto-bench-crowds-'))
  const environment = {
    RECTO_DATA_DIR: folder,
    RECTO_CONVERTERS: '2',
    RECTO_ANONYMOUS_RATE: '1000000',
    TRUST_PROXY: '1',
  }
  try {
    return [
      'Crowds, two converters, embedded database',
      ...(await measureStarts(environment)),
      ...(await measureLane(environment)),
      ...(await readWalls(environment)),
    ].join('\n')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function measureStarts(environment: Environment): Promise<string[]> {
  const start = async (how: 'SIGTERM' | 'SIGKILL'): Promise<string> => {
    const begin = performance.now()
    const server = await startServer(PORT, environment)
    const ms = performance.now() - begin
    await server.stop(how)
    return `${ms.toFixed(0)} ms`
  }
  const first = await start('SIGTERM')
  const again = await start('SIGKILL')
  const afterKill = await start('SIGTERM')
  return [
    `Start until ready: ${first} with a new database, ${again} after a stop, ${afterKill} right after kill -9`,
  ]
}

async function measureLane(environment: Environment): Promise<string[]> {
  const server = await startServer(PORT, environment)
  try {
    const key = await makeKey(environment, 'keyed@example.org', ['--tier', 'scale'])
    const { url } = server
    const slow = makeBook(SLOW_PAGES)
    const quick = new TextEncoder().encode('A short note.')
    const keyed = (): Promise<Answer> => convert(url, quick, 'text/plain', { 'x-api-key': key })
    await repeat(keyed)
    const alone = await repeat(keyed)
    const one = await convert(url, slow, 'application/pdf', from(1))
    const crowd = Array.from({ length: CROWD }, () =>
      convert(url, slow, 'application/pdf', from(1)),
    )
    await wait(PAUSE_MS)
    const beside = await repeat(keyed)
    const otherAddress = await convert(url, quick, 'text/plain', from(2))
    await Promise.all(crowd)
    const sockets = openSlowSockets()
    await wait(PAUSE_MS)
    const besideSockets = await repeat(keyed)
    const anonymous = await repeat(() => convert(url, quick, 'text/plain', from(3)))
    for (const socket of sockets) socket.destroy()
    return [
      `A keyed caller alone: ${format(alone)}`,
      `A keyed caller beside ${CROWD} documents of one address, each ${one.ms.toFixed(0)} ms by itself: ${format(beside)}`,
      `Another address beside them: ${otherAddress.status} after ${otherAddress.ms.toFixed(0)} ms`,
      `A keyed caller beside ${SOCKETS} connections that send nothing: ${format(besideSockets)}; another address: ${format(anonymous)}`,
    ]
  } finally {
    await server.stop()
  }
}

const from = (last: number): Record<string, string> => ({ 'x-forwarded-for': `192.0.2.${last}` })

async function repeat(call: () => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let count = 0; count < QUICK; count += 1) answers.push(await call())
  return answers
}

async function convert(
  url: string,
  document: Uint8Array<ArrayBuffer>,
  type: string,
  headers: Record<string, string>,
): Promise<Answer> {
  const body = new FormData()
  body.append('file', new Blob([document], { type }), 'document')
  const begin = performance.now()
  const answer = await fetch(`${url}/v1/convert`, { method: 'POST', body, headers })
  await answer.arrayBuffer()
  return { status: answer.status, ms: performance.now() - begin }
}

/** Opens connections that announce a document and send no byte of it. */
function openSlowSockets(): Socket[] {
  return Array.from({ length: SOCKETS }, () => {
    const socket = connect(PORT, '127.0.0.1').on('error', () => {})
    socket.write(
      [
        'POST /v1/convert HTTP/1.1',
        'Host: localhost',
        'X-Forwarded-For: 192.0.2.1',
        'Content-Type: multipart/form-data; boundary=b',
        'Content-Length: 500000',
        '\r\n',
      ].join('\r\n'),
    )
    return socket
  })
}

function format(answers: readonly Answer[]): string {
  const at = quantilesOf(answers.map(({ ms }) => ms))
  const refused = answers.filter(({ status }) => status !== 200).length
  return `median ${at(0.5).toFixed(0)} ms, longest ${at(1).toFixed(0)} ms, ${refused} of ${answers.length} refused`
}

function readWalls(environment: Environment): Promise<string[]> {
  const args = [command, 'doctor', '--json']
  return new Promise((resolve, reject) => {
    // The command exits with 1 if a wall is missing.
    execFile(process.execPath, args, { env: { ...process.env, ...environment } }, (_, stdout) => {
      try {
        resolve([formatWalls(JSON.parse(stdout))])
      } catch (error) {
        reject(error)
      }
    })
  })
}

function formatWalls(report: {
  readonly walls: readonly { readonly name: string; readonly up: boolean }[]
}): string {
  const names = (isUp: boolean): string =>
    report.walls
      .filter(({ up }) => up === isUp)
      .map(({ name }) => name)
      .join(', ') || 'none'
  return `Walls up: ${names(true)}; missing: ${names(false)}`
}
