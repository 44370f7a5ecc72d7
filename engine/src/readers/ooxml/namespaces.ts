/** Maps namespace URIs of office files, transitional and strict, to one prefix each. */

const strict = 'http://purl.oclc.org/ooxml/'
const transitional = 'http://schemas.openxmlformats.org/'
const microsoft = 'http://schemas.microsoft.com/office/'

/** URIs by prefix. ECMA-376 Part 1, annex A; Part 4, annex A; Microsoft [MS-DOCX], [MS-PPTX], [MS-XLSX], [MS-ODRAWXML]. */
const uris: Readonly<Record<string, readonly string[]>> = {
  w: [`${transitional}wordprocessingml/2006/main`, `${strict}wordprocessingml/main`],
  x: [`${transitional}spreadsheetml/2006/main`, `${strict}spreadsheetml/main`],
  p: [`${transitional}presentationml/2006/main`, `${strict}presentationml/main`],
  a: [`${transitional}drawingml/2006/main`, `${strict}drawingml/main`],
  m: [`${transitional}officeDocument/2006/math`, `${strict}officeDocument/math`],
  r: [`${transitional}officeDocument/2006/relationships`, `${strict}officeDocument/relationships`],
  c: [`${transitional}drawingml/2006/chart`, `${strict}drawingml/chart`],
  dgm: [`${transitional}drawingml/2006/diagram`, `${strict}drawingml/diagram`],
  pic: [`${transitional}drawingml/2006/picture`, `${strict}drawingml/picture`],
  wp: [
    `${transitional}drawingml/2006/wordprocessingDrawing`,
    `${strict}drawingml/wordprocessingDrawing`,
  ],
  xdr: [
    `${transitional}drawingml/2006/spreadsheetDrawing`,
    `${strict}drawingml/spreadsheetDrawing`,
  ],
  lc: [`${transitional}drawingml/2006/lockedCanvas`, `${strict}drawingml/lockedCanvas`],
  ep: [
    `${transitional}officeDocument/2006/extended-properties`,
    `${strict}officeDocument/extendedProperties`,
  ],
  vt: [
    `${transitional}officeDocument/2006/docPropsVTypes`,
    `${strict}officeDocument/docPropsVTypes`,
  ],
  ct: [`${transitional}package/2006/content-types`],
  rel: [`${transitional}package/2006/relationships`],
  cp: [`${transitional}package/2006/metadata/core-properties`],
  dc: ['http://purl.org/dc/elements/1.1/'],
  dcterms: ['http://purl.org/dc/terms/'],
  // EPUB.
  opf: ['http://www.idpf.org/2007/opf'],
  ocf: ['urn:oasis:names:tc:opendocument:xmlns:container'],
  enc: ['http://www.w3.org/2001/04/xmlenc#'],
  mc: [`${transitional}markup-compatibility/2006`],
  v: ['urn:schemas-microsoft-com:vml'],
  o: ['urn:schemas-microsoft-com:office:office'],
  w10: ['urn:schemas-microsoft-com:office:word'],
  w14: [`${microsoft}word/2010/wordml`],
  w15: [`${microsoft}word/2012/wordml`],
  w16cid: [`${microsoft}word/2016/wordml/cid`],
  w16se: [`${microsoft}word/2015/wordml/symex`],
  wp14: [`${microsoft}word/2010/wordprocessingDrawing`],
  wps: [`${microsoft}word/2010/wordprocessingShape`],
  wpg: [`${microsoft}word/2010/wordprocessingGroup`],
  wpc: [`${microsoft}word/2010/wordprocessingCanvas`],
  wpi: [`${microsoft}word/2010/wordprocessingInk`],
  wne: [`${microsoft}word/2006/wordml`],
  a14: [`${microsoft}drawing/2010/main`],
  a16: [`${microsoft}drawing/2014/main`],
  asvg: [`${microsoft}drawing/2016/SVG/main`],
  c14: [`${microsoft}drawing/2007/8/2/chart`],
  c15: [`${microsoft}drawing/2012/chart`],
  cx: [`${microsoft}drawing/2014/chartex`],
  cx1: [`${microsoft}drawing/2015/9/8/chartex`],
  cx2: [`${microsoft}drawing/2015/10/21/chartex`],
  cx3: [`${microsoft}drawing/2016/5/9/chartex`],
  cx4: [`${microsoft}drawing/2016/5/10/chartex`],
  cx5: [`${microsoft}drawing/2016/5/11/chartex`],
  cx6: [`${microsoft}drawing/2016/5/12/chartex`],
  cx7: [`${microsoft}drawing/2016/5/13/chartex`],
  cx8: [`${microsoft}drawing/2016/5/14/chartex`],
  adec: [`${microsoft}drawing/2017/decorative`],
  dsp: [`${microsoft}drawing/2008/diagram`],
  xtc: [`${microsoft}spreadsheetml/2018/threadedcomments`],
  p14: [`${microsoft}powerpoint/2010/main`],
  p15: [`${microsoft}powerpoint/2012/main`],
  p188: [`${microsoft}powerpoint/2018/8/main`],
  x14: [`${microsoft}spreadsheetml/2009/9/main`],
  x15: [`${microsoft}spreadsheetml/2010/11/main`],
  xm: [`${microsoft}excel/2006/main`],
  xlrd: [`${microsoft}spreadsheetml/2017/richdata`],
  math: ['http://www.w3.org/1998/Math/MathML'],
  xml: ['http://www.w3.org/XML/1998/namespace'],
}

/** The canonical prefix by URI. */
export const prefixes: ReadonlyMap<string, string> = new Map(
  Object.entries(uris).flatMap(([prefix, list]) =>
    list.map((uri): [string, string] => [uri, prefix]),
  ),
)

/**
 * Returns the canonical name of an element or attribute: `w:p` whatever prefix the file declares.
 * Names in an unknown namespace are `{uri}local`; names without a namespace stay bare.
 */
export function canonicalName(uri: string, local: string): string {
  if (uri === '') return local
  const prefix = prefixes.get(uri)
  return prefix === undefined ? `{${uri}}${local}` : `${prefix}:${local}`
}
