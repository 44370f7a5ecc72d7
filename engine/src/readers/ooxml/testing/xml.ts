/** Parses XML for tests, with the prefixes of office files declared. */
import { defaultLimits } from '../../../limits.ts'
import { parseXml, type XmlElement } from '../xml.ts'
import { namespaces } from './package.ts'

/** @param source A single element. */
export function xml(source: string): XmlElement {
  const [element] = parseXml(
    Buffer.from(`<test ${namespaces}>${source}</test>`),
    defaultLimits,
  ).children
  if (!element) throw new Error(`No element in ${source}`)
  return element
}
