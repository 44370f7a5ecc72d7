/** Holds the state of reading one formula, and reads properties of its elements. */
import type { Warnings } from '../../../errors.ts'
import { findChild, type XmlElement } from '../../ooxml/index.ts'
import type { LineBreak, MathNode, Name } from '../tree.ts'

export interface Reading {
  readonly warnings: Warnings | undefined
  /** Number of enclosing elements. */
  readonly depth: number
  /** Role of letter sequences; inside a function's name they are one name. */
  readonly names?: Name['role']
  /** Results for the whole formula. */
  readonly found: { number?: string }
  /** Reads the children of an element; passed in, so that handlers in different files can call each other. */
  readonly readChildren: (element: XmlElement | undefined, reading: Reading) => MathNode
}

/** Returns the `m:val` of a property, `m:naryPr` › `m:chr`: empty without a value, undefined without the property. */
export function findValue(
  element: XmlElement,
  properties: string,
  name: string,
): string | undefined {
  const property = findChild(findChild(element, properties), name)
  return property && (property.attributes['m:val'] ?? property.attributes['val'] ?? '')
}

/** Returns true if a property is on (22.9.2.7: without a value it is on). */
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

/** Returns true if a toggle property of WordprocessingML is on. */
export function hasToggle(properties: XmlElement | undefined, name: string): boolean {
  const property = findChild(properties, name)
  return property !== undefined && isOnValue(property.attributes['w:val'])
}

function isOnValue(value: string | undefined): boolean {
  return value === undefined || !/^(0|off|false|none)$/i.test(value.trim())
}

/** 22.1.2.15: reads a manual line break, and the operator of the first line under which the next one begins. */
export function readBreak(properties: XmlElement | undefined): LineBreak {
  const alignAt = Number(findChild(properties, 'm:brk')?.attributes['m:alnAt'] ?? Number.NaN)
  return { type: 'break', ...(alignAt >= 1 && { alignAt }) }
}
