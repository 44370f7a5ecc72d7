/** The entry point of the folder: reads pages of glyphs from the bytes of a PDF. */
export type { CheckField } from './check-fields.ts'
export { claimsAccessibility } from './claims.ts'
export { closeDocument, damaged, type OpenDocument, openDocument, readInfo } from './document.ts'
export { type Drawings, noDrawings } from './drawings.ts'
export { acquireEngine, type Engine, releaseEngine } from './engine.ts'
export { fontNames } from './font-names.ts'
export {
  fontFlags,
  glyphCodes,
  isComplexScript,
  isControl,
  isHighSurrogate,
  isLowSurrogate,
  isMark,
  pointsPerInch,
  renderModes,
} from './format.ts'
export type { Detail } from './glyphs.ts'
export { linkAround, linkLevel, type PageLink } from './links.ts'
export { type OutlineEntry, readOutline, withTitle } from './outline.ts'
export { type Page, readPage } from './page.ts'
export { allocateGlyphs, copyGlyphs, type Glyphs, type PageText } from './page-text.ts'
export type { Fill, Ruling } from './paths.ts'
export type { Place } from './places.ts'
export { toPng } from './png.ts'
export {
  type ColorPicture,
  type PagePicture,
  type Picture,
  renderInColors,
  renderPage,
} from './render.ts'
export { isExtension } from './symbol-encodings.ts'
export type { TagCell, TagRow, TagTable } from './table-tags.ts'
export type { MarkedContent, TagElement } from './tags.ts'
export { type Font, type FontTable, hasBoldWeight, type TextObject } from './text-objects.ts'
