/** Finds out whether pages of a PDF inherit their resources from the page tree (ISO 32000-1, 7.7.3.4). */
import { readDictionaries } from './ligature-names.ts'
import { contentLimits as limits } from './settings.ts'

/** Returns true if a page has no resources, and a node of the page tree has some. */
export function haveInherited(bytes: Uint8Array): boolean {
  if (bytes.length > limits.maxScannedBytes) return false
  const objects = readDictionaries(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
  const bodies = [...objects.values()]
  const hasResources = (body: string) => body.includes('/Resources')
  return (
    bodies.some((body) => /\/Type\s*\/Pages\b/.test(body) && hasResources(body)) &&
    bodies.some((body) => /\/Type\s*\/Page\b/.test(body) && !hasResources(body))
  )
}
