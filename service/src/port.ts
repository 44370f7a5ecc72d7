/** Reserves the service's port before anything else, so that a start without a free port changes nothing. */
import { createServer, type Server, type Socket } from 'node:net'

export interface ReservedPort extends AsyncDisposable {
  /** `http://127.0.0.1:3000`. */
  readonly url: string
  /** Hands the port and the connections that arrived meanwhile over to a server. */
  giveTo(server: Server): Promise<void>
}

/** Connections that may wait during the start; Node's default backlog has the same number. */
const MAX_EARLY = 511

/** @throws If the port is taken, or the host is not an address of this machine. */
export async function reservePort(host: string, port: number): Promise<ReservedPort> {
  const early = new Set<Socket>()
  const holder = createServer({ pauseOnConnect: true }, (socket) => {
    early.add(socket)
    socket.once('close', () => early.delete(socket)).on('error', ignore)
  })
  holder.maxConnections = MAX_EARLY
  await listen(holder, { host, port })
  let isGiven = false
  return {
    url: urlOf(holder),
    giveTo: async (server) => {
      isGiven = true
      // The socket itself changes hands, so the port is never free in between.
      await listen(server, holder)
      for (const socket of early) {
        socket.off('error', ignore)
        server.emit('connection', socket)
        socket.resume()
      }
      early.clear()
    },
    [Symbol.asyncDispose]: async () => {
      if (isGiven) return
      for (const socket of early) socket.destroy()
      const { promise, resolve } = Promise.withResolvers<void>()
      holder.close(() => resolve())
      await promise
    },
  }
}

/** Ignores errors of early connections: their clients may leave before they are answered. */
function ignore(): void {}

async function listen(
  server: Server,
  where: Server | { readonly host: string; readonly port: number },
): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(where, resolve)
  await promise.finally(() => server.off('error', reject))
}

function urlOf(server: Server): string {
  const address = server.address()
  if (address === null || typeof address === 'string')
    throw new Error('The server listens on no port.')
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address
  // A wildcard address can't be connected to.
  return `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${address.port}`
}
