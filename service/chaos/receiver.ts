/** Receives webhooks; rejects each one, or leaves it without an answer, at most once. */
import { readBody } from '../src/testing/request-body.ts'
import { startListener } from './listener.ts'
import type { Random } from './random.ts'

export interface Receiver {
  readonly url: string
  /** The statuses in the acknowledged deliveries of each job. */
  readonly accepted: ReadonlyMap<string, readonly string[]>
  /** Returns the number of rejected deliveries. */
  readonly refused: () => number
  close(): void
}

const REFUSED_SHARE = 0.15

export async function startReceiver(random: Random): Promise<Receiver> {
  const accepted = new Map<string, string[]>()
  const refused = new Set<string>()
  const { port, close } = await startListener(async (request, response) => {
    const body = await readBody(request)
    if (body === undefined) return
    // Sound: another test checks the schema of webhooks.
    const { job_id: id, status } = JSON.parse(body.toString()) as { job_id: string; status: string }
    if (!refused.has(id) && random.next() < REFUSED_SHARE) {
      refused.add(id)
      if (random.next() < 0.5) request.socket.destroy()
      else response.writeHead(500).end()
      return
    }
    accepted.set(id, [...(accepted.get(id) ?? []), status])
    response.end()
  })
  return {
    url: `http://127.0.0.1:${port}/hook`,
    accepted,
    refused: () => refused.size,
    close,
  }
}
