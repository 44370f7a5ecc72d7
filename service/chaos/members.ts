/** Starts, replaces and stops the processes of a cluster, each with temporary files on a separate small disk. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Ends a member soon after this process, however this process ends. */
const lifeline = join(
  import.meta.dirname,
  ...['..', '..', 'converter', 'src', 'testing', 'live-with-parent.ts'],
)
const FIRST_PORT = 29_140
/** Size of each member's disk for temporary files. */
export const DISK_BYTES = 8 * 1024 * 1024
const READY_TRIES = 1_800
const READY_WAIT_MS = 100

export interface Member {
  readonly name: string
  readonly role: 'web' | 'worker'
  readonly url: string
  readonly temp: string
  /** `undefined` while it is stopped. */
  process: ChildProcess | undefined
  /** Path of the command of its current or next version. */
  command: string
}

export interface Members {
  readonly members: readonly Member[]
  /** True if each member has a separate disk for temporary files, which requires the right to mount. */
  readonly hasOwnDisks: boolean
  /** @param clock Arguments of `faketime`, for a process with a wrong clock. */
  start(member: Member, clock?: string): Promise<void>
  /** Stops a member gracefully, and starts another version in its place. */
  replace(member: Member, command: string): Promise<void>
  /** Stops all members gracefully. @returns Files left in their folders for temporary files. */
  stop(): Promise<string[]>
}

/** Creates two web processes and two workers, not yet started. */
export async function createMembers(
  folder: string,
  command: string,
  environment: NodeJS.ProcessEnv,
): Promise<Members & { killAll(): void }> {
  const log = createWriteStream(join(folder, 'log'))
  const members = (['web', 'web', 'worker', 'worker'] as const).map((role, index): Member => {
    const name = `${role} ${index + 1}`
    const url = `http://127.0.0.1:${FIRST_PORT + index}`
    return { name, role, url, temp: join(folder, `temp-${index}`), process: undefined, command }
  })
  let hasOwnDisks = true
  for (const { temp } of members) {
    await mkdir(temp)
    const words = ['-t', 'tmpfs', '-o', `size=${DISK_BYTES}`, 'recto-chaos', temp]
    hasOwnDisks &&= spawnSync('mount', words).status === 0
  }
  const start = async (member: Member, clock?: string): Promise<void> => {
    const { role, command: version, url, temp } = member
    const words = [process.execPath, '--import', lifeline, version, 'serve', '--role', role]
    const [program = '', ...args] = clock === undefined ? words : ['faketime', clock, ...words]
    const child = spawn(program, args, {
      env: { ...environment, PORT: new URL(url).port, RECTO_TEMP_DIR: temp },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child.stdout?.pipe(log, { end: false })
    child.stderr?.pipe(log, { end: false })
    member.process = child
    child.once('exit', () => {
      if (member.process === child) member.process = undefined
    })
  }
  const replace = async (member: Member, version: string): Promise<void> => {
    await stopOne(member)
    member.command = version
    await start(member)
  }
  const stop = async (): Promise<string[]> => {
    for (const member of members) await stopOne(member)
    return (await Promise.all(members.map(({ temp }) => readdir(temp)))).flat()
  }
  const killAll = (): void => {
    for (const { process: child, temp } of members) {
      child?.kill('SIGKILL')
      if (hasOwnDisks) spawnSync('umount', ['-l', temp])
    }
  }
  return { members, hasOwnDisks, start, replace, stop, killAll }
}

async function stopOne({ process: child }: Member): Promise<void> {
  if (!child) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

export async function untilReady({ name, url }: Member): Promise<void> {
  for (let tries = 0; tries < READY_TRIES; tries++) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.ok) return
    await sleep(READY_WAIT_MS)
  }
  throw new Error(`The ${name} did not become ready.`)
}
