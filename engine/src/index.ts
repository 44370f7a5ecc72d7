/** The engine: bytes of a document in, Markdown out. */
export { type Conversion, type ConvertOptions, convert } from './convert.ts'
export { ConversionError, type ConversionErrorCode, type Warning } from './errors.ts'
export { defaultLimits, type Limits } from './limits.ts'
export type * from './model/index.ts'
export type { Profile, Progress } from './readers/index.ts'
export { type Format, mediaTypes } from './sniff/index.ts'
