/** The package of a DOCX file → what its parts say, free of XML. */
export { type DocxFile, readDocxFile } from './parts.ts'
export { noRunProperties } from './properties.ts'
export { decodeSymbols } from './symbols.ts'
export type * from './types.ts'
