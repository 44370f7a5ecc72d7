/** Starts and ends a confined process, and receives its messages. */
import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { type ChildOptions, commandOf } from './confinement.ts'
import { createLineSplitter } from './lines.ts'
import { type FromChild, MAX_MESSAGE_CHARACTERS, REPLIES_FD, type ToChild } from './messages.ts'
import { parseFromChild } from './parse-message.ts'
import { type Confinement, childEnvironment } from './walls/index.ts'

interface Listeners {
  readonly onMessage: (message: FromChild) => void
  /** Called if the child wrote an invalid message. */
  readonly onGarbage: () => void
}

export interface ConfinedProcess {
  readonly pid: number | undefined
  /** Resolves with a description of its end for the log, after it has ended and all its messages were handled. */
  readonly gone: Promise<string>
  send(message: ToChild): void
  /** Kills it and all processes that it started. */
  kill(): void
  /** Returns the end of its standard error. */
  lastWords(): string
}

/** Characters of a child's standard error to keep. V8's report of a full heap has about 3,000. */
const LAST_WORDS_CHARACTERS = 4_000
/** The time that the channel of an ended process may stay open; another process holds it then. */
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
    // Starts a session and process group, so that it can be killed with all processes that it started.
    detached: true,
    ...credentials,
  })
  const lastWords = readLastWords(child)
  readMessages(child, listeners)
  // Writing to an ended process fails; `gone` reports that end.
  child.stdin?.on('error', () => {})
  return {
    pid: child.pid,
    gone: whenGone(child),
    send: (message) => child.stdin?.write(`${JSON.stringify(message)}\n`),
    kill: () => killGroup(child),
    lastWords,
  }
}

function readLastWords(child: ChildProcess): () => string {
  let words = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    words = (words + chunk).slice(-LAST_WORDS_CHARACTERS)
  })
  return () => words.trim()
}

function readMessages(child: ChildProcess, { onMessage, onGarbage }: Listeners): void {
  const lines = createLineSplitter(MAX_MESSAGE_CHARACTERS)
  // Sound: `spawn` made it a readable pipe; it is null only if spawning failed.
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
      // Kills processes that it started and left running.
      if (child.pid !== undefined) tryKill(-child.pid)
      child.once('close', () => resolve(how))
      setTimeout(() => resolve(how), CHANNEL_CLOSE_MS).unref()
    })
  })
}

/** Kills the process group of a process. */
export function killGroup(child: ChildProcess): void {
  // After its end, another process may get the id.
  const isAlive = child.exitCode === null && child.signalCode === null
  if (child.pid !== undefined && isAlive) tryKill(-child.pid)
}

function tryKill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The group is empty already.
  }
}
