/**
 * Acts as an assistant: starts the installed `recto-mcp`, lists its tools and reads a document. JSON-RPC, one message a
 * line.
 */
import { spawn } from 'node:child_process'
import { basename } from 'node:path'
import { createInterface } from 'node:readline'

interface Answer {
  readonly id?: number
  readonly result?: { readonly tools?: readonly object[]; readonly content?: readonly object[] }
}

const [, , command = 'recto-mcp', ...args] = process.argv
const server = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] })
const waiting = new Map<number, (answer: Answer) => void>()
createInterface({ input: server.stdout }).on('line', (line) => {
  const answer: Answer = JSON.parse(line)
  waiting.get(answer.id ?? -1)?.(answer)
})

function send(message: object): void {
  server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
}

function ask(id: number, method: string, params: object): Promise<Answer> {
  return new Promise((resolve) => {
    waiting.set(id, resolve)
    send({ id, method, params })
  })
}

await ask(1, 'initialize', {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'consumer', version: '1' },
})
send({ method: 'notifications/initialized' })
const { result: listed } = await ask(2, 'tools/list', {})
const { result: read } = await ask(3, 'tools/call', {
  name: 'convert_document',
  arguments: { path: 'report.pdf' },
})
server.stdin.end()
if (!JSON.stringify(read?.content).includes('# How Paper Was Made by Hand')) {
  throw new Error(`The assistant read:\n${JSON.stringify(read)}`)
}
const name = [basename(command), ...args].join(' ')
process.stdout.write(`${name}: an assistant lists ${listed?.tools?.length} tools and reads a PDF\n`)
