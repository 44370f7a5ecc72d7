/** `recto doctor`: checks the walls around converters, and the database, store, clocks, versions and disk of a service. */
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { checkWalls, type Wall } from '@recto/converter'
import { checkDependencies, createLog, type Dependencies, findMemoryShortage } from '@recto/service'
import { readConfig } from '../config.ts'
import { parseWords, UsageError } from '../usage.ts'

const usage = `recto doctor: whether hostile documents are kept in their converters on this machine

Usage: recto doctor [--json]

  Starts a process confined like the converters, lets it try to escape, and prints each wall: up or missing, its mechanisms, and the reason.
  Also prints versions and free disk space, and checks PostgreSQL (DATABASE_URL), its clock, and a bucket (RECTO_STORAGE_URL) if they are set.
  Run it as the same user, and in the same container, as recto serve. docs/operations.md explains the remedies.

Exit code: 0 all checks pass, 1 walls are missing, or the database or the store fails, 2 wrong usage or configuration.
`

const advice = 'recto doctor --help shows the usage.'
export const doctorOptions = {
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

/** @throws {UsageError} */
export async function runDoctor(words: readonly string[]): Promise<number> {
  const { values, positionals } = parseWords(words, doctorOptions, advice)
  if (positionals.length > 0)
    throw new UsageError(`Unexpected argument: "${positionals[0]}".`, advice)
  if (values.help) {
    process.stdout.write(usage)
    return 0
  }
  const config = readConfig()
  const folder = await mkdtemp(join(config.tempFolder, 'recto-doctor-'))
  const walls = await checkWalls(folder).finally(() => rm(folder, { recursive: true, force: true }))
  const shortage = findMemoryShortage(config)
  const found = await checkDependencies(config, createLog('silent'))
  const warnings = [...(shortage === undefined ? [] : [shortage]), ...found.warnings]
  const surroundings = { ...found, warnings }
  process.stdout.write(
    values.json
      ? `${JSON.stringify({ walls: walls.map(toJson), ...surroundings })}\n`
      : writeText(walls, surroundings),
  )
  return walls.every(({ isUp }) => isUp) && found.faults.length === 0 ? 0 : 1
}

function toJson({ name, isUp, purpose, means, why }: Wall) {
  return { name, up: isUp, purpose, means, ...(why !== undefined && { why }) }
}

function writeText(walls: readonly Wall[], { facts, warnings, faults }: Dependencies): string {
  const width = Math.max(...walls.map(({ name }) => name.length))
  const lines = walls.flatMap(({ name, isUp, purpose, means, why }) => [
    `${isUp ? 'up     ' : 'MISSING'}  ${name.padEnd(width)}  ${purpose}${isUp ? ` (${means.join(', ')})` : ''}`,
    ...(why === undefined ? [] : [`         ${' '.repeat(width)}  ${why}`]),
  ])
  const factLines = Object.entries(facts).map(([name, fact]) => `${name}: ${fact}`)
  return [
    ...lines,
    ...factLines,
    ...warnings.map((warning) => `warning: ${warning}`),
    ...faults.map((fault) => `FAULT: ${fault}`),
    '',
  ].join('\n')
}
