/** Sends the webhooks of ended jobs: signing, targets and attempts. */
export { type Attempt, attempt, type Sender } from './attempt.ts'
export { postBounds } from './post.ts'
export { findWaitMs } from './schedule.ts'
export { createSealer, type Sealer } from './sealing.ts'
export { createSecret } from './signing.ts'
export { checkTarget, systemLookup, TargetError, type TargetPolicy } from './target.ts'
