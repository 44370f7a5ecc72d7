/** Gives a limited number of slots to callers, in turns by weight. */

export interface SlotsConfig {
  readonly size: number
  /** Slots that callers without a key never take. */
  readonly kept: number
  /** Requests of all callers that may wait. */
  readonly maxWaiting: number
}

/** A caller that asks for slots. */
export interface SlotClaimant {
  /** Names the account or address. */
  readonly name: string
  readonly isKeyed: boolean
  /** The most slots that it may hold. */
  readonly max: number
  /** Its share if slots are scarce: twice the weight gets twice the slots. */
  readonly weight: number
}

interface WaitOptions {
  readonly maxWaitMs: number
  readonly signal?: AbortSignal | undefined
}

/** Reports that no slot was given: too many requests wait, this one waited too long, or its client left. */
export class NoSlot extends Error {
  override readonly name = 'NoSlot'
}

export interface Slots {
  /**
   * Takes a slot, and waits for it if necessary.
   *
   * A slot goes to the caller with the fewest slots for its weight; among equals to the heavier one, then to the one
   * that was served longest ago. If too many requests wait, the last one of the caller with the most is refused.
   *
   * @returns Releases the slot; to be called once.
   * @throws {NoSlot}
   */
  take(claimant: SlotClaimant, options: WaitOptions): Promise<() => void>
  waiting(): number
}

interface Waiting {
  readonly begin: () => void
  readonly refuse: () => void
}

/** A caller that holds slots or waits for some. */
interface Party {
  readonly claimant: SlotClaimant
  taken: number
  servedAt: number
  readonly waiting: Set<Waiting>
}

interface State {
  readonly config: SlotsConfig
  readonly parties: Map<string, Party>
  taken: number
  takenWithoutKey: number
  waiting: number
  turns: number
}

export function createSlots(config: SlotsConfig): Slots {
  const parties = new Map<string, Party>()
  const state: State = { config, parties, taken: 0, takenWithoutKey: 0, waiting: 0, turns: 0 }
  return {
    take: async (claimant, options) => {
      const party = findParty(state, claimant)
      if (!mayBegin(state, party)) await waitForTurn(state, party, options)
      else occupy(state, party)
      return () => vacate(state, party)
    },
    waiting: () => state.waiting,
  }
}

function findParty({ parties }: State, claimant: SlotClaimant): Party {
  const existing = parties.get(claimant.name)
  if (existing) return existing
  const party = { claimant, taken: 0, servedAt: 0, waiting: new Set<Waiting>() }
  parties.set(claimant.name, party)
  return party
}

function mayBegin({ config, taken, takenWithoutKey }: State, { claimant, taken: own }: Party) {
  const isOpen = claimant.isKeyed || takenWithoutKey < config.size - config.kept
  return isOpen && taken < config.size && own < claimant.max
}

function occupy(state: State, party: Party): void {
  state.taken += 1
  state.takenWithoutKey += party.claimant.isKeyed ? 0 : 1
  state.turns += 1
  party.taken += 1
  party.servedAt = state.turns
}

function vacate(state: State, party: Party): void {
  state.taken -= 1
  state.takenWithoutKey -= party.claimant.isKeyed ? 0 : 1
  party.taken -= 1
  giveTurns(state)
  forgetIdle(state, party)
}

function giveTurns(state: State): void {
  while (state.waiting > 0) {
    const ready = [...state.parties.values()].filter(
      (party) => party.waiting.size > 0 && mayBegin(state, party),
    )
    const [first, ...others] = ready
    if (!first) return
    const next = others.reduce((best, party) => (isBefore(party, best) ? party : best), first)
    occupy(state, next)
    const [waiting] = next.waiting
    waiting?.begin()
  }
}

function isBefore(a: Party, b: Party): boolean {
  const shares = a.taken / a.claimant.weight - b.taken / b.claimant.weight
  if (shares !== 0) return shares < 0
  const weights = b.claimant.weight - a.claimant.weight
  return weights === 0 ? a.servedAt < b.servedAt : weights < 0
}

function waitForTurn(
  state: State,
  party: Party,
  { maxWaitMs, signal }: WaitOptions,
): Promise<void> {
  if (signal?.aborted || !makeRoom(state, party)) {
    forgetIdle(state, party)
    return Promise.reject(new NoSlot('There is no slot, and no room to wait for one.'))
  }
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const leave = (answer: () => void) => () => {
    if (!party.waiting.delete(waiting)) return
    state.waiting -= 1
    clearTimeout(timer)
    signal?.removeEventListener('abort', waiting.refuse)
    answer()
    forgetIdle(state, party)
  }
  const refusal = new NoSlot('There was no slot for too long.')
  const waiting: Waiting = { begin: leave(resolve), refuse: leave(() => reject(refusal)) }
  const timer = setTimeout(waiting.refuse, maxWaitMs)
  signal?.addEventListener('abort', waiting.refuse)
  party.waiting.add(waiting)
  state.waiting += 1
  return promise
}

/**
 * Refuses a waiting request of the caller with the most, so that one crowd never blocks another caller.
 *
 * @returns True if there is room now.
 */
function makeRoom(state: State, { claimant, waiting }: Party): boolean {
  if (state.waiting < state.config.maxWaiting) return true
  const crowdOf = (party: Party): number => party.waiting.size / party.claimant.weight
  const parties = [...state.parties.values()]
  const largest = parties.reduce((most, party) => (crowdOf(party) > crowdOf(most) ? party : most))
  if ((waiting.size + 1) / claimant.weight >= crowdOf(largest)) return false
  ;[...largest.waiting].at(-1)?.refuse()
  return true
}

function forgetIdle({ parties }: State, { claimant, taken, waiting }: Party): void {
  if (taken === 0 && waiting.size === 0) parties.delete(claimant.name)
}
