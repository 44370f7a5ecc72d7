/** Takes webhooks; each one is refused, or left without an answer, at most once. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Random } from './random.ts'

export interface Receiver {
  readonly url: string
  /** The statuses that each job's acknowledged deliveries carried. */
  readonly accepted: ReadonlyMap<string, readonly string[]>
  /** Deliveries that were refused. */
  readonly refused: () => number
  close(): void
}

const REFUSED_SHARE = 0.15

export async function startReceiver(random: Random): Promise<Receiver> {
  const accepted = new Map<string, string[]>()
  const refused = new Set<string>()
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync<Buffer>(request)).toString()
    // Sound: the schema of a webhook is tested elsewhere.
    const { job_id: id, status } = JSON.parse(body) as { job_id: string; status: string }
    if (!refused.has(id) && random.next() < REFUSED_SHARE) {
      refused.add(id)
      if (random.next() < 0.5) request.socket.destroy()
      else response.writeHead(500).end()
      return
    }
    accepted.set(id, [...(accepted.get(id) ?? []), status])
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Sound: it listens on a port, not on a pipe.
  const { port } = server.address() as AddressInfo
  const close = (): void => {
    server.closeAllConnections()
    server.close()
  }
  return {
    url: `http://127.0.0.1:${port}/hook`,
    accepted,
    refused: () => refused.size,
    close,
  }
}
