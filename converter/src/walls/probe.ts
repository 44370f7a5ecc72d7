/**
 * Tests the walls from inside, without Node's permission model, like a converter that a document has taken over.
 *
 * Prints `ready`, waits for the end of its standard input, and prints sentences on what it could do, by wall.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import type { ProbedWall, ProbeTargets } from './check.ts'

const CONNECT_MS = 1_000

// Sound: checkWalls wrote it.
const targets = JSON.parse(process.argv[2] ?? '') as ProbeTargets

const attempts: { readonly [Name in ProbedWall]: Readonly<Record<string, () => unknown>> } = {
  files: {
    'reads files of the server': () => readFileSync(targets.secret),
    'reads files of the system': () => readFileSync('/etc/passwd'),
    'writes files of the server': () => writeFileSync(targets.secret, ''),
    'writes to folders of all users': () => writeFileSync(targets.elsewhere, ''),
    'changes the permissions of a file': () => chmodSync(targets.secret, 0o666),
  },
  network: {
    'connects by TCP': () => reach({ host: '127.0.0.1', port: targets.port }),
    'connects to a unix socket': () => reach({ path: targets.socket }),
  },
  processes: {
    'can end the server': () => process.kill(targets.server, 0),
    "reads the server's environment": () => readFileSync(`/proc/${targets.server}/environ`),
    "reads the server's memory": () => readFileSync(`/proc/${targets.server}/maps`),
  },
  programs: {
    'starts a program': () => {
      const { error } = spawnSync(process.execPath, ['--version'])
      if (error) throw error
    },
  },
}

function reach(address: { host: string; port: number } | { path: string }): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(address).setTimeout(CONNECT_MS, () => reject(new Error('silence')))
    socket.once('connect', resolve).once('error', reject)
  })
}

async function tryAll(
  attempts: Readonly<Record<string, () => unknown>>,
): Promise<readonly string[]> {
  const done: string[] = []
  for (const [sentence, attempt] of Object.entries(attempts)) {
    try {
      await attempt()
      done.push(sentence)
    } catch {
      // The wall holds.
    }
  }
  return done
}

process.stdout.write('ready\n')
process.stdin.resume().on('end', async () => {
  const found = Object.entries(attempts).map(async ([name, each]) => [name, await tryAll(each)])
  process.stdout.write(JSON.stringify(Object.fromEntries(await Promise.all(found))), () =>
    process.exit(),
  )
})
