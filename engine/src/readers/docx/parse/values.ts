/** Reads attribute values of WordprocessingML. */
import { findChild, readInteger, readLength, type XmlElement } from '../../ooxml/index.ts'

/** ECMA-376 Part 1, 22.9.2.7: returns true for a toggle element that is on, which is also the case without a value. */
export function isOn({ attributes }: XmlElement): boolean {
  const value = attributes['w:val']
  return value !== '0' && value !== 'false' && value !== 'off'
}

/** Returns true if a property is present and on. */
export function hasOn(properties: XmlElement | undefined, name: string): boolean {
  const property = findChild(properties, name)
  return property !== undefined && isOn(property)
}

/** Returns the `w:val` of a property. */
export function findValue(properties: XmlElement | undefined, name: string): string | undefined {
  return findChild(properties, name)?.attributes['w:val']
}

/** Returns the `w:val` of a property as an integer. */
export function findInteger(properties: XmlElement | undefined, name: string): number | undefined {
  return readInteger(findValue(properties, name))
}

const TWIPS_PER_POINT = 20

/**
 * Reads a length in twips or with a unit (22.9.2.14).
 *
 * @returns Points.
 */
export function readTwips(value: string | undefined): number | undefined {
  const twips = readInteger(value)
  return twips === undefined ? readLength(value) : twips / TWIPS_PER_POINT
}

/** A mutable record of properties. */
export type Building<Properties> = { -readonly [Name in keyof Properties]: Properties[Name] }
