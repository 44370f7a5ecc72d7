/** The sources of the packages → `dist/` of each: JavaScript, types, source maps, and the files that are no code. */

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
export type PackageName = (typeof packages)[number]

/** Folders and files of a package's sources that are not for its users. */
const notPublished = /(?:^|\/)(?:testing|training|fixtures)\/|\.test\.ts$/

/** Builds all packages: one run of TypeScript over all of them, then each file goes to its package. */
export function build(): void {
  const out = join(root, '.build')
  rmSync(out, { recursive: true, force: true })
  const tsc = join(root, 'node_modules', '.bin', 'tsc')
  const { status } = spawnSync(tsc, ['-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' })
  if (status !== 0) throw new Error('The build failed: TypeScript found the errors above.')
  for (const name of packages) {
    rmSync(join(root, name, 'dist'), { recursive: true, force: true })
    for (const path of filesIn(join(out, name, 'src'))) place(out, name, path)
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

/** Relative imports of types end in `.ts` and sources lie elsewhere as TypeScript leaves them. */
function place(out: string, name: PackageName, path: string): void {
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

/** `from './walls/index.ts'`, `import("./walls/index.ts")` */
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

/** The pages of the service, which it carries. */
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
