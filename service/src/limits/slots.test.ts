import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSlots, NoSlot, type SlotClaimant, type Slots } from './slots.ts'

const anonymous = (name: string, max = 2): SlotClaimant => ({
  name,
  isKeyed: false,
  max,
  weight: 1,
})
const keyed = (name: string, max = 4): SlotClaimant => ({ name, isKeyed: true, max, weight: 4 })
const soon = { maxWaitMs: 1_000 }

/** Records the order in which callers got their slots. */
function watch(slots: Slots) {
  const order: string[] = []
  const leaves: (() => void)[] = []
  const take = (claimant: SlotClaimant): Promise<void> => {
    const taken = slots.take(claimant, soon).then((leave) => {
      order.push(claimant.name)
      leaves.push(leave)
    })
    // On a slow machine, callers that still wait at the end of their test are refused before the file ends.
    taken.catch(() => {})
    return taken
  }
  /** Releases the slot that was taken first. */
  const leave = async (): Promise<void> => {
    await new Promise(setImmediate)
    leaves.shift()?.()
    await new Promise(setImmediate)
  }
  return { order, take, leave }
}

test('a new caller is served before the further requests of another', async () => {
  const { order, take, leave } = watch(createSlots({ size: 1, kept: 0, maxWaiting: 100 }))
  const crowd = Array.from({ length: 24 }, () => take(anonymous('crowd')))
  const late = take(anonymous('late'))
  await leave()
  await leave()
  expect(order.slice(0, 3)).toEqual(['crowd', 'late', 'crowd'])
  while (order.length < 25) await leave()
  await Promise.all([...crowd, late])
})

test('reserved slots go only to callers with a key', async () => {
  const slots = createSlots({ size: 3, kept: 1, maxWaiting: 100 })
  const { order, take } = watch(slots)
  for (let count = 0; count < 12; count += 1) void take(anonymous(`address ${count}`))
  await take(keyed('mine'))
  expect(order).toEqual(['address 0', 'address 1', 'mine'])
  expect(slots.waiting()).toBe(10)
})

test('no caller has more slots than its plan allows, even if some are free', async () => {
  const { order, take } = watch(createSlots({ size: 8, kept: 0, maxWaiting: 100 }))
  for (let count = 0; count < 4; count += 1) void take(anonymous('one'))
  await take(keyed('other'))
  expect(order).toEqual(['one', 'one', 'other'])
})

test('with all slots in demand, callers get slots by their weight', async () => {
  const { order, take, leave } = watch(createSlots({ size: 10, kept: 0, maxWaiting: 200 }))
  for (let count = 0; count < 40; count += 1) void take(anonymous('light', 10))
  for (let count = 0; count < 40; count += 1) void take(keyed('heavy', 10))
  for (let count = 0; count < 30; count += 1) await leave()
  const last = order.slice(-10)
  expect(last.filter((name) => name === 'heavy').length).toBeGreaterThanOrEqual(7)
  expect(last).toContain('light')
})

test('with too many waiting requests, the caller with the most is refused', async () => {
  const slots = createSlots({ size: 1, kept: 0, maxWaiting: 3 })
  const { take } = watch(slots)
  await take(anonymous('first'))
  const crowd = Array.from({ length: 4 }, () => take(anonymous('crowd')))
  await expect(crowd[3]).rejects.toThrow(NoSlot)
  void take(keyed('mine'))
  await expect(crowd[2]).rejects.toThrow(NoSlot)
  expect(slots.waiting()).toBe(3)
})

test('a request that waits too long, or whose client leaves, is refused', async () => {
  const slots = createSlots({ size: 1, kept: 0, maxWaiting: 3 })
  const leave = await slots.take(anonymous('first'), soon)
  await expect(slots.take(anonymous('a'), { maxWaitMs: 10 })).rejects.toThrow(NoSlot)
  const gone = new AbortController()
  const waiting = slots.take(anonymous('b'), { ...soon, signal: gone.signal })
  gone.abort()
  await expect(waiting).rejects.toThrow(NoSlot)
  await expect(slots.take(keyed('c'), { ...soon, signal: gone.signal })).rejects.toThrow(NoSlot)
  expect(slots.waiting()).toBe(0)
  leave()
  await slots.take(anonymous('d'), soon)
})

test('for any calls, no bound is exceeded, and nobody waits for a free slot', async () => {
  const [size, kept, maxWaiting] = [4, 1, 6]
  const claimants = [anonymous('a'), anonymous('b', 1), anonymous('c'), keyed('d', 2), keyed('e')]
  const step = fc.record({ who: fc.nat(claimants.length - 1), leaves: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 80 }), async (steps) => {
      const slots = createSlots({ size, kept, maxWaiting })
      const states = claimants.map((claimant) => ({
        claimant,
        leaves: [] as (() => void)[],
        waiting: 0,
      }))
      for (const { who, leaves } of steps) {
        const state = states[who]
        if (leaves) state?.leaves.shift()?.()
        else if (state) {
          state.waiting += 1
          slots
            .take(state.claimant, { maxWaitMs: 10_000 })
            .then((leave) => state.leaves.push(leave))
            .catch(() => {})
            .finally(() => {
              state.waiting -= 1
            })
        }
        await new Promise(setImmediate)
        const taken = states.reduce((sum, each) => sum + each.leaves.length, 0)
        const common = states.slice(0, 3).reduce((sum, each) => sum + each.leaves.length, 0)
        expect(taken).toBeLessThanOrEqual(size)
        expect(common).toBeLessThanOrEqual(size - kept)
        expect(slots.waiting()).toBe(states.reduce((sum, { waiting }) => sum + waiting, 0))
        expect(slots.waiting()).toBeLessThanOrEqual(maxWaiting)
        for (const { claimant, leaves: own, waiting } of states) {
          expect(own.length).toBeLessThanOrEqual(claimant.max)
          const isFull = taken === size || (!claimant.isKeyed && common === size - kept)
          if (waiting > 0) expect(isFull || own.length === claimant.max).toBe(true)
        }
      }
    }),
    { numRuns: 300 },
  )
})
