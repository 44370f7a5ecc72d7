/** Asks the registry for known vulnerabilities of production dependencies; exits with 1 for high and critical ones. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

interface Audit {
  readonly metadata?: { readonly vulnerabilities: Readonly<Record<string, number>> }
  readonly vulnerabilities?: Readonly<Record<string, { readonly severity: string }>>
}

const serious: ReadonlySet<string> = new Set(['high', 'critical'])

/** @returns The names of packages with serious vulnerabilities; `undefined` if the registry sent no list. */
export function findVulnerable(json: string): string[] | undefined {
  const { metadata, vulnerabilities = {} }: Audit = JSON.parse(json)
  if (!metadata) return undefined
  return Object.entries(vulnerabilities).flatMap(([name, { severity }]) =>
    serious.has(severity) ? [`${name} (${severity})`] : [],
  )
}

function main(): void {
  const args = ['audit', '--omit=dev', '--json', '--loglevel=silent']
  const root = join(import.meta.dirname, '..')
  const { stdout } = spawnSync('npm', args, { cwd: root, encoding: 'utf8' })
  const found = findVulnerable(stdout || '{}')
  if (!found)
    process.stdout.write('audit: skipped: the registry gave no list of vulnerabilities.\n')
  else if (found.length === 0) process.stdout.write('audit: no serious vulnerability is known.\n')
  else {
    process.stderr.write(`audit: ${found.join(', ')}; npm audit --omit=dev says more.\n`)
    process.exitCode = 1
  }
}

if (import.meta.main) main()
