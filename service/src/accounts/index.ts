/** Accounts: keys, plans, sign-in and sessions. */
export {
  type Account,
  deleteAccount,
  findAccount,
  findAccountBy,
  getOrCreateAccount,
  listAccounts,
  lockAccountToDelete,
  PlanStillPaid,
  readEmail,
  setSuspended,
} from './accounts.ts'
export { audit, forgetAudit, listAudit } from './audit.ts'
export {
  anonymous,
  type Caller,
  type CallerAccount,
  type Callers,
  createCallers,
  type FindCaller,
  type KeyFault,
} from './callers.ts'
export { newToken } from './ids.ts'
export { hashOf } from './key-text.ts'
export {
  createKey,
  type Key,
  listKeys,
  MAX_KEYS,
  revokeKey,
  rotateKey,
} from './keys.ts'
export {
  findLink,
  forgetOldLogins,
  type SignedIn,
  sendLogin,
  signInByCode,
  signInByLink,
} from './login.ts'
export { makeOwner } from './owner.ts'
export { makeOwnerToken, ownerLinkOf, signInByOwnerLink } from './owner-link.ts'
export {
  type AccountTier,
  accountTiers,
  type Feature,
  features,
  isAccountTier,
  plans,
  type Tier,
} from './plans.ts'
export { endSession, endSessions, findSession, listSessions, SESSION_DAYS } from './sessions.ts'
