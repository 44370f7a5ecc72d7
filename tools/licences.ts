/** Lists the licences of the packages that are installed for production. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Licensed {
  readonly name: string
  readonly version: string
  /** An SPDX identifier, or `unknown`. */
  readonly licence: string
}

/** Licences that only require their text and the authors' names. */
export const allowed: ReadonlySet<string> = new Set(
  '0BSD Apache-2.0 BSD-2-Clause BSD-3-Clause ISC MIT MIT-0'.split(' '),
)

interface LockedPackage {
  readonly version?: string
  readonly license?: string
  readonly dev?: boolean
  readonly link?: boolean
}

const root = join(import.meta.dirname, '..')
const PLACE = 'node_modules/'

export function findLicences(): Licensed[] {
  const lock: { packages: Readonly<Record<string, LockedPackage>> } = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  )
  return Object.entries(lock.packages)
    .filter(([path, { dev, link }]) => path.includes(PLACE) && !dev && !link)
    .map(([path, { version = '', license }]) => ({
      name: path.slice(path.lastIndexOf(PLACE) + PLACE.length),
      version,
      licence: license ?? readLicence(join(root, path)),
    }))
}

/** Detects the licence by the title of its file, for packages whose manifest names none. */
function readLicence(folder: string): string {
  if (!existsSync(folder)) return 'not installed'
  const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name))
  const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8').slice(0, 500)
  if (/Apache License\s+Version 2\.0/.test(text)) return 'Apache-2.0'
  return /^\s*(?:The )?MIT License/.test(text) ? 'MIT' : 'unknown'
}
