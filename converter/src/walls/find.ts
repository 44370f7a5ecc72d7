/** Finds the strongest walls that the system supports; each is tested before it is used. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { nodePath } from '../node-path.ts'
import {
  type Confinement,
  childEnvironment,
  confine,
  type FileAccess,
  type Layer,
  type ProcessLimits,
} from './confine.ts'
import { findObstacle, findOwner, giveTo, letPass, type Owner } from './owner.ts'
import { callFilter } from './system-calls.ts'

interface ConfinementOptions {
  /** The script of a child; it must be readable behind the walls. */
  readonly script: string
  /** The code that conversions need. */
  readonly readable: readonly string[]
  /** The parent of the children's folders. */
  readonly folder: string
}

const trialLimits: ProcessLimits = { cpuSeconds: 10, fileBlocks: 100, isBackground: false }
/** A trial takes 50 ms; an overloaded machine must not lose its walls because of a slow start. */
const TRIAL_MS = 30_000
/** Starts Node, reads its code, and writes to its folder. */
const trial = "fs.accessSync(process.argv[1], 4); fs.writeFileSync(path.resolve('trial'), '')"

/**
 * Finds the strongest confinement that works here.
 *
 * Takes one trial of 50 ms where every layer is available; otherwise one per layer, to report which fails and why.
 */
export async function findConfinement(surroundings: ConfinementOptions): Promise<Confinement> {
  const owner = findOwner()
  const { wanted, failures } = chooseLayers(owner, surroundings)
  const toConfinement = (layers: readonly Layer[]): Confinement => ({
    layers: new Set(layers),
    owner: layers.includes('user') ? owner : undefined,
    failures,
  })
  const attempt = (layers: readonly Layer[]): Promise<string | undefined> =>
    tryOut(toConfinement(layers), surroundings)
  if (wanted.length > 0 && (await attempt(wanted)) === undefined) return toConfinement(wanted)
  const layers: Layer[] = []
  for (const layer of [...wanted, 'rights' as const]) {
    // Skips layers that depend on a failed one, and layers that another one includes.
    if (layer === 'files' && !layers.includes('calls')) {
      failures.files = failures.calls ?? ''
      continue
    }
    if (layer === 'rights' && (layers.includes('calls') || process.platform !== 'linux')) continue
    const failure = await attempt([...layers, layer])
    if (failure === undefined) layers.push(layer)
    else failures[layer] = failure
  }
  return toConfinement(layers)
}

interface Choice {
  readonly wanted: readonly Layer[]
  readonly failures: Partial<Record<Layer, string>>
}

function chooseLayers(owner: Owner | undefined, { script, folder }: ConfinementOptions): Choice {
  const isLinux = process.platform === 'linux'
  const obstacle = findObstacle(folder) ?? findObstacle(script)
  const noUser = owner
    ? obstacle && `another user cannot enter ${obstacle}`
    : 'only root can run children as a separate user'
  const noCalls = callFilter() ? undefined : `the architecture ${process.arch} is not supported`
  const onlyLinux = isLinux ? undefined : 'it exists on Linux only'
  const reasons: readonly (readonly [Layer, string | undefined])[] = [
    ['user', noUser],
    ['namespaces', onlyLinux],
    ['calls', onlyLinux ?? noCalls],
    ['files', onlyLinux ?? noCalls],
  ]
  return {
    wanted: reasons.flatMap(([layer, reason]) => (reason === undefined ? [layer] : [])),
    failures: Object.fromEntries(
      reasons.flatMap(([layer, reason]) => (reason === undefined ? [] : [[layer, reason]])),
    ),
  }
}

/** @returns The reason why it fails; `undefined` if it works. */
async function tryOut(
  confinement: Confinement,
  { script, readable, folder }: ConfinementOptions,
): Promise<string | undefined> {
  const { owner } = confinement
  const own = mkdtempSync(join(folder, 'recto-trial-'))
  try {
    letPass(owner, folder)
    giveTo(owner, own)
    const reach: FileAccess = { readable: [nodePath, ...readable], writable: own }
    const command = [nodePath, '-e', trial, script]
    const { file, args, credentials } = confine(command, trialLimits, reach, confinement)
    return await end(
      spawn(file, args, {
        cwd: own,
        env: childEnvironment,
        stdio: ['ignore', 'ignore', 'pipe'],
        timeout: TRIAL_MS,
        ...credentials,
      }),
    )
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    rmSync(own, { recursive: true, force: true })
  }
}

async function end(child: ChildProcess): Promise<string | undefined> {
  // The server must be able to kill its children to enforce deadlines. For another user's process it needs CAP_KILL.
  if (child.pid !== undefined) process.kill(child.pid, 0)
  let words = ''
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
    words += chunk
  })
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code, signal) => {
      resolve(code === 0 ? undefined : (findComplaint(words) ?? `ended with ${signal ?? code}`))
    })
  })
}

/** Finds the error message: commands print one line, Node a dozen. */
function findComplaint(words: string): string | undefined {
  return (/^.*Error: .*$/m.exec(words) ?? /^.+$/m.exec(words))?.[0].trim()
}
