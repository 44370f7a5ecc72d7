/** Builds what all office packages share, for tests: namespaces, relationships and core properties. ECMA-376 part 2. */

const office = 'http://schemas.openxmlformats.org/officeDocument/2006'
const drawing = 'http://schemas.openxmlformats.org/drawingml/2006'
const microsoft = 'http://schemas.microsoft.com/office'
const packageUri = 'http://schemas.openxmlformats.org/package/2006'

/** Declares the prefixes that parts use. `future` is a namespace that no reader supports. */
export const namespaces = Object.entries({
  w: 'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
  p: 'http://schemas.openxmlformats.org/presentationml/2006/main',
  r: `${office}/relationships`,
  m: `${office}/math`,
  mc: 'http://schemas.openxmlformats.org/markup-compatibility/2006',
  a: `${drawing}/main`,
  c: `${drawing}/chart`,
  dgm: `${drawing}/diagram`,
  lc: `${drawing}/lockedCanvas`,
  pic: `${drawing}/picture`,
  wp: `${drawing}/wordprocessingDrawing`,
  a14: `${microsoft}/drawing/2010/main`,
  adec: `${microsoft}/drawing/2017/decorative`,
  cx: `${microsoft}/drawing/2014/chartex`,
  cx1: `${microsoft}/drawing/2015/9/8/chartex`,
  dsp: `${microsoft}/drawing/2008/diagram`,
  p188: `${microsoft}/powerpoint/2018/8/main`,
  w14: `${microsoft}/word/2010/wordml`,
  wps: `${microsoft}/word/2010/wordprocessingShape`,
  v: 'urn:schemas-microsoft-com:vml',
  o: 'urn:schemas-microsoft-com:office:office',
  future: 'http://example.org/future',
})
  .map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)
  .join(' ')

/** A relationship: type, target as written in the part, and `external` for a target outside of the file. */
export type Target = readonly [type: string, target: string, external?: 'external']

/** Builds a part of relationships. A type that is not a URI is one of the office document's. */
export function makeRelationships(targets: Readonly<Record<string, Target>>): string {
  const rows = Object.entries(targets).map(([id, [type, target, external]]) => {
    const uri = type.includes(':') ? type : `${office}/relationships/${type}`
    const mode = external ? ' TargetMode="External"' : ''
    return `<Relationship Id="${id}" Type="${uri}" Target="${target}"${mode}/>`
  })
  return `<Relationships xmlns="${packageUri}/relationships">${rows.join('')}</Relationships>`
}

/** Builds the core properties, with a title. */
export function makeCore(title: string): string {
  return `<cp:coreProperties xmlns:cp="${packageUri}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${title}</dc:title></cp:coreProperties>`
}

/** Builds the list of content types; names of parts begin with `/`. */
export function makeContentTypes(overrides: Readonly<Record<string, string>>, more = ''): string {
  const rows = Object.entries(overrides).map(
    ([part, type]) => `<Override PartName="${part}" ContentType="${type}"/>`,
  )
  return `<Types xmlns="${packageUri}/content-types">${more}<Default Extension="xml" ContentType="application/xml"/>${rows.join('')}</Types>`
}
