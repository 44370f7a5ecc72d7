/** Lists the documents that the arguments name, one at a time, because there may be millions. */
import { createReadStream } from 'node:fs'
import { glob, opendir, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { mediaTypeOf } from '@recto/engine'
import type { ConvertArguments } from './arguments.ts'
import { ConvertError } from './errors.ts'
import { fullOutputPath, isAddress, keepsEnding, nameTogether, withoutEnding } from './names.ts'

export interface Input {
  /** The name in messages: a path, an address, or `-`. */
  readonly name: string
  /** The output path below the destination, without an extension. */
  readonly outputPath: string
  /** The reason why it is not converted. */
  readonly fault?: ConvertError
  /** True for a file in a folder whose type is not supported. */
  readonly isUnsupported?: true
}

export interface Inputs {
  /** More than one input is possible. */
  readonly isMany: boolean
  /** The number of inputs, if it is known in advance. */
  readonly count: number | undefined
  readonly all: AsyncIterable<Input>
}

/** @param signal Stops reading a list that may never end. */
export async function findInputs(args: ConvertArguments, signal: AbortSignal): Promise<Inputs> {
  const outFolder = resolve(args.out ?? '')
  const words = (await Promise.all(args.inputs.map(expand))).flat()
  const folders = words.filter(({ isFolder }) => isFolder)
  const isMany = words.length > 1 || folders.length > 0 || args.filesFrom !== undefined
  const named = nameTogether(words.filter(({ isFolder }) => !isFolder))
  async function* all(): AsyncGenerator<Input> {
    yield* named
    for (const { name } of folders) {
      // With several folders, the output keeps the name of each, so that their contents can't collide.
      const outputPath = words.length > 1 ? basename(resolve(name)) : ''
      yield* walk(name, outputPath, { ...args, outFolder })
    }
    if (args.filesFrom !== undefined) yield* readList(args.filesFrom, signal)
  }
  const isCountable = folders.length === 0 && args.filesFrom === undefined
  return { isMany, count: isCountable ? words.length : undefined, all: all() }
}

interface Word {
  readonly name: string
  /** The folders of its output, below the destination. */
  readonly folder: string
  readonly isFolder: boolean
}

/** Expands globs that the shell did not. A pattern without matches stays, so that the missing file is reported. */
async function expand(word: string): Promise<Word[]> {
  if (word === '-' || isAddress(word)) return [{ name: word, folder: '', isFolder: false }]
  const found = await stat(word).catch(() => undefined)
  if (found || !/[*?[{]/.test(word)) {
    return [{ name: word, folder: '', isFolder: found?.isDirectory() ?? false }]
  }
  const base = word.slice(0, word.search(/[^/\\]*[*?[{]/))
  const matches: string[] = []
  for await (const match of glob(word)) if (await isFile(match)) matches.push(match)
  if (matches.length === 0) return [{ name: word, folder: '', isFolder: false }]
  return matches.toSorted().map((name) => {
    return { name, folder: dirname(relative(base, name)), isFolder: false }
  })
}

interface WalkOptions {
  readonly recursive: boolean
  readonly type: string | undefined
  /** The output folder, which is not searched. */
  readonly outFolder: string
}

/**
 * Lists the files of a folder, without hidden ones. Follows links to files but not to folders, which may form cycles.
 */
async function* walk(
  folder: string,
  outputPath: string,
  options: WalkOptions,
): AsyncGenerator<Input> {
  const entries = await opendir(folder).catch((error: unknown) => error)
  if (entries instanceof Error) {
    const fault = new ConvertError('not_read', 'The folder could not be read.')
    yield { name: folder, outputPath, fault }
    return
  }
  // Sound: `opendir` yields only this type.
  for await (const entry of inSortedBatches(entries as Awaited<ReturnType<typeof opendir>>)) {
    const path = join(folder, entry.name)
    const below = join(outputPath, entry.name)
    if (entry.name.startsWith('.')) continue
    if (entry.isDirectory()) {
      if (options.recursive && resolve(path) !== options.outFolder)
        yield* walk(path, below, options)
    } else if (entry.isFile() || (await isFile(path))) yield toInput(path, below, options.type)
  }
}

function toInput(path: string, outputPath: string, type: string | undefined): Input {
  if (type === undefined && mediaTypeOf(path) === undefined) {
    return { name: path, outputPath, isUnsupported: true }
  }
  return { name: path, outputPath: keepsEnding(path) ? outputPath : withoutEnding(outputPath) }
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() ?? false
}

/**
 * Entries are sorted in batches: most folders fit into one; a huge folder is sorted in parts, which bounds the memory.
 */
const BATCH = 1_000

async function* inSortedBatches<Entry extends { readonly name: string }>(
  entries: AsyncIterable<Entry>,
): AsyncGenerator<Entry> {
  let batch: Entry[] = []
  const sorted = (): Entry[] => batch.toSorted((one, other) => (one.name < other.name ? -1 : 1))
  for await (const entry of entries) {
    batch.push(entry)
    if (batch.length < BATCH) continue
    yield* sorted()
    batch = []
  }
  yield* sorted()
}

/**
 * Reads a list of files. The outputs keep the files' folders, so that several processes that share a list write to
 * distinct paths.
 */
async function* readList(list: string, signal: AbortSignal): AsyncGenerator<Input> {
  const stream = list === '-' ? process.stdin : createReadStream(list)
  const lines = createInterface({ input: stream, signal, crlfDelay: Number.POSITIVE_INFINITY })
  for await (const line of lines) {
    if (line.trim() === '') continue
    const outputPath = fullOutputPath(line)
    yield { name: line, outputPath: keepsEnding(line) ? outputPath : withoutEnding(outputPath) }
  }
}
