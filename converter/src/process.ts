/** A confined process with a channel of messages: what starts it, hears it, and ends it. */
import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { type ChildOptions, commandOf } from './confinement.ts'
import { createLineSplitter } from './lines.ts'
import { type FromChild, MAX_MESSAGE_CHARACTERS, REPLIES_FD, type ToChild } from './messages.ts'
import { parseFromChild } from './parse-message.ts'
import { type Confinement, childEnvironment } from './walls/index.ts'

export interface Listeners {
  readonly onMessage: (message: FromChild) => void
  /** The child wrote what is no message. */
  readonly onGarbage: () => void
}

export interface ConfinedProcess {
  readonly pid: number | undefined
  /** Resolves with how it ended, for the log, once it is gone and all that it wrote was heard. */
  readonly gone: Promise<string>
  send(message: ToChild): void
  /** Ends it with all that it started, at once. */
  kill(): void
  /** Its last words. */
  lastWords(): string
}

/** Characters of a child's standard error that are kept. V8's report of a full heap has some 3,000. */
const LAST_WORDS_CHARACTERS = 4_000
/** How long the channel of a process that ended may stay open; somebody else holds it then. */
const CHANNEL_CLOSE_MS = 1_000

export function startProcess(
  options: ChildOptions,
  confinement: Confinement,
  listeners: Listeners,
): ConfinedProcess {
  const { codeCache } = options
  const { file, args, credentials } = commandOf(options, confinement)
  const child = spawn(file, args, {
    cwd: options.folder,
    env: { ...childEnvironment, ...(codeCache !== undefined && { NODE_COMPILE_CACHE: codeCache }) },
    stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
    // A session and process group of its own, so that it can be killed with all that it started.
    detached: true,
    ...credentials,
  })
  const lastWords = hearLastWords(child)
  hearMessages(child, listeners)
  // Writing to a process that has just ended fails; `gone` reports that end.
  child.stdin?.on('error', () => {})
  return {
    pid: child.pid,
    gone: whenGone(child),
    send: (message) => child.stdin?.write(`${JSON.stringify(message)}\n`),
    kill: () => killGroup(child),
    lastWords,
  }
}

function hearLastWords(child: ChildProcess): () => string {
  let words = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    words = (words + chunk).slice(-LAST_WORDS_CHARACTERS)
  })
  return () => words.trim()
}

function hearMessages(child: ChildProcess, { onMessage, onGarbage }: Listeners): void {
  const lines = createLineSplitter(MAX_MESSAGE_CHARACTERS)
  // Sound: `spawn` made a pipe of it, readable and writable; it is null only where spawning failed.
  const replies = child.stdio[REPLIES_FD] as Readable | null
  replies?.on('error', () => {})
  replies?.setEncoding('utf8').on('data', (chunk: string) => {
    for (const line of lines.push(chunk) ?? ['']) {
      const message = parseFromChild(line)
      if (message) onMessage(message)
      else onGarbage()
    }
  })
}

function whenGone(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(`could not be started: ${error.message}`))
    child.once('exit', (code, signal) => {
      const how = signal === null ? `ended with code ${code}` : `was ended by ${signal}`
      // What it may have started, and left.
      if (child.pid !== undefined) tryKill(-child.pid)
      child.once('close', () => resolve(how))
      setTimeout(() => resolve(how), CHANNEL_CLOSE_MS).unref()
    })
  })
}

/** Ends a process that leads a group of its own, with all that it started. */
export function killGroup(child: ChildProcess): void {
  // Afterwards the id may be another's.
  const isAlive = child.exitCode === null && child.signalCode === null
  if (child.pid !== undefined && isAlive) tryKill(-child.pid)
}

function tryKill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Nobody is left.
  }
}
