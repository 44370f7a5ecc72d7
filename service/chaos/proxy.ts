/** Forwards a TCP port to another one; its connections can be cut, refused and stalled. */
import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'

interface Target {
  readonly host: string
  readonly port: number
}

export interface FaultProxy {
  readonly port: number
  /** Ends all connections; with `isClosed`, also ends new ones at once. */
  cut(isClosed: boolean): void
  /** A network partition: bytes vanish without an error on either side. */
  stall(isStalled: boolean): void
  /** Ends cut, stall and delay. */
  heal(): void
  /** Delays each chunk of data. */
  slow(ms: number): void
  /** Cuts all connections and forwards new ones to another port. */
  turnTo(port: number): void
  close(): void
}

export async function startProxy({ host, port: first }: Target): Promise<FaultProxy> {
  let target = first
  let delayMs = 0
  const sockets = new Set<Socket>()
  let isClosed = false
  let isStalled = false
  const forget = (socket: Socket) => () => sockets.delete(socket)
  const server = createServer((client) => {
    if (isClosed) {
      client.destroy()
      return
    }
    const upstream = createConnection({ host, port: target })
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', forget(socket))
      socket.on('close', () => other.destroy())
      socket.pipe(late(() => delayMs)).pipe(other)
      if (isStalled) socket.pause()
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stall = (value: boolean): void => {
    isStalled = value
    for (const socket of sockets) value ? socket.pause() : socket.resume()
  }
  const cut = (value: boolean): void => {
    isClosed = value
    for (const socket of sockets) socket.destroy()
  }
  const heal = (): void => {
    isClosed = false
    delayMs = 0
    stall(false)
  }
  const close = (): void => {
    cut(true)
    server.close()
  }
  // Sound: it listens on a port, not on a pipe.
  const { port } = server.address() as AddressInfo
  const slow = (ms: number): void => {
    delayMs = ms
  }
  const turnTo = (other: number): void => {
    target = other
    for (const socket of sockets) socket.destroy()
  }
  return { port, cut, stall, heal, slow, turnTo, close }
}

/** Creates a stream that delays each chunk and keeps their order. */
function late(delayMs: () => number): Transform {
  return new Transform({
    transform: (chunk, _encoding, done) => {
      const ms = delayMs()
      if (ms === 0) done(undefined, chunk)
      else setTimeout(done, ms, undefined, chunk)
    },
  })
}
