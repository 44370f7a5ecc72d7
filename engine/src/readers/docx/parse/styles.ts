/** Parses the styles part. ECMA-376 Part 1, 17.7. */
import { childrenNamed, findChild, findPath, type XmlElement } from '../../ooxml/index.ts'
import { readParagraphProperties, readRunProperties } from './properties.ts'
import type { Style, StyleSheet } from './types.ts'
import { findValue } from './values.ts'

/** @param root `w:styles`; `undefined` if the file has no styles part. */
export function readStyleSheet(root: XmlElement | undefined): StyleSheet {
  const elements = childrenNamed(root, 'w:style')
  // If ids repeat, the last style counts, as in Word.
  const styles = new Map(elements.map(readStyle).map((style) => [style.id, style]))
  const byDefault = elements.findLast(
    ({ attributes }) =>
      attributes['w:type'] === 'paragraph' && /^(1|true|on)$/.test(attributes['w:default'] ?? ''),
  )?.attributes['w:styleId']
  return {
    styles,
    ...(byDefault !== undefined && { defaultParagraphStyle: byDefault }),
    defaults: readRunProperties(findPath(root, 'w:docDefaults', 'w:rPrDefault', 'w:rPr')),
  }
}

function readStyle(element: XmlElement): Style {
  const basedOn = findValue(element, 'w:basedOn')
  const conditions = childrenNamed(element, 'w:tblStylePr')
  return {
    id: element.attributes['w:styleId'] ?? '',
    name: findValue(element, 'w:name') ?? '',
    ...(basedOn !== undefined && { basedOn }),
    run: readRunProperties(findChild(element, 'w:rPr')),
    paragraph: readParagraphProperties(findChild(element, 'w:pPr')),
    formatsFirstRow: conditions.some(({ attributes }) => attributes['w:type'] === 'firstRow'),
  }
}
