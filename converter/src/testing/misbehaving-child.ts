/**
 * A child for tests whose behaviour the request's media type selects: it answers, hangs, crashes, exhausts memory or
 * writes garbage.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, symlinkSync, writeFileSync, writeSync } from 'node:fs'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { Worker } from 'node:worker_threads'
import {
  type ConversionRequest,
  type FromChild,
  HOCR_NAME,
  INPUT_NAME,
  outputName,
  PICTURE_NAME,
  REPLIES_FD,
  recognitionName,
  type ToChild,
} from '../messages.ts'

function say(text: string): void {
  writeSync(REPLIES_FD, text)
}

function send(message: FromChild): void {
  say(`${JSON.stringify(message)}\n`)
}

const done = { format: 'text', pages: 1, warnings: [] } as const

let orders = 0

/** Simulates the recognition of one scanned page; its text is the page number and the requested language. */
const pageBehaviours: Readonly<Record<string, (answer: () => void) => void>> = {
  fine: (answer) => answer(),
  slow: (answer) => setTimeout(answer, 100),
  hang: () => {},
  spin: () => {
    for (;;);
  },
  die: () => process.abort(),
  // A fresh child succeeds.
  dieOnce: (answer) => (orders === 1 ? answer() : process.abort()),
}

/** The file name lists the behaviour of each page: `fine,die,fine:deu`; the last one also reports its language. */
function convertScanned({ id, filename, scan, recognized, ocrLanguages }: ConversionRequest): void {
  const pages = filename.split(',').map((page) => page.split(':'))
  if (scan) {
    const [behaviour = '', language] = pages[scan.page - 1] ?? []
    const answer = (): void => {
      writeFileSync(outputName('recognition'), `${scan.page} ${scan.language ?? '?'}`)
      const isPossible = ocrLanguages?.some((each) => each === language) ?? true
      const reported = scan.language ?? (isPossible ? language : undefined)
      send({
        type: 'done',
        id,
        done: { ...done, ...(reported !== undefined && { language: reported }) },
      })
    }
    pageBehaviours[behaviour]?.(answer)
  } else if (recognized) {
    reply(
      id,
      recognized
        .map((page) => readFileSync(recognitionName(page), 'utf8'))
        .toSorted()
        .join(', '),
    )
  } else {
    const progress = { stage: 'pages', pagesDone: 1, pagesTotal: pages.length + 1 }
    send({ type: 'progress', id, progress })
    send({ type: 'scans', id, scans: { scans: pages.map((_, index) => index + 1) } })
  }
}

let onPictureRead = (): void => {}

function askForPictures({ id, filename }: ConversionRequest): void {
  writeFileSync(PICTURE_NAME, 'P5\n1 1\n255\n ')
  onPictureRead = () => reply(id, readFileSync(HOCR_NAME, 'utf8'))
  const options = { language: 'eng', dpi: 300, layout: 'page' } as const
  for (let count = filename === 'two' ? 2 : 1; count > 0; count -= 1) {
    send({ type: 'picture', id, options })
  }
}

function reply(id: number, title: string): void {
  send({ type: 'done', id, done: { ...done, title } })
}

const behaviours: Readonly<Record<string, (order: ConversionRequest) => void>> = {
  echo: ({ id, outputs }) => {
    const text = readFileSync(INPUT_NAME, 'utf8')
    for (const output of outputs) writeFileSync(outputName(output), text)
    send({ type: 'progress', id, progress: { stage: 'read', pagesDone: 1 } })
    reply(id, text)
  },
  pid: ({ id }) => reply(id, String(process.pid)),
  fail: ({ id }) => {
    const failure = { code: 'password_protected', sentence: 'Protected.', isFatal: false } as const
    send({ type: 'failed', id, failure })
  },
  writeOnFullDisk: ({ id }) => {
    const failure = {
      code: 'internal',
      sentence: 'No.',
      isFatal: true,
      isWithoutRoom: true,
    } as const
    send({ type: 'failed', id, failure })
  },
  hang: () => {
    for (;;);
  },
  // Spends most of the time in the garbage collector, which checks nothing but the heap.
  hangInCollector: () => {
    const kept = Array.from({ length: 30_000 }, (_, index) => ({ index }))
    for (;;) kept[Math.floor(Math.random() * kept.length)] = { index: [...'garbage'].length }
  },
  sleep: () => {},
  exit: () => process.exit(0),
  crash: () => process.abort(),
  kill: () => process.kill(process.pid, 'SIGKILL'),
  throwLater: () => {
    setTimeout(() => {
      throw new Error('a stray error')
    }, 1)
  },
  heap: () => {
    const kept: unknown[] = []
    for (;;) kept.push(Array.from({ length: 10_000 }, (_, index) => ({ index })))
  },
  offHeap: () => {
    const kept: Buffer[] = []
    for (;;) kept.push(Buffer.alloc(20_000_000, 1))
  },
  garbage: () => say('not a message\n'),
  wrongMessage: ({ id }) =>
    say(`${JSON.stringify({ type: 'done', id, done: { pages: 'two' } })}\n`),
  endlessLine: () => {
    for (;;) say('x'.repeat(100_000))
  },
  answersForAnother: ({ id }) => {
    reply(id + 1, 'not yours')
    reply(id, 'yours')
  },
  withoutOutput: ({ id }) => reply(id, ''),
  scanned: convertScanned,
  pictures: askForPictures,
  litter: ({ id }) => {
    writeFileSync('litter', 'left behind')
    reply(id, '')
  },
  files: ({ id }) =>
    reply(
      id,
      execute(() => readFileSync('litter', 'utf8')),
    ),
  rights: ({ id }) => {
    const outside = '/tmp/recto-escaped'
    const rights = {
      readOutside: execute(() => readFileSync('/etc/hostname')),
      writeOutside: execute(() => writeFileSync(outside, '')),
      link: execute(() => symlinkSync('/etc/hostname', outputName('markdown'))),
      process: execute(() => execFileSync('/bin/true')),
      thread: execute(() => new Worker('', { eval: true })),
      evaluate: execute(() => new Function('return 1')()),
      environment: Object.keys(process.env),
    }
    const socket = connect(9, '127.0.0.1')
    socket.once('error', (error) => {
      const code = 'code' in error ? String(error.code) : ''
      reply(id, JSON.stringify({ ...rights, network: code }))
    })
  },
}

function execute(attempt: () => unknown): string {
  try {
    attempt()
    return 'allowed'
  } catch {
    return 'denied'
  }
}

createInterface({ input: process.stdin })
  .on('line', (line) => {
    // Sound: the pool sends only requests.
    const order = JSON.parse(line) as ToChild
    if ('isRead' in order) return onPictureRead()
    orders += 1
    if (order.mediaType !== 'dieUnstarted') send({ type: 'started', id: order.id })
    else if (order.filename === 'input') process.exit(1)
    behaviours[order.mediaType]?.(order)
  })
  .on('close', () => process.exit())
send({ type: 'ready' })
