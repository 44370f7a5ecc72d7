/**
 * Parses the arguments of the operator's commands: `recto keys`, `accounts`, `jobs`, `deliveries`, `queue` and
 * `credits`.
 */
import { parseWords, UsageError } from '../usage.ts'

export interface AdminRequest {
  readonly name: string
  readonly given: Readonly<Record<string, unknown>>
  readonly isJson: boolean
}

export const adminUsage = `recto keys, accounts, jobs, deliveries, queue, credits: what an operator does

Usage:
  recto keys create --email E [--tier T] [--name N] [--test] [--spend-cap CREDITS] [--only FEATURES] [--json]
      makes a key, and the account where there is none yet; the key is shown only now
  recto keys list [--email E] [--json]
  recto keys revoke KEY_OR_ID [--json]
      - reads it from standard input, where no list of processes and no history shows it
  recto accounts list [--json]
  recto accounts set-tier EMAIL_OR_ID TIER [--json]
  recto accounts suspend EMAIL_OR_ID [--json]
      its keys are refused until recto accounts resume EMAIL_OR_ID
  recto accounts export EMAIL_OR_ID
      all that is known of it, as JSON
  recto accounts delete EMAIL_OR_ID --yes [--json]
      with its keys, credits, jobs and results
  recto jobs list [--account EMAIL_OR_ID] [--status S] [--limit N] [--json]
      the newest first, 50 unless told; S is queued, running, succeeded or failed
  recto jobs show|cancel|retry JOB_ID [--json]
      retry ends the wait of a job that was put back; a job that has ended has to be submitted again
  recto deliveries list [--account EMAIL_OR_ID] [--status S] [--limit N] [--json]
      webhooks with their last try; S is pending, delivered or failed
  recto deliveries replay JOB_ID [--json]
  recto deliveries disable EMAIL_OR_ID HOST [--json]
      nothing more is sent there, until it is switched on again on the page, or a webhook is replayed
  recto queue pause [--json]
      workers take no more jobs until recto queue resume; those at hand go on, more may be submitted
  recto credits grant EMAIL_OR_ID CREDITS [--json]
      beside those of the plan, until the end of the period

  T is free (default), essential, scale or self_hosted; an account that is there gets it when it is given.
  FEATURES are names as GET /v1/me has them, separated by commas: a key that may do no more than these.

Works beside a running server, and without one. Settings are those of recto serve: RECTO_DATA_DIR, DATABASE_URL.
`

const advice = 'recto keys --help shows the usage.'
export const adminOptions = {
  email: { type: 'string' },
  tier: { type: 'string' },
  name: { type: 'string' },
  test: { type: 'boolean' },
  'spend-cap': { type: 'string' },
  only: { type: 'string' },
  account: { type: 'string' },
  status: { type: 'string' },
  limit: { type: 'string' },
  yes: { type: 'boolean' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

interface Words {
  readonly values: ReturnType<typeof parseWords<typeof adminOptions>>['values']
  readonly rest: readonly string[]
}

/** Maps each command to its input, made from the arguments. */
const commands: Readonly<Record<string, (words: Words) => Readonly<Record<string, unknown>>>> = {
  'keys create': ({ values, rest }) => {
    takeNone(rest)
    if (values.email === undefined) throw wrong('--email is missing.')
    const cap = values['spend-cap']
    if (cap !== undefined && !/^\d{1,9}$/.test(cap)) throw wrong('--spend-cap is not a number.')
    return {
      email: values.email,
      ...(values.tier !== undefined && { tier: values.tier }),
      ...(values.name !== undefined && { name: values.name }),
      ...(values.test && { isTest: true }),
      ...(cap !== undefined && { spendCap: Number(cap) }),
      ...(values.only !== undefined && { features: values.only.split(',') }),
    }
  },
  'keys list': ({ values, rest }) => {
    takeNone(rest)
    return { ...(values.email !== undefined && { email: values.email }) }
  },
  'keys revoke': ({ rest }) => {
    const [key, ...others] = rest
    takeNone(others)
    if (key === undefined) throw wrong('The key is missing. Give the key or its id.')
    return { key }
  },
  'accounts list': ({ rest }) => {
    takeNone(rest)
    return {}
  },
  'accounts set-tier': ({ rest }) => {
    const [account, tier, ...others] = rest
    takeNone(others)
    if (account === undefined || tier === undefined)
      throw wrong('An account and a tier are missing: recto accounts set-tier ACCOUNT TIER.')
    return { account, tier }
  },
  'accounts suspend': ({ rest }) => takeAccount(rest),
  'accounts resume': ({ rest }) => takeAccount(rest),
  'accounts export': ({ rest }) => takeAccount(rest),
  'accounts delete': ({ values, rest }) => {
    const given = takeAccount(rest)
    if (!values.yes) throw wrong('Deleting an account cannot be undone. Add --yes to confirm.')
    return given
  },
  'jobs list': takeList,
  'jobs show': ({ rest }) => takeJob(rest),
  'jobs cancel': ({ rest }) => takeJob(rest),
  'jobs retry': ({ rest }) => takeJob(rest),
  'deliveries list': takeList,
  'deliveries replay': ({ rest }) => takeJob(rest),
  'deliveries disable': ({ rest }) => {
    const [account, host, ...others] = rest
    takeNone(others)
    if (account === undefined || host === undefined)
      throw wrong('An account and a host are missing.')
    return { account, host }
  },
  'queue pause': ({ rest }) => {
    takeNone(rest)
    return {}
  },
  'queue resume': ({ rest }) => {
    takeNone(rest)
    return {}
  },
  'credits grant': ({ rest }) => {
    const [account, credits, ...others] = rest
    takeNone(others)
    if (account === undefined || !/^\d{1,9}$/.test(credits ?? '')) {
      throw wrong('An account and a number of credits are missing.')
    }
    return { account, credits: Number(credits) }
  },
}

function takeList({ values, rest }: Words): Readonly<Record<string, unknown>> {
  takeNone(rest)
  const { account, status, limit } = values
  if (limit !== undefined && !/^\d{1,5}$/.test(limit)) throw wrong('--limit is not a number.')
  return {
    ...(account !== undefined && { account }),
    ...(status !== undefined && { status }),
    ...(limit !== undefined && { limit: Number(limit) }),
  }
}

function takeJob([job, ...others]: readonly string[]): { readonly job: string } {
  takeNone(others)
  if (job === undefined) throw wrong('The job is missing. Give its id.')
  return { job }
}

function takeAccount([account, ...others]: readonly string[]): { readonly account: string } {
  takeNone(others)
  if (account === undefined) throw wrong('The account is missing. Give its mail address or its id.')
  return { account }
}

/**
 * Parses the arguments after `recto`.
 *
 * @returns `undefined` if help was requested.
 * @throws {UsageError}
 */
export function parseAdminArguments(words: readonly string[]): AdminRequest | undefined {
  const { values, positionals } = parseWords(words, adminOptions, advice)
  if (values.help) return undefined
  const [noun = '', verb = '', ...rest] = positionals
  const command = commands[`${noun} ${verb}`]
  if (!command) throw wrong(`There is no command "${`${noun} ${verb}`.trim()}".`)
  const given = command({ values, rest })
  const name = `${noun}.${verb}`
  return { name, given, isJson: values.json ?? name === 'accounts.export' }
}

function takeNone(words: readonly string[]): void {
  if (words.length > 0) throw wrong(`Unexpected arguments: "${words.join(' ')}".`)
}

function wrong(message: string): UsageError {
  return new UsageError(message, advice)
}
