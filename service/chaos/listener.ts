/** Starts an HTTP server on a free port of this machine. */
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Listener {
  readonly port: number
  close(): void
}

export async function startListener(onRequest: RequestListener): Promise<Listener> {
  const server = createServer(onRequest).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // Sound: it listens on a port, not on a pipe.
  const { port } = server.address() as AddressInfo
  const close = (): void => {
    server.closeAllConnections()
    server.close()
  }
  return { port, close }
}
