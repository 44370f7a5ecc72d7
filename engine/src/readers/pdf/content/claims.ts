/** Bytes of a PDF → what it claims of itself. */

/**
 * Whether it claims to be accessible (ISO 14289-1, clause 5): its structure tree then is in reading order (7.2).
 *
 * The claim stands in the metadata, which programs leave uncompressed so that others find them; where they do not, it is
 * not seen.
 */
export function claimsAccessibility(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return element.some((text) => buffer.includes(text))
}

/** Written as an element, or as an attribute. */
const element = ['<pdfuaid:part>', 'pdfuaid:part="', "pdfuaid:part='"]
