/** How the queue grows with workers: processes on the cores of this machine, and a thousand connections through PgBouncer. */
import { measureConnections } from './connections.ts'
import { measureCores, measureQueueAlone } from './cores.ts'

const parts = {
  documents: {
    title: 'Scaling, documents: workers on a core each, which PostgreSQL and the store share',
    measure: measureCores,
  },
  queue: {
    title: 'Scaling, queue: workers whose jobs take no CPU, PostgreSQL and a store',
    measure: measureQueueAlone,
  },
  connections: {
    title:
      'Scaling, connections: workers whose conversions take 8 s and no CPU, webhooks, PostgreSQL; p50/p99 of each call',
    measure: measureConnections,
  },
} as const

export type ScalingPart = keyof typeof parts
// Sound: these are its keys.
export const scalingParts = Object.keys(parts) as readonly ScalingPart[]

/** @param share Of workers, jobs and time; less than 1 only shows that it runs. */
export async function measureScaling(part: ScalingPart, share = 1): Promise<string> {
  const { title, measure } = parts[part]
  if (!process.env['RECTO_TEST_DATABASE_URL']) return `${title}: no RECTO_TEST_DATABASE_URL`
  return [title, ...(await measure(share))].join('\n')
}
