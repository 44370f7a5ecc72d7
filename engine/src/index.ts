/** The engine converts a document to Markdown, JSON and chunks. */
export { type Conversion, type ConvertInput, convert, type JsonDocument } from './convert.ts'
export { type ConvertOptions, checkOptions, type OptionCheck } from './convert-options.ts'
export {
  convertToTexts,
  type OutputFormat,
  outputFormats,
  type Texts,
  type TextsOptions,
  writeChunks,
} from './convert-to-texts.ts'
export { countPages, type PageCount } from './count-pages.ts'
export { type DrawPagesOptions, drawPages } from './draw-pages.ts'
export { ConversionError, type ConversionErrorCode, type Fault, type Warning } from './errors.ts'
export {
  type CollectedImage,
  type ImageType,
  imageName,
  imageTypes,
  MAX_IMAGE_BYTES,
  MAX_IMAGES,
} from './images/index.ts'
export { defaultLimits, type Limits } from './limits.ts'
export type * from './model/index.ts'
export { type PageRange, parsePageRanges } from './page-ranges.ts'
export { loadReaders, type OcrOptions, type Profile, type Progress } from './readers/index.ts'
export type { PageRecognition, Recognize, RecognizeOptions } from './readers/pdf/ocr/index.ts'
export { type RecognizePagesOptions, recognizePages } from './recognize-pages.ts'
export {
  detectMediaType,
  extraMediaTypes,
  type Format,
  getFormat,
  mediaTypeOf,
  mediaTypes,
  parseMediaType,
  sniff,
  supportedEndings,
} from './sniff/index.ts'
export type { Chunk, ChunkBox, ChunkKind } from './writers/chunks/index.ts'
