/** Inputs and `-o` → the place of each output. */
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, stat } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { OutputFormat } from '@recto/engine'
import { ignoreClosedPipe } from '../closed-pipe.ts'
import { UsageError } from '../usage.ts'

/** Where one output goes. */
export type Destination =
  | { readonly type: 'stdout' }
  | { readonly type: 'file'; readonly path: string }

const extensions: Readonly<Record<OutputFormat, string>> = {
  markdown: '.md',
  json: '.json',
  docling: '.docling.json',
  chunks: '.chunks.jsonl',
  html: '.html',
  text: '.txt',
}

/**
 * Finds a place for the output of every input.
 *
 * Two inputs that differ only in their ending (`a.pdf`, `a.docx`) keep it in the output's name (`a.pdf.md`).
 *
 * @param out A file, a folder, `-`, or `undefined` for the default: standard output for one input, the current folder for several.
 * @throws {UsageError} when several inputs are to go into one file, or two outputs would have one name.
 */
export async function placeOutputs(
  inputs: readonly string[],
  out: string | undefined,
  to: OutputFormat,
): Promise<Destination[]> {
  if (out === '-' || (out === undefined && inputs.length === 1)) {
    return inputs.map(() => ({ type: 'stdout' }))
  }
  const folder = out ?? '.'
  if (inputs.length === 1 && !(await isFolder(folder))) return [{ type: 'file', path: folder }]
  if (inputs.length > 1 && (await isFile(folder))) {
    throw new UsageError(
      `${folder} is a file, and there are ${inputs.length} inputs.`,
      'Give a folder with -o.',
    )
  }
  return nameOutputs(inputs, extensions[to]).map((name) => ({
    type: 'file',
    path: join(folder, name),
  }))
}

function nameOutputs(inputs: readonly string[], extension: string): string[] {
  const whole = inputs.map((input) => (input === '-' ? 'stdin' : basename(input)))
  const stems = whole.map((name) => basename(name, extname(name)))
  const names = whole.map((name, index) => {
    const stem = stems[index] ?? name
    return stems.filter((other) => other === stem).length > 1 ? name + extension : stem + extension
  })
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) {
    throw new UsageError(
      `Two inputs would both be written to ${twice}.`,
      'Convert them one by one.',
    )
  }
  return names
}

async function isFolder(path: string): Promise<boolean> {
  return path.endsWith('/') || ((await stat(path).catch(() => undefined))?.isDirectory() ?? false)
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() ?? false
}

/** Puts a converted text where it belongs; folders on the way are made. */
export async function deliver(path: string, destination: Destination): Promise<void> {
  if (destination.type === 'file') {
    await mkdir(dirname(destination.path), { recursive: true })
    await copyFile(path, destination.path)
    return
  }
  await pipeline(createReadStream(path), process.stdout, { end: false }).catch(ignoreClosedPipe)
}
