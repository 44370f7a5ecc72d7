/** The file with all images of a conversion → the images, with safe names of our own: a child may have been taken over. */
import { readFile } from 'node:fs/promises'
import { type CollectedImage, imageName } from '@recto/engine'
import type { ImageEntry } from './messages.ts'

/** @param path Of the output `images`. */
export async function readImages(
  path: string | undefined,
  entries: readonly ImageEntry[] = [],
): Promise<CollectedImage[]> {
  if (path === undefined || entries.length === 0) return []
  const all = await readFile(path)
  let start = 0
  return entries.map(({ bytes: length, mediaType, ...place }, index) => {
    const bytes = all.subarray(start, start + length)
    start += length
    return { name: imageName(index + 1, mediaType), mediaType, bytes, ...place }
  })
}
