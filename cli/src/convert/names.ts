/** Chooses distinct output paths for the documents of a run, without the extension of the format. */
import { existsSync } from 'node:fs'
import { basename, dirname, extname, join, parse, resolve, sep } from 'node:path'
import { supportedEndings } from '@recto/engine'

export function isAddress(word: string): boolean {
  return /^https?:\/\//i.test(word)
}

/** Returns the host and path of an address. */
function pathOfAddress(address: string): string {
  const url = URL.parse(address)
  if (!url) return 'address'
  const path = url.pathname.replace(/%[0-9a-f]{2}/gi, '_')
  return join(url.hostname, join(sep, path === '/' ? 'index' : path))
}

/** Returns the output name of a document that is named directly. */
export function nameOf(word: string): string {
  if (word === '-') return 'stdin'
  return basename(isAddress(word) ? pathOfAddress(word) : resolve(word))
}

export function withoutEnding(path: string): string {
  const name = basename(path)
  return join(dirname(path), basename(name, extname(name)))
}

/** File extensions in lower and upper case. */
const endings = supportedEndings.flatMap((ending) => [`.${ending}`, `.${ending.toUpperCase()}`])

/**
 * Returns true if another file differs only in its extension (`a.pdf`, `a.docx`): then both keep it (`a.pdf.md`).
 *
 * Asks the file system instead of remembering names: so the name is the same in every run, and a million names need no
 * memory.
 */
export function keepsEnding(path: string): boolean {
  if (isAddress(path)) return false
  const ending = extname(path)
  const stem = path.slice(0, path.length - ending.length)
  return endings.some((other) => other !== ending && existsSync(stem + other))
}

interface Named {
  readonly name: string
  /** Folders below the destination. */
  readonly folder: string
}

interface NamedOutput {
  readonly name: string
  readonly outputPath: string
}

/**
 * Names the outputs of documents that are named directly.
 *
 * Documents that differ only in their extension keep it; documents of the same name keep their folders.
 */
export function nameTogether(words: readonly Named[]): NamedOutput[] {
  const once = [...new Map(words.map((word) => [identityOf(word.name), word])).values()]
  const bare = once.map(({ name, folder }) => ({ name, outputPath: join(folder, nameOf(name)) }))
  const isTaken = findShared(bare)
  const whole = bare.map((one) =>
    isTaken(one) ? { ...one, outputPath: fullOutputPath(one.name) } : one,
  )
  const isShared = findShared(whole.map(withoutItsEnding))
  return whole.map((one) => {
    const stem = withoutItsEnding(one)
    return isShared(stem) ? one : stem
  })
}

function withoutItsEnding({ name, outputPath }: NamedOutput): NamedOutput {
  return { name, outputPath: withoutEnding(outputPath) }
}

/** Returns the whole path of a document, without `..`. */
export function fullOutputPath(name: string): string {
  if (isAddress(name)) return pathOfAddress(name)
  return resolve(sep, name).slice(parse(resolve(sep)).root.length)
}

function identityOf(name: string): string {
  return name === '-' || isAddress(name) ? name : resolve(name)
}

/** @returns A function that returns true if several documents share a path. */
function findShared(all: readonly NamedOutput[]): (one: NamedOutput) => boolean {
  const counts = new Map<string, number>()
  for (const { outputPath } of all) counts.set(outputPath, (counts.get(outputPath) ?? 0) + 1)
  return ({ outputPath }) => (counts.get(outputPath) ?? 0) > 1
}
