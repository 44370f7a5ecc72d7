/** The operator's commands by name; the command line and the socket use the same table. */
import { z } from 'zod'
import {
  accountTiers,
  audit,
  createKey,
  features,
  getOrCreateAccount,
  listAccounts,
  listKeys,
  makeOwnerToken,
  PlanStillPaid,
  readEmail,
  revokeKey,
  setSuspended,
} from '../accounts/index.ts'
import { dumpDatabase } from '../backup/index.ts'
import { removeAccount, writeExport } from '../privacy/index.ts'
import { AdminError, type AdminParts, type Command, getAccount } from './parts.ts'
import { queueCommands } from './queue-commands.ts'

const email = z.string().transform((text, context) => {
  const read = readEmail(text)
  if (read !== undefined) return read
  context.addIssue({ code: 'custom', message: `"${text}" is not a mail address.` })
  return z.NEVER
})
const tier = z.enum(accountTiers, `The tier must be one of ${accountTiers.join(', ')}.`)

const createArguments = z.object({
  email,
  tier: tier.exactOptional(),
  name: z.string().min(1).max(100).default('command line'),
  isTest: z.boolean().default(false),
  spendCap: z.int().min(0).max(1_000_000_000).exactOptional(),
  features: z
    .array(z.enum(features, `A feature must be one of ${features.join(', ')}.`))
    .min(1)
    .exactOptional(),
})
const listArguments = z.object({ email: email.exactOptional() })
const revokeArguments = z.object({ key: z.string().min(1) })
const accountArguments = z.object({ account: z.string().min(1) })
const tierArguments = z.object({ account: z.string().min(1), tier })

const backupArguments = z.object({ folder: z.string().min(1) })

const commands: Readonly<Record<string, Command>> = {
  ...queueCommands,
  'backup.database': ({ db }, given) => dumpDatabase(db, backupArguments.parse(given).folder),
  'keys.create': async ({ db, credits }, given) => {
    const { email: address, tier: wanted, ...key } = createArguments.parse(given)
    return db.transaction().execute(async (tx) => {
      const account = await getOrCreateAccount(tx, address, wanted ?? 'free')
      if (wanted !== undefined) await credits.setTier(tx, account.id, wanted)
      const created = await createKey(tx, account.id, key)
      return { key: created.key, key_id: created.id, account_id: account.id }
    })
  },
  'keys.list': async ({ db }, given) => {
    const { email: address } = listArguments.parse(given)
    const accounts = await listAccounts(db)
    const wanted = accounts.filter((each) => address === undefined || each.email === address)
    const lists = await Promise.all(
      wanted.map(async (account) => {
        const keys = await listKeys(db, account.id)
        return keys.map((key) => ({
          key_id: key.id,
          account_id: account.id,
          email: account.email,
          tier: account.tier,
          name: key.name,
          features: key.features?.join(',') ?? 'all',
          key: `${key.prefix}…${key.lastFour}`,
          is_valid: key.isValid,
          created_at: key.createdAt.toISOString(),
          last_used_at: key.lastUsedAt?.toISOString() ?? null,
        }))
      }),
    )
    return lists.flat()
  },
  'keys.revoke': async ({ db }, given) => {
    const { key } = revokeArguments.parse(given)
    if (!(await revokeKey(db, key, undefined))) {
      throw new AdminError('The key does not exist, or was revoked already.')
    }
    return { revoked: true }
  },
  'accounts.set-tier': async ({ db, credits }, given) => {
    const { account: which, tier: wanted } = tierArguments.parse(given)
    return db.transaction().execute(async (tx) => {
      const account = await getAccount(tx, which)
      const isChanged = await credits.setTier(tx, account.id, wanted)
      return { account_id: account.id, tier: wanted, is_changed: isChanged }
    })
  },
  'owner.link': async ({ db }) => {
    const token = await makeOwnerToken(db)
    if (token === undefined) throw new AdminError('No account has the plan self_hosted.')
    return { token }
  },
  'accounts.list': async ({ db }) => {
    const accounts = await listAccounts(db)
    return accounts.map(({ id, email: address, tier: plan, isSuspended }) => ({
      account_id: id,
      email: address,
      tier: plan,
      is_suspended: isSuspended,
    }))
  },
  'accounts.suspend': (parts, given) => changeSuspension(parts, given, true),
  'accounts.resume': (parts, given) => changeSuspension(parts, given, false),
  'accounts.export': async ({ db }, given) => {
    const account = await getAccount(db, accountArguments.parse(given).account)
    await audit(db, account.id, 'account_exported', { by: 'operator' })
    const chunks = await Array.fromAsync(writeExport(db, account))
    return JSON.parse(chunks.join(''))
  },
  'accounts.delete': async (parts, given) => {
    const account = await getAccount(parts.db, accountArguments.parse(given).account)
    const isDeleted = await removeAccount(parts, account).catch((error: unknown) => {
      throw error instanceof PlanStillPaid ? new AdminError(error.message) : error
    })
    return { account_id: account.id, is_deleted: isDeleted }
  },
}

function changeSuspension(
  { db }: AdminParts,
  given: unknown,
  isSuspended: boolean,
): Promise<unknown> {
  const { account: which } = accountArguments.parse(given)
  return db.transaction().execute(async (tx) => {
    const { id } = await getAccount(tx, which)
    const isChanged = await setSuspended(tx, id, isSuspended)
    return { account_id: id, is_suspended: isSuspended, is_changed: isChanged }
  })
}

/** @throws {AdminError} */
export async function runCommand(
  parts: AdminParts,
  name: string,
  given: unknown,
): Promise<unknown> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!command) throw new AdminError(`There is no command "${name}".`)
  try {
    const result = await command(parts, given)
    parts.onChange()
    return result
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error
    throw new AdminError(error.issues.map(({ message }) => message).join(' '))
  }
}
