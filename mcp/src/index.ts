/** `recto mcp`: serves documents to assistants by the Model Context Protocol, over standard input and output. */
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { mcpUsage, parseMcpArguments } from './arguments.ts'
import { createDocuments } from './documents.ts'
import { createServer } from './server.ts'

export { mcpOptions } from './arguments.ts'

const WRONG_USAGE = 2

/**
 * Serves until the client disconnects.
 *
 * @returns The exit code.
 */
export async function runMcp(words: readonly string[]): Promise<number> {
  const args = await parseMcpArguments(words)
  if (typeof args === 'string') {
    const isHelp = args === mcpUsage
    const stream = isHelp ? process.stdout : process.stderr
    stream.write(isHelp ? args : `recto: ${args}\nrecto mcp --help shows the usage.\n`)
    return isHelp ? 0 : WRONG_USAGE
  }
  const documents = createDocuments(args)
  const server = createServer(documents)
  const closed = new Promise<void>((resolve) => {
    server.server.onclose = resolve
    process.stdin.on('close', resolve)
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => resolve())
  })
  await server.connect(new StdioServerTransport())
  await closed
  await documents.close()
  process.stdin.destroy()
  return 0
}
