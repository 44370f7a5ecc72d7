/** Damages a fixture's document in a way that suits its format. */
import { type FixtureCase, readInput, readParts } from '../fixtures.ts'
import { makeZip } from '../readers/ooxml/testing/zip.ts'
import { damageBytes, damageParts, damageText, type Random } from './damage.ts'

export function damageCase(each: FixtureCase, random: Random): Uint8Array {
  if (each.format === 'pdf') return damageBytes(readInput(each), random)
  if (each.format === 'html' || each.format === 'text') {
    return Buffer.from(damageText(Buffer.from(readInput(each)).toString('utf8'), random))
  }
  const bytes = makeZip(Object.fromEntries(damageParts(readParts(each), random)))
  return random() < 0.2 ? damageBytes(bytes, random) : bytes
}
