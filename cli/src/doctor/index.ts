/** `recto doctor`: whether the walls hold that keep a hostile document in its converter, and why they do not. */
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { checkWalls, type Wall } from '@recto/converter'
import { findMemoryShortage } from '@recto/service'
import { readConfig } from '../config.ts'
import { parseWords, UsageError } from '../usage.ts'

const usage = `recto doctor: whether hostile documents are kept in their converters on this machine

Usage: recto doctor [--json]

  Starts a process as documents are converted in, has it try to get out, and prints each wall: up or missing, what it is made of, and why.
  To be run as the user, and in the container, that recto serve runs as. docs/operations.md, "The walls", tells what to do.

Exit code: 0 all walls are up, 1 some are missing, 2 wrong usage or set-up.
`

const advice = 'recto doctor --help shows the usage.'
export const doctorOptions = {
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

/** @throws {UsageError} */
export async function runDoctor(words: readonly string[]): Promise<number> {
  const { values, positionals } = parseWords(words, doctorOptions, advice)
  if (positionals.length > 0) throw new UsageError(`"${positionals[0]}" is too much.`, advice)
  if (values.help) {
    process.stdout.write(usage)
    return 0
  }
  const config = readConfig()
  const folder = await mkdtemp(join(config.tempFolder, 'recto-doctor-'))
  const walls = await checkWalls(folder).finally(() => rm(folder, { recursive: true, force: true }))
  const shortage = findMemoryShortage(config)
  const warnings = shortage === undefined ? [] : [shortage]
  process.stdout.write(
    values.json
      ? `${JSON.stringify({ walls: walls.map(toJson), warnings })}\n`
      : writeText(walls, warnings),
  )
  return walls.every(({ isUp }) => isUp) ? 0 : 1
}

function toJson({ name, isUp, purpose, means, why }: Wall) {
  return { name, up: isUp, purpose, means, ...(why !== undefined && { why }) }
}

function writeText(walls: readonly Wall[], warnings: readonly string[]): string {
  const width = Math.max(...walls.map(({ name }) => name.length))
  const lines = walls.flatMap(({ name, isUp, purpose, means, why }) => [
    `${isUp ? 'up     ' : 'MISSING'}  ${name.padEnd(width)}  ${purpose}${isUp ? ` (${means.join(', ')})` : ''}`,
    ...(why === undefined ? [] : [`         ${' '.repeat(width)}  ${why}`]),
  ])
  return [...lines, ...warnings.map((warning) => `warning: ${warning}`), ''].join('\n')
}
