/** Parses XML for tests, with the prefixes of office files declared. */
import { defaultLimits } from '../../../limits.ts'
import { parseXml, type XmlElement } from '../xml.ts'

const drawing = 'http://schemas.openxmlformats.org/drawingml/2006'
const microsoft = 'http://schemas.microsoft.com/office'

const prefixes: Readonly<Record<string, string>> = {
  a: `${drawing}/main`,
  c: `${drawing}/chart`,
  dgm: `${drawing}/diagram`,
  p: 'http://schemas.openxmlformats.org/presentationml/2006/main',
  r: 'http://schemas.openxmlformats.org/officeDocument/2006/relationships',
  m: 'http://schemas.openxmlformats.org/officeDocument/2006/math',
  mc: 'http://schemas.openxmlformats.org/markup-compatibility/2006',
  a14: `${microsoft}/drawing/2010/main`,
  adec: `${microsoft}/drawing/2017/decorative`,
  cx: `${microsoft}/drawing/2014/chartex`,
  cx1: `${microsoft}/drawing/2015/9/8/chartex`,
  dsp: `${microsoft}/drawing/2008/diagram`,
}

const declarations = Object.entries(prefixes)
  .map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)
  .join(' ')

/** @param source A single element. */
export function xml(source: string): XmlElement {
  const [element] = parseXml(
    Buffer.from(`<test ${declarations}>${source}</test>`),
    defaultLimits,
  ).children
  if (!element) throw new Error(`No element in ${source}`)
  return element
}
