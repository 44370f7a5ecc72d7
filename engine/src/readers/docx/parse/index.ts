/** Parses the package of a DOCX file into types free of XML. */
export { type DocxFile, readDocxFile } from './parts.ts'
export { noRunProperties } from './properties.ts'
export { decodeSymbols } from './symbols.ts'
export type * from './types.ts'
