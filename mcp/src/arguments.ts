/** Parses the arguments that define what an assistant may read. */
import { realpath, stat } from 'node:fs/promises'
import { parseArgs } from 'node:util'

interface McpArguments {
  /** The folders whose files may be read; real paths. */
  readonly roots: readonly string[]
  readonly allowUrls: boolean
  /** Also permits addresses that are not public. */
  readonly allowPrivate: boolean
}

export const mcpOptions = {
  root: { type: 'string', multiple: true },
  'allow-urls': { type: 'boolean' },
  'allow-private': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const

export const mcpUsage = `recto mcp: documents for assistants, by the Model Context Protocol over standard input and output

Usage: recto mcp [--root FOLDER]… [--allow-urls [--allow-private]]

  --root FOLDER     files may be read in these folders only (default: the working folder); links out of them are refused
  --allow-urls      also read public http and https addresses
  --allow-private   with --allow-urls: also addresses of this machine and its network
  -h, --help

Tools: convert_document, document_outline, read_pages, find_in_document. docs/assistants.md shows how to set up assistants.
`

/** @returns A sentence if the arguments are wrong, the usage if help was requested. */
export async function parseMcpArguments(words: readonly string[]): Promise<McpArguments | string> {
  try {
    const { values } = parseArgs({ args: [...words], options: mcpOptions })
    if (values.help) return mcpUsage
    if (values['allow-private'] && !values['allow-urls']) {
      return '--allow-private needs --allow-urls.'
    }
    const roots: string[] = []
    for (const root of values.root ?? ['.']) {
      const found = await stat(root).catch(() => undefined)
      if (!found?.isDirectory()) return `--root ${root} is not a folder.`
      roots.push(await realpath(root))
    }
    const allowUrls = values['allow-urls'] ?? false
    return { roots, allowUrls, allowPrivate: values['allow-private'] ?? false }
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}
