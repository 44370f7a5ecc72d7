/** Measures how throughput grows with workers: processes on this machine, and a thousand connections through PgBouncer. */
import { measureConnections } from './connections.ts'
import { measureDocuments } from './documents.ts'
import { measureQueue } from './queue.ts'

const parts = {
  documents: {
    title:
      'Scaling, documents: workers of a fixed capacity beside PostgreSQL, a store and a web process',
    measure: measureDocuments,
  },
  queue: {
    title: 'Scaling, queue: workers whose jobs take no CPU, PostgreSQL and a store',
    measure: measureQueue,
  },
  connections: {
    title:
      'Scaling, connections: workers whose conversions take no CPU, webhooks, PostgreSQL; p50/p99 of each call',
    measure: measureConnections,
  },
} as const

type ScalingPart = keyof typeof parts
// Sound: these are its keys.
export const scalingParts = Object.keys(parts) as readonly ScalingPart[]

/** @param share Share of the workers, jobs and time; less than 1 for a quick check. */
export async function measureScaling(part: ScalingPart, share = 1): Promise<string> {
  const { title, measure } = parts[part]
  if (!process.env['RECTO_TEST_DATABASE_URL']) return `${title}: no RECTO_TEST_DATABASE_URL`
  return [title, ...(await measure(share))].join('\n')
}
