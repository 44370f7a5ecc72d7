/** Opens bare connections to the app, for requests that `inject` and `fetch` can't send. */
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Form } from './form.ts'

const sockets: Socket[] = []

/** Closes the connections of one test. */
export function closeAll(): void {
  for (const socket of sockets.splice(0)) socket.destroy()
}

interface Connection {
  write(data: string | Buffer): void
  /** Waits for a text and returns everything received so far. */
  received(text: string, times?: number): Promise<string>
  /** Waits until the other side closes and returns everything received. */
  closed(): Promise<string>
  destroy(): void
}

export function open(port: number): Connection {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  let all = ''
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    all += chunk
  })
  socket.on('error', () => {})
  return {
    write: (data) => void socket.write(data),
    received: async (text, times = 1) => {
      while (all.split(text).length <= times) await once(socket, 'data')
      return all
    },
    closed: async () => {
      if (!socket.closed) await once(socket, 'close')
      return all
    },
    destroy: () => socket.destroy(),
  }
}

export function headOf(form: Form, more: readonly string[] = []): string {
  return [
    'POST /v1/convert HTTP/1.1',
    'Host: localhost',
    `Content-Type: ${form.headers['content-type']}`,
    ...more,
    '\r\n',
  ].join('\r\n')
}

export function requestOf(form: Form, more: readonly string[] = []): Buffer {
  const length = `Content-Length: ${form.payload.length}`
  return Buffer.concat([Buffer.from(headOf(form, [length, ...more])), form.payload])
}

export async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 10))
}
