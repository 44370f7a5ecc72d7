/** An empty database → one with an account for who runs the service. */
import type { Db } from '../database/index.ts'
import { getOrCreateAccount, isEmpty } from './accounts.ts'
import { createKey } from './keys.ts'

/** @returns The key of the owner, on the first start of all. */
export function makeOwner(db: Db): Promise<string | undefined> {
  return db.transaction().execute(async (tx) => {
    if (!(await isEmpty(tx))) return undefined
    const account = await getOrCreateAccount(tx, null, 'self_hosted')
    const { key } = await createKey(tx, account.id, { name: 'first key', isTest: false })
    return key
  })
}
