/** Whether the service converts: tried on a small document, since a process may answer and convert nothing. */
import { randomUUID } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PoolError } from '../converter/index.ts'
import type { Context } from './context.ts'

export interface Readiness {
  /** @returns A sentence on why the service should get no requests; `undefined` when it is ready. */
  findComplaint(): Promise<string | undefined>
}

/** How long one trial counts; a load balancer asks every few seconds, from several places. */
const TRIAL_COUNTS_MS = 5_000
/** A text of some bytes takes milliseconds; more than this means that nothing goes on. */
const TRIAL_MS = 5_000

export function createReadiness({ converter, folder, isStopping }: Context): Readiness {
  let trial: { readonly at: number; readonly complaint: Promise<string | undefined> } | undefined
  return {
    findComplaint: () => {
      if (isStopping()) return Promise.resolve('The service is stopping.')
      const now = performance.now()
      if (!trial || now - trial.at > TRIAL_COUNTS_MS) {
        trial = { at: now, complaint: tryConverting(converter, folder) }
      }
      return trial.complaint
    },
  }
}

async function tryConverting(
  converter: Context['converter'],
  folder: string,
): Promise<string | undefined> {
  const path = join(folder, `trial-${randomUUID()}`)
  const output = `${path}.md`
  try {
    await writeFile(path, 'ready')
    const task = {
      inputPath: path,
      outputs: { markdown: output },
      mediaType: 'text/plain',
      filename: 'ready.txt',
      profile: 'fast',
    } as const
    await converter.convert(task, { deadlineMs: TRIAL_MS, maxWaitMs: TRIAL_MS })
    return undefined
  } catch (error) {
    // All children at work, each of them under its deadline: that is what they are for.
    const { busy, size } = converter.stats()
    if (error instanceof PoolError && error.reason === 'busy' && busy === size) return undefined
    return 'The service does not convert documents at the moment.'
  } finally {
    await Promise.all([path, output].map((each) => rm(each, { force: true })))
  }
}
