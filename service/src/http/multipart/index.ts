/** Parses `multipart/form-data` bodies. */
export { readParameters } from './header-parameters.ts'
export { createMultipartParser, MultipartError, type MultipartParser } from './parser.ts'
export { type Part, readPart } from './part.ts'
