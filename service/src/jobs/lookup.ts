/** Requests that ask for a job → one question to the database for all that come at once. */
import type { Db } from '../database/index.ts'
import { findJobs, type PlacedJob } from './statements/index.ts'

/** @returns `undefined` for a job of another account too. */
export type Lookup = (accountId: string, id: string) => Promise<PlacedJob | undefined>

interface Question {
  readonly accountId: string
  readonly id: string
  readonly resolve: (job: PlacedJob | undefined) => void
  readonly reject: (error: unknown) => void
}

/** Clients poll: a round trip for each would be most of what their requests cost. */
export function createLookup(db: Db): Lookup {
  let questions: Question[] = []
  const ask = (): void => {
    const asked = questions
    questions = []
    void answer(db, asked)
  }
  return (accountId, id) =>
    new Promise((resolve, reject) => {
      // What is read from other connections in the same turn goes along.
      if (questions.push({ accountId, id, resolve, reject }) === 1) setImmediate(ask)
    })
}

async function answer(db: Db, questions: readonly Question[]): Promise<void> {
  try {
    const accountIds = new Set(questions.map(({ accountId }) => accountId))
    const ids = new Set(questions.map(({ id }) => id))
    const found = await findJobs(db, [...accountIds], [...ids])
    const jobs = new Map(found.map((job) => [job.id, job]))
    for (const { accountId, id, resolve } of questions) {
      const job = jobs.get(id)
      resolve(job?.accountId === accountId ? job : undefined)
    }
  } catch (error) {
    for (const { reject } of questions) reject(error)
  }
}
