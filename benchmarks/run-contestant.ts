/** Runs each contestant of the benchmark in a separate process. */
import { execFile, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { heapFlags } from '../converter/src/confinement.ts'
import type { Task } from './contestants.ts'
import type { Trial } from './trials.ts'

const root = join(import.meta.dirname, '..')
const run = promisify(execFile)

export interface Figures {
  readonly cpuMs: number
  readonly wallMs: number
  readonly peakMiB: number
  readonly characters: number
}

/** The default heap of a converter's child. */
const HEAP_MIB = 512

/**
 * Installs the peers from a separate lock file into a separate folder, because Recto does not depend on them.
 *
 * Uses `npm install` instead of `npm ci`: some peers publish builds for other systems late or never, so no lock file is
 * complete.
 *
 * @returns True if they are installed.
 */
export function installPeers(): boolean {
  if (existsSync(join(root, 'benchmarks', 'node_modules'))) return true
  process.stderr.write('bench: installing the peers …\n')
  const options = ['--no-save', '--ignore-scripts', '--workspaces=false', '--no-audit', '--no-fund']
  const npm = spawnSync('npm', ['install', '--loglevel=error', ...options], {
    cwd: join(root, 'benchmarks'),
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (npm.status !== 0) process.stderr.write('bench: the peers cannot be installed.\n')
  return npm.status === 0
}

/** Measures time in a warm process over many runs, and memory in a process that converts once. */
export async function runContestant(trial: Trial, name: string, path: string): Promise<Figures> {
  const { peakMiB } = await runProcess(trial.task, name, path, { runs: 1, warmups: 0 })
  return { ...(await runProcess(trial.task, name, path, trial)), peakMiB }
}

async function runProcess(
  task: Task,
  name: string,
  path: string,
  { runs, warmups }: Pick<Trial, 'runs' | 'warmups'>,
): Promise<Figures> {
  const script = join(root, 'benchmarks', 'run-one.ts')
  const flags = name.startsWith('recto') ? heapFlags(HEAP_MIB) : []
  const { stdout } = await run(
    process.execPath,
    [...flags, script, task, name, path, String(runs), String(warmups)],
    { cwd: join(root, 'benchmarks'), maxBuffer: 2 ** 26 },
  )
  // Peers may print warnings before the line of figures.
  return JSON.parse(stdout.slice(stdout.lastIndexOf('{'))) as Figures
}
