/** A server for tests: sets up walls, has them tested and attacked, and prints the results. */
import { spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import '../../testing/live-with-parent.ts'
import { childEnvironment, confine } from '../confine.ts'
import { checkWalls, findConfinement, giveTo, letPass, type Wall } from '../index.ts'

/** The outcome of the attacks. */
export interface AttackReport {
  readonly layers: readonly string[]
  readonly walls: readonly Wall[]
  /** Attacks that succeeded, such as `network: TCP`. */
  readonly open: readonly string[]
}

const converter = join(import.meta.dirname, '..', '..', '..')
const script = join(import.meta.dirname, '..', 'probe.ts')
const packages = join(converter, '..', 'node_modules')
const limits = { cpuSeconds: 20, fileBlocks: 10_000, isBackground: false }

async function listen(target: string | number): Promise<number> {
  const server = createServer((socket) => socket.on('error', () => {}).resume())
  await once(
    typeof target === 'number' ? server.listen(target, '127.0.0.1') : server.listen(target),
    'listening',
  )
  const address = server.address()
  return typeof address === 'object' && address ? address.port : 0
}

async function besiege(folder: string): Promise<AttackReport> {
  const readable = [converter, packages]
  const confinement = await findConfinement({ script, readable, folder })
  const { owner } = confinement
  const ours = join(folder, 'data')
  mkdirSync(ours, { mode: 0o700 })
  const [secret, upload] = [join(ours, 'secret.key'), join(ours, 'upload')]
  for (const path of [secret, upload]) writeFileSync(path, 'secret', { mode: 0o600 })
  const [own, sibling] = [join(folder, 'child-1'), join(folder, 'child-2')]
  for (const path of [own, sibling]) mkdirSync(path, { mode: 0o700 })
  writeFileSync(join(sibling, 'input'), 'of somebody else', { mode: 0o600 })
  for (const path of [own, sibling]) giveTo(owner, path)
  letPass(owner, ours)
  const unix = join(ours, 'socket')
  const abstract = `recto-${process.pid}`
  const port = await listen(0)
  await Promise.all([listen(unix), listen(`\0${abstract}`)])
  const udp = createSocket('udp4').bind(0, '127.0.0.1')
  await once(udp, 'listening')
  const targets = [
    process.pid,
    port,
    udp.address().port,
    unix,
    abstract,
    secret,
    upload,
    join(sibling, 'input'),
  ]
  const command = ['/usr/bin/perl', join(import.meta.dirname, 'attack.pl'), ...targets.map(String)]
  const reach = { readable: [...readable, '/usr/bin/perl', '/usr/share/perl'], writable: own }
  const { file, args, credentials } = confine(command, limits, reach, confinement)
  const child = spawn(file, args, {
    cwd: own,
    env: childEnvironment,
    stdio: ['pipe', 'pipe', 'inherit'],
    ...credentials,
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    said += chunk
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`the attack ended with ${code}`)
  const walls = await checkWalls(confinement, folder, readable)
  return { layers: [...confinement.layers], walls, open: said.split('\n').filter(Boolean) }
}

const [path] = process.argv.slice(2)
// Hides all commands except those in this folder.
if (path !== undefined) childEnvironment.PATH = path
const folder = mkdtempSync(join(tmpdir(), 'recto-fortress-'))
try {
  process.stdout.write(JSON.stringify(await besiege(folder)))
} finally {
  rmSync(folder, { recursive: true, force: true })
  process.exit()
}
