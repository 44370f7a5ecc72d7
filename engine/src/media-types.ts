/** Entry point for servers that check a file before a converter has it. Loads neither readers nor writers, which saves 20 MB. */
export { ConversionError } from './errors.ts'
export { imageName, imageTypes } from './images/image-file.ts'
export { parsePageRanges } from './page-ranges.ts'
export { getFormat } from './sniff/declared.ts'
export { extraMediaTypes, mediaTypes } from './sniff/media-type.ts'
export { textChecks } from './sniff/text-content.ts'
