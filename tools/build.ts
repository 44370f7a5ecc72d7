/** Builds the `dist/` folder of each package: JavaScript, types, source maps and other files. */

import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, extname, join, relative } from 'node:path'

const root = join(import.meta.dirname, '..')
/** The published packages, dependencies first. */
export const packages = ['engine', 'converter', 'service', 'mcp', 'cli', 'client'] as const
type PackageName = (typeof packages)[number]

/** Folders and files of a package's sources that are not published. */
const notPublished = /(?:^|\/)(?:testing|fixtures)\/|\.test\.ts$/

/** Builds all packages: TypeScript compiles all of them in one run, then each file moves to its package. */
function build(): void {
  const out = join(root, '.build')
  rmSync(out, { recursive: true, force: true })
  const tsc = join(root, 'node_modules', '.bin', 'tsc')
  const { status } = spawnSync(tsc, ['-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' })
  if (status !== 0) throw new Error('The build failed: TypeScript found the errors above.')
  for (const name of packages) {
    rmSync(join(root, name, 'dist'), { recursive: true, force: true })
    for (const path of filesIn(join(out, name, 'src'))) moveFile(out, name, path)
    copyAssets(name)
  }
  copySite()
  rmSync(out, { recursive: true })
}

/** Builds unless every package was built after its last change. */
export function buildIfNeeded(): void {
  if (!packages.every(isBuilt)) build()
}

function isBuilt(name: PackageName): boolean {
  const dist = join(root, name, 'dist')
  if (!existsSync(dist)) return false
  const builtAt = statSync(dist).mtimeMs
  const site = join(root, 'web', 'dist', 'index.html')
  if (!existsSync(site) || statSync(site).mtimeMs > builtAt) return false
  const sources = join(root, name, 'src')
  return filesIn(sources).every((path) => statSync(join(sources, path)).mtimeMs < builtAt)
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
}

/**
 * Moves a built file to its package. TypeScript leaves `.ts` in relative imports of types, and its source maps refer to
 * other paths; both are corrected.
 */
function moveFile(out: string, name: PackageName, path: string): void {
  const text = readFileSync(join(out, name, 'src', path), 'utf8')
  write(
    join(root, name, 'dist', path),
    path.endsWith('.map')
      ? withOwnSource(text, path)
      : path.endsWith('.d.ts')
        ? withJsImports(text)
        : text,
  )
}

/** Matches `from './walls/index.ts'` and `import("./walls/index.ts")`. */
function withJsImports(declarations: string): string {
  return declarations.replace(/(["'])(\.{1,2}\/[^"']*)\.ts\1/g, '$1$2.js$1')
}

function withOwnSource(map: string, path: string): string {
  const source = join('src', path.replace(/\.js\.map$/, '.ts'))
  const sources = [relative(dirname(join('dist', path)), source)]
  return JSON.stringify({ ...JSON.parse(map), sources })
}

function copyAssets(name: PackageName): void {
  const sources = join(root, name, 'src')
  for (const path of filesIn(sources)) {
    if (extname(path) === '.ts' || notPublished.test(path)) continue
    cpSync(join(sources, path), join(root, name, 'dist', path))
  }
}

/** Copies the built web pages into the service's package. */
function copySite(): void {
  const built = join(root, 'web', 'dist')
  if (!existsSync(join(built, 'index.html'))) {
    const { status } = spawnSync('npm', ['run', 'build', '--workspace', 'web'], {
      cwd: root,
      stdio: 'inherit',
    })
    if (status !== 0) throw new Error('The pages of web/ could not be built.')
  }
  cpSync(built, join(root, 'service', 'dist', 'site'), { recursive: true })
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

if (import.meta.main) build()
