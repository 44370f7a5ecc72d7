/** `--images DIR`: writes the images of each document to a subfolder of DIR, linked from its Markdown and HTML. */
import { stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { type Result, readImages } from '@recto/converter'
import type { ConvertArguments } from './arguments.ts'
import { ConvertError } from './errors.ts'
import type { Input } from './inputs.ts'
import { deliver, type OutputPaths } from './outputs.ts'

export interface ImageOutput {
  /** Path of the folder. */
  readonly folder: string
  /** The prefix of links in the texts: the folder relative to the texts, percent-encoded. */
  readonly link: string
}

/**
 * @param paths Paths of the texts; empty for standard output, where links are relative to the working folder.
 * @throws {ConvertError} if the folder exists and may not be overwritten.
 */
export async function resolveImages(
  { images, existing }: Pick<ConvertArguments, 'images' | 'existing'>,
  { outputPath }: Input,
  paths: OutputPaths,
): Promise<ImageOutput | undefined> {
  if (images === undefined) return undefined
  const folder = join(images, outputPath)
  if (existing === 'refuse' && (await stat(folder).catch(() => undefined))) {
    throw new ConvertError('output_exists', `${folder} already exists: --force overwrites it.`)
  }
  const [text] = paths.values()
  const path = relative(text === undefined ? '.' : dirname(text), folder)
  return { folder, link: path.split(sep).map(encodeURIComponent).join('/') }
}

/** @param from Path of the output `images` of the conversion. */
export async function deliverImages(
  target: ImageOutput,
  from: string,
  { imageEntries }: Result,
): Promise<void> {
  for (const { name, bytes } of await readImages(from, imageEntries)) {
    const path = `${from}-${name}`
    await writeFile(path, bytes)
    await deliver(path, join(target.folder, name))
  }
}
