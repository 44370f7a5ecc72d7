/** Converts scripts, limits and accents (MathML 3, 3.4) to nodes. */
import type { XmlElement } from '../../ooxml/index.ts'
import { limits, nothing, pair, scripts } from '../builders.ts'
import { readAccent } from '../characters.ts'
import { findCombiningMark, findMark } from '../marks.ts'
import type { MathNode, ScriptPair } from '../tree.ts'
import type { Reading } from './reading.ts'
import { findCharacter } from './tokens.ts'

function readOptional(element: XmlElement | undefined, reading: Reading): MathNode | undefined {
  return element && reading.read(element, reading)
}

/** 3.4.1–3 */
export function readScripts(element: XmlElement, reading: Reading): MathNode {
  const [base, first, second] = element.children
  const [sub, sup] = element.name === 'msup' ? [undefined, first] : [first, second]
  return scripts(readOptional(base, reading) ?? nothing, [
    pair(readOptional(sub, reading), readOptional(sup, reading)),
  ])
}

/** 3.4.7: reads pairs after the base and before it. */
export function readMultiscripts(element: XmlElement, reading: Reading): MathNode {
  const [base, ...others] = element.children
  const boundary = others.findIndex(({ name }) => name === 'mprescripts')
  const after = boundary < 0 ? others : others.slice(0, boundary)
  const before = boundary < 0 ? [] : others.slice(boundary + 1)
  return scripts(
    readOptional(base, reading) ?? nothing,
    readPairs(after, reading),
    readPairs(before, reading),
  )
}

function readPairs(elements: readonly XmlElement[], reading: Reading): ScriptPair[] {
  const pairs: ScriptPair[] = []
  for (let index = 0; index < elements.length; index += 2) {
    const sub = readOptional(elements[index], reading)
    const sup = readOptional(elements[index + 1], reading)
    pairs.push(pair(sub, sup))
  }
  return pairs
}

/** 3.4.4–6 */
export function readUnderOver(element: XmlElement, reading: Reading): MathNode {
  const [base, first, second] = element.children
  const [under, over] = element.name === 'mover' ? [undefined, first] : [first, second]
  const node = readOptional(base, reading) ?? nothing
  const underMark = findAccent(element, under, 'below')
  const overMark = findAccent(element, over, 'above')
  const marked = overMark === undefined ? node : readAccent(node, overMark, 'above')
  const both = underMark === undefined ? marked : readAccent(marked, underMark, 'below')
  return limits(
    both,
    underMark === undefined ? readOptional(under, reading) : undefined,
    overMark === undefined ? readOptional(over, reading) : undefined,
  )
}

/** Characters that the operator dictionary does not list as accents. */
const ordinary = /^[.—–―─⎯⌃∼]|\.{2,4}$/u

/** Returns the accent mark; without an `accent` attribute the character decides. */
function findAccent(
  element: XmlElement,
  script: XmlElement | undefined,
  position: 'above' | 'below',
): string | undefined {
  const character = findCharacter(script)
  if (character === undefined) return undefined
  if (!findMark(character, position)) {
    return findCombiningMark(character)?.position === position ? character : undefined
  }
  const attribute = position === 'above' ? 'accent' : 'accentunder'
  const stated = element.attributes[attribute] ?? script?.attributes['accent']
  if (stated === 'false') return isBrace(character) ? character : undefined
  return stated === 'true' || !ordinary.test(character) ? character : undefined
}

function isBrace(character: string): boolean {
  return /[⏞⏟︷︸⎴⎵]/u.test(character)
}
