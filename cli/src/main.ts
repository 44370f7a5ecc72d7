/** The command's subcommands: finds the subcommand, runs it, sets the exit code. */
import { createRequire } from 'node:module'
import { ignoreClosedPipe } from './closed-pipe.ts'
import type { Command } from './command.ts'
import { commands } from './commands.ts'
import { suggest } from './suggest.ts'
import { UsageError } from './usage.ts'

const usage = `recto: documents to Markdown

Usage: recto COMMAND …

${Object.entries(commands)
  .map(([name, { words, about }]) => `  ${`${name} ${words}`.padEnd(18)} ${about}`)
  .join('\n')}

  recto help COMMAND     the options of a command; the same as recto COMMAND --help
  recto --version
`

async function main(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args
  if (name === '--version' || name === '-v') {
    // Sound: the package is our own.
    const manifest = createRequire(import.meta.url)('../package.json') as { version: string }
    process.stdout.write(`recto ${manifest.version}\n`)
    return 0
  }
  if (name === 'help' && rest[0] !== undefined) return find(rest[0]).run(['--help'])
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    process.stdout.write(usage)
    return name === undefined ? 2 : 0
  }
  return find(name).run(rest)
}

/** @throws {UsageError} */
function find(name: string): Command {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command) return command
  const names = [...Object.keys(commands), 'help']
  const sentence = `There is no command "${name}".${suggest(name, names)}`
  throw new UsageError(sentence, 'recto --help lists them.')
}

process.stdout.on('error', ignoreClosedPipe)
try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  process.stderr.write(`recto: ${error.message}\n${error.advice}\n`)
  process.exitCode = 2
}
