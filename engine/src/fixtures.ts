/**
 * Loads the cases of a fixture folder (bytes, declared type, expectations) for tests and tools.
 *
 * `fixtures/<format>/<case>/` holds `input.<ext>`, or an office file as a folder `input/` of its parts; `expected.md`;
 * `expected.json` where the tree matters; `expected.fidelity.md` where that profile gives more; and `case.json`.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { defaultLimits } from './limits.ts'
import { makeZip } from './readers/ooxml/testing/zip.ts'
import type { Profile, Reader, Reading } from './readers/reader.ts'
import { type ContractFormat, type Format, mediaTypes, sniff } from './sniff/index.ts'

export const fixturesFolder = join(import.meta.dirname, '../../fixtures')

/** The content of `case.json`. */
export interface CaseFile {
  /** Origin of the input. */
  readonly source: string
  readonly licence: string
  /** Number of the issue that the case reproduces. */
  readonly issue?: number | null
  /** Default: the type of the format. */
  readonly mediaType?: string
  /** Default `fast`. */
  readonly profile?: Profile
  /** Codes of the expected warnings; any other fails the test. */
  readonly warnings?: readonly string[]
}

export interface FixtureCase {
  /** `<format>/<case>`. */
  readonly name: string
  readonly format: ContractFormat
  readonly folder: string
  readonly about: CaseFile
  readonly mediaType: string
  readonly profile: Profile
}

export function findCases(): FixtureCase[] {
  return formats.flatMap((format) =>
    namesIn(join(fixturesFolder, format)).map((name) => readCase(format, name)),
  )
}

// Sound: the keys of the table are the formats.
const formats = Object.keys(mediaTypes) as ContractFormat[]

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).toSorted()
  } catch {
    // A format without cases has no folder.
    return []
  }
}

export function readCase(format: ContractFormat, name: string): FixtureCase {
  const folder = join(fixturesFolder, format, name)
  // Sound as far as contributors follow CONTRIBUTING.md; a missing field fails the test.
  const about = JSON.parse(readFileSync(join(folder, 'case.json'), 'utf8')) as CaseFile
  const { mediaType = mediaTypes[format], profile = 'fast' } = about
  return { name: `${format}/${name}`, format, folder, about, mediaType, profile }
}

/** Reads the bytes of the input; zips a folder of parts. */
export function readInput(each: FixtureCase): Uint8Array {
  const { folder, name } = each
  const input = readdirSync(folder, { withFileTypes: true }).find(({ name }) =>
    /^input(?:\.|$)/.test(name),
  )
  if (!input) throw new Error(`fixtures/${name} has no input.`)
  const path = join(folder, input.name)
  return input.isDirectory() ? makeZip(Object.fromEntries(readParts(each))) : readFileSync(path)
}

/** Reads the parts of an office file that is kept as a folder: `[Content_Types].xml` first, as office programs write it; the rest by name. */
export function readParts({ folder }: Pick<FixtureCase, 'folder'>): Map<string, Uint8Array> {
  const root = join(folder, 'input')
  const files = readdirSync(root, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .toSorted((a, b) => Number(isContentTypes(b)) - Number(isContentTypes(a)) || (a < b ? -1 : 1))
  return new Map(files.map((name) => [name, readFileSync(join(root, name))]))
}

function isContentTypes(name: string): boolean {
  return name === '[Content_Types].xml'
}

/** Reads the bytes into a document, with the same steps as `convert`. */
export async function readBytes(
  bytes: Uint8Array,
  { mediaType, profile }: { readonly mediaType: string; readonly profile: Profile },
): Promise<Reading> {
  const limits = defaultLimits
  const { format, charset } = await sniff(bytes, mediaType, limits)
  const read = await findReader(format)
  return read(bytes, { profile, limits, ...(charset !== undefined && { charset }) })
}

/** Loads a reader on demand, so that a broken reader fails only its own cases. */
async function findReader(format: Format): Promise<Reader> {
  // Sound: a reader's folder exports its reader from index.ts.
  const door = (await import(`./readers/${format}/index.ts`)) as Readonly<Record<string, unknown>>
  return door[`read${format.charAt(0).toUpperCase()}${format.slice(1)}`] as Reader
}
