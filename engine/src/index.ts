/** The engine: bytes of a document in, Markdown and JSON out. */
export {
  type Conversion,
  type ConvertOptions,
  convert,
  type OutputFormat,
  outputFormats,
} from './convert.ts'
export { countPages, type PageCount } from './count-pages.ts'
export { ConversionError, type ConversionErrorCode, type Warning } from './errors.ts'
export { defaultLimits, type Limits } from './limits.ts'
export type * from './model/index.ts'
export type { OcrOptions, Profile, Progress } from './readers/index.ts'
export type { PageRecognition, Recognize, RecognizeOptions } from './readers/pdf/ocr/index.ts'
export { type RecognizePagesOptions, recognizePages } from './recognize-pages.ts'
export {
  detectMediaType,
  type Format,
  getFormat,
  mediaTypeOf,
  mediaTypes,
  parseMediaType,
  sniff,
} from './sniff/index.ts'
