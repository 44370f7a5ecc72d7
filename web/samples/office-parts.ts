/** Parts that every office file has: content types and relationships. */

const NAMESPACE = 'http://schemas.openxmlformats.org'

export function contentTypes(overrides: Readonly<Record<string, string>>): string {
  const rows = Object.entries(overrides).map(
    ([part, type]) =>
      `<Override PartName="/${part}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`,
  )
  return `<Types xmlns="${NAMESPACE}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${rows.join('')}</Types>`
}

/** @param targets By id; the kind is the last word of the relationship type. */
export function relationships(
  targets: Readonly<Record<string, readonly [kind: string, target: string]>>,
): string {
  const rows = Object.entries(targets).map(
    ([id, [kind, target]]) =>
      `<Relationship Id="${id}" Type="${NAMESPACE}/officeDocument/2006/relationships/${kind}" Target="${target}"/>`,
  )
  return `<Relationships xmlns="${NAMESPACE}/package/2006/relationships">${rows.join('')}</Relationships>`
}

export function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
