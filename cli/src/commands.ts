/** The table of subcommands. Their code is loaded on demand, so that each starts quickly. */
import type { Command, Options } from './command.ts'

const shells = ['bash', 'zsh', 'fish'] as const
const accountVerbs = ['list', 'set-tier', 'suspend', 'resume', 'export', 'delete'] as const
const adminOptions = async (): Promise<Options> => (await import('./admin/index.ts')).adminOptions

export const commands: Readonly<Record<string, Command>> = {
  convert: {
    words: 'INPUT…',
    about: 'convert documents to Markdown, JSON, chunks, HTML or text',
    run: async (args) => (await import('./convert/index.ts')).runConvert(args),
    options: async () => (await import('./convert/index.ts')).convertOptions,
  },
  inspect: {
    words: 'FILE',
    about: 'draw how a page of a PDF was read, over its picture',
    run: async (args) => (await import('./inspect/index.ts')).runInspect(args),
    options: async () => (await import('./inspect/index.ts')).inspectOptions,
  },
  mcp: {
    words: '',
    about: 'serve documents to assistants by the Model Context Protocol',
    run: async (args) => (await import('@recto/mcp')).runMcp(args),
    options: async () => (await import('@recto/mcp')).mcpOptions,
  },
  serve: {
    words: '',
    about: 'run the HTTP service',
    run: (args) => serve(args),
    options: async () => (await import('./serve.ts')).serveOptions,
  },
  work: {
    words: '',
    about: 'run a worker for the queue of a service',
    run: (args) => serve(['--role', 'worker', ...args]),
    options: async () => ({}),
  },
  keys: {
    words: '…',
    about: 'create, list and revoke API keys',
    run: async (args) => (await import('./admin/index.ts')).runAdmin(['keys', ...args]),
    verbs: ['create', 'list', 'revoke'],
    options: adminOptions,
  },
  accounts: {
    words: '…',
    about: 'list, suspend, export and delete accounts; change their plans',
    run: async (args) => (await import('./admin/index.ts')).runAdmin(['accounts', ...args]),
    verbs: accountVerbs,
    options: adminOptions,
  },
  jobs: {
    words: '…',
    about: 'list, show, cancel and retry jobs of all accounts',
    run: async (args) => (await import('./admin/index.ts')).runAdmin(['jobs', ...args]),
    verbs: ['list', 'show', 'cancel', 'retry'],
    options: adminOptions,
  },
  deliveries: {
    words: '…',
    about: 'list and resend webhooks; disable receivers',
    run: async (args) => (await import('./admin/index.ts')).runAdmin(['deliveries', ...args]),
    verbs: ['list', 'replay', 'disable'],
    options: adminOptions,
  },
  queue: {
    words: 'pause|resume',
    about: 'pause and resume the queue',
    run: async (args) => (await import('./admin/index.ts')).runAdmin(['queue', ...args]),
    verbs: ['pause', 'resume'],
    options: adminOptions,
  },
  credits: {
    words: 'grant …',
    about: 'grant credits to an account',
    run: async (args) => (await import('./admin/index.ts')).runAdmin(['credits', ...args]),
    verbs: ['grant'],
    options: adminOptions,
  },
  'owner-link': {
    words: '',
    about: 'print a one-time link that signs the owner in on the page',
    run: async (args) => (await import('./admin/index.ts')).runOwnerLink(args),
    options: async () => ({}),
  },
  migrate: {
    words: '',
    about: 'migrate the database',
    run: async (args) => (await import('./admin/index.ts')).runMigrate(args),
    options: async () => ({}),
  },
  backup: {
    words: 'DIR|FILE',
    about: 'back up database, stored files and secret key of a service',
    run: async (args) => (await import('./backup.ts')).runBackup(args),
    options: async () => (await import('./backup.ts')).backupOptions,
  },
  restore: {
    words: 'DIR|FILE',
    about: 'restore a backup that recto backup made',
    run: async (args) => (await import('./backup.ts')).runRestore(args),
    options: async () => (await import('./backup.ts')).restoreOptions,
  },
  doctor: {
    words: '',
    about: 'test the walls around the processes that convert',
    run: async (args) => (await import('./doctor/index.ts')).runDoctor(args),
    options: async () => (await import('./doctor/index.ts')).doctorOptions,
  },
  completions: {
    words: 'SHELL',
    about: `print completions for ${shells.join(', ')}`,
    run: async (args) => (await import('./completions/index.ts')).runCompletions(args, commands),
    verbs: shells,
    options: async () => ({}),
  },
}

/** Secrets first, because taking them may restart the command. */
async function serve(args: readonly string[]): Promise<number> {
  const secrets = (await import('./secrets.ts')).takeSecrets()
  return (await import('./serve.ts')).runServe(args, secrets)
}
