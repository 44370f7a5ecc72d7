/** A proxy to a database that a test can disconnect and reconnect. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** Forwards connections between the service and PostgreSQL, and can be cut. */
export class Line {
  readonly #to: URL
  readonly #sockets = new Set<Socket>()
  #server: Server | undefined
  port = 0

  constructor(to: URL) {
    this.#to = to
  }

  async open(): Promise<void> {
    this.#server = createServer((socket) => {
      const other = connect(Number(this.#to.port || 5432), this.#to.hostname)
      for (const each of [socket, other]) {
        this.#sockets.add(each)
        each.on('error', () => each.destroy())
      }
      socket.pipe(other).pipe(socket)
    }).listen(this.port, '127.0.0.1')
    await once(this.#server, 'listening')
    // Sound: the server listens on a port, not on a pipe.
    this.port = (this.#server.address() as AddressInfo).port
  }

  cut(): void {
    this.#server?.close()
    for (const socket of this.#sockets) socket.destroy()
    this.#sockets.clear()
  }
}
