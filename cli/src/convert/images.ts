/** `--images DIR`: images of a document → files in a folder of its own below DIR, linked from its Markdown and HTML. */
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
  /** The folder as links in the texts begin: relative to the texts, percent-encoded. */
  readonly link: string
}

/**
 * @param places Of the texts; empty for standard output, whose links are relative to the working folder.
 * @throws {ConvertError} if the folder is there already, and may not be overwritten.
 */
export async function resolveImages(
  { images, existing }: Pick<ConvertArguments, 'images' | 'existing'>,
  { place }: Input,
  places: OutputPaths,
): Promise<ImageOutput | undefined> {
  if (images === undefined) return undefined
  const folder = join(images, place)
  if (existing === 'refuse' && (await stat(folder).catch(() => undefined))) {
    throw new ConvertError('output_exists', `${folder} is there already: --force overwrites it.`)
  }
  const [text] = places.values()
  const path = relative(text === undefined ? '.' : dirname(text), folder)
  return { folder, link: path.split(sep).map(encodeURIComponent).join('/') }
}

/** @param from The output `images` of the conversion. */
export async function deliverImages(
  place: ImageOutput,
  from: string,
  { imageEntries }: Result,
): Promise<void> {
  for (const { name, bytes } of await readImages(from, imageEntries)) {
    const path = `${from}-${name}`
    await writeFile(path, bytes)
    await deliver(path, join(place.folder, name))
  }
}
