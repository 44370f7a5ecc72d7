/** Reads the secret keys: from the configuration, else from a file in the data folder that the first start creates. */
import { randomBytes } from 'node:crypto'
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../config/index.ts'

type MasterKeys = readonly [today: string, ...former: string[]]

const KEY_BYTES = 32
export const KEY_FILE = 'secret.key'

export async function readMasterKeys({ secretKeys, dataFolder }: Config): Promise<MasterKeys> {
  const { today, former } = secretKeys
  const formers = former === undefined ? [] : [former]
  if (today === undefined) return [await getKeyFile(dataFolder), ...formers]
  // Before a key was configured, data was encrypted with that of the file.
  const file = await readKeyFile(dataFolder)
  return [today, ...formers, ...(file === undefined ? [] : [file])]
}

/** Returns the key in the data folder, if it exists. */
export async function readKeyFile(dataFolder: string): Promise<string | undefined> {
  try {
    return await readFile(join(dataFolder, KEY_FILE), 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Returns the key in the data folder; the first start creates it. */
export async function getKeyFile(dataFolder: string): Promise<string> {
  const path = join(dataFolder, KEY_FILE)
  const own = `${path}.${process.pid}`
  await mkdir(dataFolder, { recursive: true, mode: 0o700 })
  await writeFile(own, randomBytes(KEY_BYTES).toString('base64'), { mode: 0o600 })
  try {
    // `link` fails if the file exists, so processes that start together agree on one key.
    await link(own, path)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    await rm(own)
  }
  await chmod(path, 0o600)
  return await readFile(path, 'utf8')
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
