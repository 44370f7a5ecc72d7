/** `multipart/form-data`: bytes of a request's body → its parts. */
export { readParameters } from './header-parameters.ts'
export { createMultipartParser, MultipartError, type MultipartParser } from './parser.ts'
export { type Part, readPart } from './part.ts'
