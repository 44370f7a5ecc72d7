/** Detects the claims that the bytes of a PDF make about the file. */

/**
 * Returns true if the file claims to be accessible (ISO 14289-1, clause 5): its structure tree then is in reading order (7.2).
 *
 * The claim is part of the metadata, which programs leave uncompressed so that others find them; in compressed metadata it
 * is not detected.
 */
export function claimsAccessibility(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return buffer.includes(property) && claims.some((text) => buffer.includes(text))
}

const property = 'pdfuaid:part'
/** The claim as an element, or as an attribute. */
const claims = [`<${property}>`, `${property}="`, `${property}='`]
