/** The command's subcommands: finds the subcommand, runs it, sets the exit code. */
import { createRequire } from 'node:module'
import { ignoreClosedPipe } from './closed-pipe.ts'
import { UsageError } from './usage.ts'

const usage = `recto: documents to Markdown

Usage:
  recto convert FILE…    convert documents (recto convert --help)
  recto inspect FILE     paint how a page of a PDF was read over its picture (recto inspect --help)
  recto serve            run the HTTP service (recto serve --help)
  recto work             do the jobs of the queue, for a service elsewhere (recto serve --role worker)
  recto keys …           make, list and revoke API keys (recto keys --help)
  recto accounts …       list accounts, change their plans (recto keys --help)
  recto migrate          bring the database up to date
  recto doctor           whether hostile documents are kept in (recto doctor --help)
  recto --version
`

/** Subcommand → its exit code. Loaded on demand, so that one does not pay for the other. */
const commands: Readonly<Record<string, (args: readonly string[]) => Promise<number>>> = {
  convert: async (args) => (await import('./convert/index.ts')).runConvert(args),
  inspect: async (args) => (await import('./inspect/index.ts')).runInspect(args),
  serve: (args) => serve(args),
  work: (args) => serve(['--role', 'worker', ...args]),
  keys: async (args) => (await import('./admin/index.ts')).runAdmin(['keys', ...args]),
  accounts: async (args) => (await import('./admin/index.ts')).runAdmin(['accounts', ...args]),
  doctor: async (args) => (await import('./doctor/index.ts')).runDoctor(args),
  migrate: async (args) => (await import('./admin/index.ts')).runMigrate(args),
}

/** Secrets first: taking them may start the command anew. */
async function serve(args: readonly string[]): Promise<number> {
  const secrets = (await import('./secrets.ts')).takeSecrets()
  return (await import('./serve.ts')).runServe(args, secrets)
}

async function main(args: readonly string[]): Promise<number> {
  const [name, ...rest] = args
  if (name === '--version' || name === '-v') {
    // Sound: the package is our own.
    const manifest = createRequire(import.meta.url)('../package.json') as { version: string }
    process.stdout.write(`recto ${manifest.version}\n`)
    return 0
  }
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    process.stdout.write(usage)
    return name === undefined ? 2 : 0
  }
  const command = commands[name]
  if (!command) throw new UsageError(`There is no command "${name}".`, 'recto --help lists them.')
  return command(rest)
}

process.stdout.on('error', ignoreClosedPipe)
try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  process.stderr.write(`recto: ${error.message}\n${error.advice}\n`)
  process.exitCode = 2
}
