/**
 * Swaps a package's manifest for `npm pack` and `npm publish`: the clone's entry points are sources, the published ones
 * are built files. `begin` runs before the files are packed, `end` restores the clone's manifest.
 */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { buildIfNeeded } from './build.ts'

const manifestPath = 'package.json'
/** The clone's manifest, while a package is packed. */
const keptPath = '.package.json.kept'

interface Manifest {
  readonly exports?: Readonly<Record<string, string>>
  readonly bin?: Readonly<Record<string, string>>
  readonly scripts?: Readonly<Record<string, string>>
  readonly [field: string]: unknown
}

/** @returns The manifest for publication. */
export function toPublished(manifest: Manifest): Record<string, unknown> {
  const { exports = {}, bin, scripts = {}, devDependencies: _, ...rest } = manifest
  const { postpack } = scripts
  return {
    ...rest,
    // npm runs this script from the published manifest.
    ...(postpack && { scripts: { postpack } }),
    ...(exports['.'] && { types: toBuilt(exports['.'], '.d.ts') }),
    exports: {
      ...mapValues(exports, (path) => ({
        types: toBuilt(path, '.d.ts'),
        default: toBuilt(path, '.js'),
      })),
      './package.json': './package.json',
    },
    ...(bin && { bin: mapValues(bin, (path) => toBuilt(path, '.js')) }),
  }
}

/** Maps `./src/index.ts` to `./dist/index.js`. */
function toBuilt(path: string, extension: string): string {
  return path.replace(/^\.\/src\//, './dist/').replace(/\.ts$/, extension)
}

function mapValues<From, To>(
  record: Readonly<Record<string, From>>,
  map: (value: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
}

function begin(): void {
  // Left over from an interrupted run.
  if (existsSync(keptPath)) end()
  buildIfNeeded()
  const text = readFileSync(manifestPath, 'utf8')
  writeFileSync(keptPath, text)
  // Sound: it is one of our own manifests.
  const published = toPublished(JSON.parse(text) as Manifest)
  writeFileSync(manifestPath, `${JSON.stringify(published, null, 2)}\n`)
}

function end(): void {
  renameSync(keptPath, manifestPath)
}

const steps: Readonly<Record<string, () => void>> = { begin, end }
if (import.meta.main) steps[process.argv[2] ?? '']?.()
