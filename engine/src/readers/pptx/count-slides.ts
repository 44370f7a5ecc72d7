/** Counts the slides of a PPTX file, hidden ones included, without reading them. */
import { Warnings } from '../../errors.ts'
import type { Limits } from '../../limits.ts'
import { openPackage } from '../ooxml/index.ts'
import { readDeck } from './deck.ts'

export async function countSlides(bytes: Uint8Array, limits: Limits): Promise<number> {
  const office = await openPackage(bytes, limits)
  if (!office) return 0
  return (await readDeck(office, new Warnings(), limits)).slides.length
}
