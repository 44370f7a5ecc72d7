/** An assistant: starts `recto-mcp` as it is installed, by the official client, and reads a document. */
import { basename } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'

const [, , command = 'recto-mcp', ...args] = process.argv
const client = new Client({ name: 'consumer', version: '1' })
await client.connect(new StdioClientTransport({ command, args }))
const { tools } = await client.listTools()
const { content } = await client.callTool({
  name: 'convert_document',
  arguments: { path: 'report.pdf' },
})
await client.close()
if (!JSON.stringify(content).includes('# How Paper Was Made by Hand')) {
  throw new Error(`The assistant read:\n${JSON.stringify(content)}`)
}
process.stdout.write(
  `${[basename(command), ...args].join(' ')}: an assistant lists ${tools.length} tools and reads a PDF\n`,
)
