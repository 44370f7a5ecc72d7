/** The engine's side door: what a server asks of a file before a converter has it. It loads no reader: 30 MB less. */
export { ConversionError } from './errors.ts'
export { imageName, imageTypes } from './images/image-file.ts'
export { parsePageRanges } from './page-ranges.ts'
export { getFormat } from './sniff/declared.ts'
export { extraMediaTypes, mediaTypes } from './sniff/media-type.ts'
export { textChecks } from './sniff/text-content.ts'
