/** The dependencies of the operator's commands, and what several of them share. */
import { type Account, findAccountBy } from '../accounts/index.ts'
import type { CreditsService } from '../credits/index.ts'
import type { Db, Runner } from '../database/index.ts'

export interface AdminParts {
  readonly db: Db
  readonly credits: CreditsService
  /** Called after a change, so that caches are emptied. */
  readonly onChange: () => void
}

export type Command = (parts: AdminParts, given: unknown) => Promise<unknown>

/** The message is a sentence for the operator. */
export class AdminError extends Error {
  override readonly name = 'AdminError'
}

/**
 * @param which A mail address or an id.
 * @throws {AdminError}
 */
export async function getAccount(runner: Runner, which: string): Promise<Account> {
  const account = await findAccountBy(runner, which)
  if (!account) throw new AdminError(`The account "${which}" does not exist.`)
  return account
}
