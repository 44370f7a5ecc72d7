/** Sends commands over a unix socket in the data folder to the server that holds the embedded database. */
import { createHash } from 'node:crypto'
import { chmod, mkdir, rm } from 'node:fs/promises'
import { createConnection, createServer, type Socket } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { runCommand } from './commands.ts'
import { AdminError, type AdminParts } from './parts.ts'

/** Linux takes 107 bytes, macOS 103 (sys/un.h). */
const MAX_PATH_BYTES = 100
const MAX_LINE_BYTES = 64 * 1024
const IDLE_MS = 30_000

/**
 * Returns the same path for server and client. A folder whose path is too long for a socket has its socket among the
 * temporary files.
 */
function socketPathOf(folder: string): string {
  const path = join(resolve(folder), 'admin.sock')
  if (Buffer.byteLength(path) <= MAX_PATH_BYTES) return path
  const hash = createHash('sha256').update(path).digest('hex').slice(0, 16)
  return join(tmpdir(), `recto-admin-${userInfo().uid}`, `${hash}.sock`)
}

/**
 * Answers commands, one JSON object a line. The caller holds the folder's lock.
 *
 * @returns Stops answering.
 */
export async function serveCommands(
  folder: string,
  parts: AdminParts,
): Promise<() => Promise<void>> {
  const path = socketPathOf(folder)
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await rm(path, { force: true })
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    socket.setTimeout(IDLE_MS, () => socket.destroy())
    socket.on('error', () => socket.destroy())
    answerLines(socket, parts)
  })
  const { promise, resolve: onListening, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(path, onListening)
  await promise
  await chmod(path, 0o600)
  return async () => {
    const closed = new Promise<void>((done) => {
      server.close(() => done())
    })
    for (const socket of sockets) socket.destroy()
    await closed
    await rm(path, { force: true })
  }
}

function answerLines(socket: Socket, parts: AdminParts): void {
  let text = ''
  socket.setEncoding('utf8').on('data', (chunk) => {
    text += chunk
    if (text.length > MAX_LINE_BYTES) socket.destroy()
    const end = text.indexOf('\n')
    if (end < 0) return
    // From here on the client waits for the server: reading out the whole database takes time.
    socket.setTimeout(0)
    const line = text.slice(0, end)
    text = ''
    answer(parts, line).then(
      (json) => socket.end(`${json}\n`),
      () => socket.destroy(),
    )
  })
}

interface Answer {
  readonly result?: unknown
  readonly error?: string
}

async function answer(parts: AdminParts, line: string): Promise<string> {
  try {
    // Sound: the command validates its input.
    const { name, given } = JSON.parse(line) as { name?: unknown; given?: unknown }
    const result = await runCommand(parts, String(name), given)
    return JSON.stringify({ result } satisfies Answer)
  } catch (error) {
    const message =
      error instanceof AdminError
        ? error.message
        : 'The command failed in the server. Its log has the reason.'
    return JSON.stringify({ error: message } satisfies Answer)
  }
}

/**
 * Sends a command to the server that holds the folder.
 *
 * @returns `undefined` if no server answers.
 * @throws {AdminError}
 */
export async function askServer(
  folder: string,
  name: string,
  given: unknown,
): Promise<{ readonly result: unknown } | undefined> {
  const socket = createConnection(socketPathOf(folder))
  try {
    let text = ''
    socket.write(`${JSON.stringify({ name, given })}\n`)
    for await (const chunk of socket.setEncoding('utf8')) text += String(chunk)
    // Sound: the server above wrote it.
    const { result, error } = JSON.parse(text) as Answer
    if (error !== undefined) throw new AdminError(error)
    return { result }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'ENOENT' || code === 'ECONNREFUSED') return undefined
    throw error
  } finally {
    socket.destroy()
  }
}
