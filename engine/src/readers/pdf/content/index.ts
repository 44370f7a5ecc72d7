/** The door of the folder: bytes of a PDF → pages of glyphs. */
export { closeDocument, damaged, findTitle, type OpenDocument, openDocument } from './document.ts'
export { type Drawings, type Fill, noDrawings, type Ruling } from './drawings.ts'
export { acquireEngine, type Engine, releaseEngine } from './engine.ts'
export type { Detail, Glyphs, PageText } from './glyphs.ts'
export { type Page, readPage } from './page.ts'
export type { Font, FontTable, TextObject } from './text-objects.ts'
