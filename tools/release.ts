/**
 * `npm run release`: writes a release to `release/`: the tarballs of all packages, a bill of materials (CycloneDX), the
 * licences, and checksums. Each package is packed twice to prove that its build is reproducible.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildIfNeeded, packages } from './build.ts'
import { findLicences } from './licences.ts'

const root = join(import.meta.dirname, '..')
const release = join(root, 'release')

function npm(cwd: string, ...args: string[]): string {
  const { NODE_OPTIONS: _, ...env } = process.env
  return execFileSync('npm', args, { cwd, env, encoding: 'utf8', maxBuffer: 100_000_000 })
}

function sha256(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}

/** @throws If packing the same sources again gives other bytes. */
function pack(name: string): void {
  const hashes = [1, 2].map(() => {
    const output = npm(join(root, name), 'pack', '--silent', '--pack-destination', release)
    return sha256(join(release, output.trim().split('\n').at(-1) ?? ''))
  })
  if (hashes[0] !== hashes[1]) throw new Error(`npm pack of ${name} gives other bytes each time.`)
}

/** Removes the fields that change from run to run. */
function billOfMaterials(): string {
  const {
    serialNumber: _,
    metadata,
    ...bill
  } = JSON.parse(npm(root, 'sbom', '--omit=dev', '--sbom-format', 'cyclonedx', '--loglevel=error'))
  const { timestamp: _timestamp, ...rest } = metadata
  return `${JSON.stringify({ ...bill, metadata: rest }, null, 2)}\n`
}

function main(): void {
  rmSync(release, { recursive: true, force: true })
  mkdirSync(release)
  buildIfNeeded()
  for (const name of packages) pack(name)
  writeFileSync(join(release, 'sbom.cdx.json'), billOfMaterials())
  const licences = findLicences().map((each) => `${each.name}@${each.version}\t${each.licence}\n`)
  writeFileSync(join(release, 'LICENCES.tsv'), licences.sort().join(''))
  const sums = readdirSync(release)
    .sort()
    .map((name) => `${sha256(join(release, name))}  ${name}\n`)
  writeFileSync(join(release, 'SHA256SUMS'), sums.join(''))
  process.stdout.write(sums.join(''))
}

main()
