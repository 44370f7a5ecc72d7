/** The state of reading one formula, and access to the properties of its elements. */
import type { Warnings } from '../../../errors.ts'
import { findChild, type XmlElement } from '../../ooxml/index.ts'
import type { LineBreak, MathNode, Name } from '../tree.ts'

export interface Reading {
  readonly warnings: Warnings | undefined
  /** Levels of elements above. */
  readonly depth: number
  /** What letters in sequence are here; inside of a function's name they are one. */
  readonly names?: Name['role']
  /** What is found on the way, for the whole formula. */
  readonly found: { number?: string }
  /** Reads the children of an element; here, so that files of handlers can call each other. */
  readonly readChildren: (element: XmlElement | undefined, reading: Reading) => MathNode
}

/** The `m:val` of a property, `m:naryPr` › `m:chr`: empty when it has none, undefined when it is not there. */
export function findValue(
  element: XmlElement,
  properties: string,
  name: string,
): string | undefined {
  const property = findChild(findChild(element, properties), name)
  return property && (property.attributes['m:val'] ?? property.attributes['val'] ?? '')
}

/** Whether a property is on (22.9.2.7: there without a value is on). */
export function isOn(
  element: XmlElement,
  properties: string,
  name: string,
  missing = false,
): boolean {
  const property = findChild(findChild(element, properties), name)
  if (!property) return missing
  return isOnValue(property.attributes['m:val'] ?? property.attributes['val'])
}

/** Whether a toggle of WordprocessingML is on. */
export function hasToggle(properties: XmlElement | undefined, name: string): boolean {
  const property = findChild(properties, name)
  return property !== undefined && isOnValue(property.attributes['w:val'])
}

function isOnValue(value: string | undefined): boolean {
  return value === undefined || !/^(0|off|false|none)$/i.test(value.trim())
}

/** 22.1.2.15: a deliberate line break, and the operator of the first line below which it begins. */
export function readBreak(properties: XmlElement | undefined): LineBreak {
  const alignAt = Number(findChild(properties, 'm:brk')?.attributes['m:alnAt'] ?? Number.NaN)
  return { type: 'break', ...(alignAt >= 1 && { alignAt }) }
}
