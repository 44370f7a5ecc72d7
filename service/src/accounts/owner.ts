/** Creates the owner's account in an empty database. */
import type { Db } from '../database/index.ts'
import { getOrCreateAccount, isEmpty } from './accounts.ts'
import { createKey } from './keys.ts'

/** @returns The owner's key, on the very first start only. */
export function makeOwner(db: Db): Promise<string | undefined> {
  return db.transaction().execute(async (tx) => {
    if (!(await isEmpty(tx))) return undefined
    const account = await getOrCreateAccount(tx, null, 'self_hosted')
    const { key } = await createKey(tx, account.id, { name: 'first key', isTest: false })
    return key
  })
}
