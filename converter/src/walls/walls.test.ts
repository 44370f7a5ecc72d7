/** Tests the walls on simulated systems, with attacks from inside. */
import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { callFilter, refusedCalls } from './system-calls.ts'
import type { AttackReport } from './testing/attacked-server.ts'

const isRoot = process.getuid?.() === 0
const testing = join(import.meta.dirname, 'testing')
const [prctl = ''] = callFilter()?.calls.split(',') ?? []

/** Simulates a machine without perl and unshare. */
const poor = mkdtempSync(join(tmpdir(), 'recto-poor-'))
chmodSync(poor, 0o755)
for (const name of ['nice', 'prlimit', 'setpriv']) symlinkSync(`/usr/bin/${name}`, join(poor, name))
afterAll(() => rmSync(poor, { recursive: true, force: true }))

const refusing = (error: number, calls: readonly number[]): string[] => [
  'perl',
  join(testing, 'container.pl'),
  prctl,
  String(error),
  calls.join(','),
]
/** EPERM for the calls that Docker's default profile refuses. */
const container = refusing(1, refusedCalls('kernel'))
/** ENOSYS for landlock_create_ruleset: a kernel before 5.13, or one without Landlock. */
const noLandlock = refusing(38, [444, ...refusedCalls('kernel')])
/** Docker's default capabilities. */
const capabilities =
  'chown,dac_override,fowner,fsetid,kill,setgid,setuid,setpcap,net_bind_service,net_raw,sys_chroot,mknod,audit_write,setfcap'
const withFew = ['setpriv', `--bounding-set=-all,${capabilities.replace(/\w+/g, '+$&')}`, '--']
const withNone = ['setpriv', '--bounding-set=-all', '--']
const asUser = isRoot ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--'] : []

interface System {
  readonly name: string
  /** A command line that starts the server's command. */
  readonly wrapper: readonly string[]
  /** The `PATH` of the server. */
  readonly path?: string
  /** Walls that can't be set up there. */
  readonly missing: readonly string[]
}

const everyWall = ['files', 'network', 'processes', 'programs']

const ofUsers: readonly System[] = [
  { name: 'a user', wrapper: asUser, missing: [] },
  { name: 'a user in a container', wrapper: [...container, ...asUser], missing: [] },
  {
    name: 'a user on a kernel without Landlock',
    wrapper: [...noLandlock, ...asUser],
    missing: ['files', 'processes'],
  },
  {
    name: 'a user in a container without perl',
    wrapper: [...container, ...asUser],
    path: poor,
    missing: everyWall,
  },
]
const ofRoot: readonly System[] = [
  { name: 'root', wrapper: [], missing: [] },
  { name: 'root in a container', wrapper: [...container, ...withFew], missing: [] },
  {
    name: 'root in a container without capabilities',
    wrapper: [...container, ...withNone],
    missing: [],
  },
  {
    name: 'root on a kernel without Landlock',
    wrapper: [...noLandlock, ...withFew],
    missing: ['files'],
  },
  {
    name: 'root in a container without perl',
    wrapper: [...container, ...withFew],
    path: poor,
    missing: ['files', 'network', 'programs'],
  },
]

async function besiege({ wrapper, path }: System): Promise<AttackReport> {
  const server = [process.execPath, join(testing, 'attacked-server.ts'), ...(path ? [path] : [])]
  const [file = '', ...args] = [...wrapper, ...server]
  const { stdout } = await promisify(execFile)(file, args)
  // Sound: attacked-server.ts wrote it.
  return JSON.parse(stdout) as AttackReport
}

test.runIf(process.platform === 'linux').each(isRoot ? [...ofUsers, ...ofRoot] : ofUsers)(
  'on $name, each wall holds or is reported missing',
  { timeout: 30_000 },
  async (system) => {
    const { walls, open } = await besiege(system)
    const missing = walls.filter(({ isUp }) => !isUp)
    expect(missing.map(({ name }) => name)).toEqual(system.missing)
    expect(missing.filter(({ why }) => !why)).toEqual([])
    const breached = new Set(open.map((attack) => attack.split(':')[0]))
    expect([...breached].filter((name) => !system.missing.includes(name ?? ''))).toEqual([])
    // Checks that the attacks work without walls.
    if (system.missing === everyWall) expect(open.length).toBeGreaterThan(25)
  },
)

test('an unsupported architecture has no system call filter', () => {
  expect(callFilter('riscv64')).toBe(undefined)
  expect(callFilter('arm64')?.calls).toBe('167,91')
})
