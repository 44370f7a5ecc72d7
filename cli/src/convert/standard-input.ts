/** Standard input → a file, so that a child process can read it like any other. */
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'

/** @returns The path. */
export async function readStandardInput(path: string): Promise<string> {
  await pipeline(process.stdin, createWriteStream(path))
  return path
}
