/** Measures the size of an installed package on disk: its files and those of its dependencies. */
import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/** @param folder Folder of a package or a workspace. @param names Packages that it requires. */
export function installSizeMiB(folder: string, names: readonly string[]): number {
  const folders = new Set<string>()
  const visit = (from: string, name: string): void => {
    const found = find(from, name)
    // Optional builds for other systems are not installed.
    if (found === undefined || folders.has(found)) return
    folders.add(found)
    for (const next of dependenciesOf(found)) visit(found, next)
  }
  for (const name of names) visit(folder, name)
  return [...folders].reduce((sum, each) => sum + bytesIn(each), 0) / 2 ** 20
}

function dependenciesOf(folder: string): string[] {
  // Sound: npm validated it during the installation.
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest
  return Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })
}

/** Searches this folder and its parents, as Node does. */
function find(folder: string, name: string): string | undefined {
  const path = join(folder, 'node_modules', name)
  if (existsSync(path)) return path
  const above = dirname(folder)
  return above === folder ? undefined : find(above, name)
}

/** Nested packages are counted where they are required. */
function bytesIn(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    if (entry.name === 'node_modules') return sum
    const path = join(folder, entry.name)
    return sum + (entry.isDirectory() ? bytesIn(path) : lstatSync(path).size)
  }, 0)
}
