/** Tests the walls: a process behind them tries to escape, and the kernel is asked about its limits. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { z } from 'zod'
import { capMemory } from '../memory.ts'
import { nodePath } from '../node-path.ts'
import { type Confinement, childEnvironment, confine, type Layer } from './confine.ts'
import { giveTo, letPass } from './owner.ts'

/** Walls that a process tests from inside. */
export type ProbedWall = 'files' | 'network' | 'processes' | 'programs'
export type WallName = ProbedWall | 'privileges' | 'memory'

export interface Wall {
  readonly name: WallName
  readonly isUp: boolean
  /** Name of the protected resource: network, files, … */
  readonly purpose: string
  /** The mechanisms of the kernel that form the wall. */
  readonly means: readonly string[]
  /** Why a wall is down: what a child could do, and why no mechanism is available. */
  readonly why?: string
}

/** The targets that a probe tries to reach. */
export interface ProbeTargets {
  /** A file of the server's, like its secret key. */
  readonly secret: string
  /** A path in a folder that every user may write to. */
  readonly elsewhere: string
  /** The port of a server on this machine. */
  readonly port: number
  readonly socket: string
  /** Process id. */
  readonly server: number
}

const purposes: Readonly<Record<WallName, string>> = {
  files: 'a child opens its own folder and the program, and no other file',
  network: 'a child opens no sockets of any kind',
  processes: 'a child neither reads nor stops another process',
  programs: 'a child starts no program',
  privileges: 'a child has no privileges and gains none',
  memory:
    'the memory of a child is limited, and the kernel kills children first when memory runs out',
}

/** Lists the walls in the order of the report. */
// Sound: the keys are such by the type.
export const wallNames = Object.keys(purposes) as readonly WallName[]

/** The layers that form each wall. */
const layersOf: Readonly<Record<WallName, readonly Layer[]>> = {
  files: ['files', 'user'],
  network: ['calls', 'namespaces'],
  processes: ['calls', 'files', 'user'],
  programs: ['calls'],
  privileges: ['calls', 'user', 'rights'],
  memory: [],
}

const layerTitles: Readonly<Record<Layer, string>> = {
  user: 'a separate user',
  namespaces: 'network and IPC namespaces',
  rights: 'no_new_privs',
  calls: 'seccomp',
  files: 'Landlock',
}

const probedWalls = ['files', 'network', 'processes', 'programs'] as const
const findings = z.record(z.enum(probedWalls), z.array(z.string()))

const PROBE_MS = 30_000
const limits = { cpuSeconds: 10, fileBlocks: 1_000, isBackground: false }
const PROBE_MEMORY_BYTES = 256 * 1024 * 1024

/** `.ts` in the sources, `.js` in the compiled package. */
const extension = extname(import.meta.filename)
const probeScript = join(import.meta.dirname, `probe${extension}`)

/**
 * Tests the walls with a process that tries to escape, which takes a tenth of a second.
 *
 * @param folder The parent of the children's folders.
 * @param readable The code that children may read.
 */
export async function checkWalls(
  confinement: Confinement,
  folder: string,
  readable: readonly string[],
): Promise<readonly Wall[]> {
  const { owner } = confinement
  const ours = mkdtempSync(join(folder, 'recto-server-'))
  const own = mkdtempSync(join(folder, 'recto-probe-'))
  giveTo(owner, own)
  letPass(owner, ours)
  const secret = join(ours, 'secret')
  writeFileSync(secret, 'secret', { mode: 0o600 })
  const socket = join(ours, 's')
  const servers = await Promise.all([listen({ host: '127.0.0.1', port: 0 }), listen(socket)])
  const address = servers[0].address()
  const port = typeof address === 'object' && address ? address.port : 0
  const elsewhere = join(tmpdir(), `recto-probe-${process.pid}`)
  const targets: ProbeTargets = { secret, elsewhere, port, socket, server: process.pid }
  try {
    const child = startProbe(confinement, own, readable, targets)
    return toWalls(confinement, await question(child, confinement))
  } finally {
    for (const server of servers) server.close()
    for (const path of [ours, own, elsewhere]) rmSync(path, { recursive: true, force: true })
  }
}

async function listen(address: string | { host: string; port: number }): Promise<Server> {
  const server = createServer((socket) => socket.on('error', () => {}).destroy())
  await once(server.listen(address).unref(), 'listening')
  return server
}

function startProbe(
  confinement: Confinement,
  cwd: string,
  readable: readonly string[],
  targets: ProbeTargets,
): ChildProcess {
  const command = [nodePath, probeScript, JSON.stringify(targets)]
  const reach = { readable: [nodePath, ...readable], writable: cwd }
  const { file, args, credentials } = confine(command, limits, reach, confinement)
  return spawn(file, args, {
    cwd,
    env: childEnvironment,
    stdio: ['pipe', 'pipe', 'ignore'],
    timeout: PROBE_MS,
    ...credentials,
  })
}

/** The faults of each wall. */
type Findings = Readonly<Record<WallName, readonly string[]>>

async function question(child: ChildProcess, { owner }: Confinement): Promise<Findings> {
  const { pid = 0, stdin, stdout } = child
  child.on('error', () => {})
  const gone = once(child, 'close')
  let said = ''
  const isReady = new Promise<boolean>((resolve) => {
    stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      said += chunk
      if (said.includes('\n')) resolve(true)
    })
    void gone.then(() => resolve(false))
  })
  if (!(await isReady)) throw new Error('The process that tries the walls did not start.')
  await capMemory(pid, PROBE_MEMORY_BYTES, owner)
  const inside = { privileges: findPrivileges(pid), memory: findMemoryFaults(pid) }
  stdin?.on('error', () => {}).end()
  await gone
  const found = findings.parse(JSON.parse(said.slice(said.indexOf('\n'))))
  return { ...inside, ...found }
}

/** proc(5), /proc/PID/status. */
function findPrivileges(pid: number): readonly string[] {
  const status = readProc(pid, 'status')
  const field = (name: string): string =>
    new RegExp(`^${name}:\\s+(\\S+)`, 'm').exec(status)?.[1] ?? ''
  return [
    ...(field('NoNewPrivs') === '1' ? [] : ['gains the rights of setuid programs']),
    ...(/^0+$/.test(field('CapEff') + field('CapPrm')) ? [] : ['has capabilities']),
  ]
}

/** proc(5), /proc/PID/limits: RLIMIT_DATA. */
function findMemoryFaults(pid: number): readonly string[] {
  const isCapped = /^Max data size\s+\d/m.test(readProc(pid, 'limits'))
  const isFirst = Number(readProc(pid, 'oom_score_adj')) > 0
  return [
    ...(isCapped ? [] : ['may exceed its memory limit between two checks']),
    ...(isFirst ? [] : ['is not the first process to be killed when memory runs out']),
  ]
}

function readProc(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'latin1')
  } catch {
    return ''
  }
}

function toWalls({ layers, failures }: Confinement, found: Findings): readonly Wall[] {
  return wallNames.map((name) => {
    const layersOfWall = layersOf[name]
    const isUp = found[name].length === 0
    const reasons = layersOfWall.flatMap((layer) => {
      const failure = failures[layer]
      return failure === undefined ? [] : [`${layerTitles[layer]}: ${failure}`]
    })
    const why = [`a child ${found[name].join(', ')}`, ...reasons].join('; ')
    const means = layersOfWall.filter((layer) => layers.has(layer))
    return {
      name,
      isUp,
      purpose: purposes[name],
      means:
        name === 'memory'
          ? ['RLIMIT_DATA', 'oom_score_adj']
          : means.map((each) => layerTitles[each]),
      ...(!isUp && { why }),
    }
  })
}
