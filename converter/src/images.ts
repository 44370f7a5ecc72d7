/**
 * Reads the file with all images of a conversion and gives them safe names, because a hostile document may control the
 * child.
 */
import { readFile } from 'node:fs/promises'
import { type CollectedImage, imageName } from '@recto/engine'
import type { ImageEntry } from './messages.ts'

/** @param path Path of the output `images`. */
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
