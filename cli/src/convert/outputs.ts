/** Resolves the output paths of each input, and moves finished files there. */
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, extname, join, resolve } from 'node:path'
import type { OutputFormat } from '@recto/engine'
import { ignoreClosedPipe } from '../closed-pipe.ts'
import { type ConvertArguments, type ExistingOutput, wrong } from './arguments.ts'
import type { ClaimedPaths } from './claimed-paths.ts'
import { ConvertError } from './errors.ts'
import type { Input } from './inputs.ts'

/** The destination of all outputs. */
export type Destination =
  | { readonly type: 'stdout' }
  | { readonly type: 'file'; readonly path: string }
  | { readonly type: 'folder'; readonly path: string }

/** The output path of each format, for one input. */
export type OutputPaths = ReadonlyMap<OutputFormat, string>

const endings: Readonly<Record<OutputFormat, string>> = {
  markdown: '.md',
  json: '.json',
  docling: '.docling.json',
  chunks: '.chunks.jsonl',
  html: '.html',
  text: '.txt',
}

/** @throws {UsageError} if several inputs or formats would share a path. */
export async function chooseDestination(
  { out, to }: ConvertArguments,
  isMany: boolean,
): Promise<Destination> {
  if (out === '-') return { type: 'stdout' }
  if (out === undefined) {
    if (!isMany) return { type: 'stdout' }
    throw wrong('Several inputs need an output: -o FOLDER, or -o - for standard output.')
  }
  const found = await stat(out).catch(() => undefined)
  if (/[/\\]$/.test(out) || found?.isDirectory()) return { type: 'folder', path: out }
  if (!isMany && to.length === 1) return { type: 'file', path: out }
  if (found) throw wrong(`${out} is a file, but there are several outputs: give a folder with -o.`)
  if (extname(out) === '') return { type: 'folder', path: out }
  throw wrong(
    `${out} looks like a file, but there are several outputs: end it with / for a folder.`,
  )
}

/** @returns No paths for standard output. */
export function resolveOutputs(
  { outputPath }: Input,
  to: readonly OutputFormat[],
  destination: Destination,
): OutputPaths {
  if (destination.type === 'stdout') return new Map()
  const { type, path } = destination
  return new Map(
    to.map((form) => [form, type === 'file' ? path : join(path, outputPath + endings[form])]),
  )
}

/**
 * Claims the output paths of an input.
 *
 * @returns False if all outputs exist already and the input is to be skipped.
 * @throws {ConvertError} if a path belongs to another input, is the input itself, or exists already.
 */
export async function claimPaths(
  input: string,
  paths: OutputPaths,
  existing: ExistingOutput,
  claims: ClaimedPaths,
): Promise<boolean> {
  let there = 0
  for (const path of paths.values()) {
    if (resolve(path) === resolve(input)) {
      throw new ConvertError(
        'output_is_input',
        'Its output would overwrite the input. Choose another output with -o.',
      )
    }
    if (!claims.claim(resolve(path))) {
      throw new ConvertError('output_taken', `${path} is the output of another input.`)
    }
    if (!(await stat(path).catch(() => undefined))) continue
    there += 1
    if (existing !== 'refuse') continue
    const sentence = `${path} already exists: --force overwrites it, --skip-existing keeps it.`
    throw new ConvertError('output_exists', sentence)
  }
  return !(existing === 'skip' && there > 0 && there === paths.size)
}

/**
 * Moves a finished file to its destination in one step, so that readers never see a partial file. Creates missing
 * folders.
 */
export async function deliver(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  try {
    await rename(from, to)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EXDEV')) throw error
    const beside = join(dirname(to), `.${basename(to)}.${process.pid}.part`)
    try {
      await copyFile(from, beside)
      await rename(beside, to)
    } finally {
      await rm(beside, { force: true })
    }
  }
}

/** @param name Printed first if several inputs share standard output. */
export async function print(path: string, name: string | undefined): Promise<void> {
  if (name !== undefined) process.stdout.write(`==> ${name} <==\n`)
  try {
    for await (const chunk of createReadStream(path)) {
      if (!process.stdout.write(chunk)) await once(process.stdout, 'drain')
    }
  } catch (error) {
    // Sound: streams and files throw this type.
    ignoreClosedPipe(error as NodeJS.ErrnoException)
  }
}
