/** A declared media type → the format, or an error that says how to declare one. */
import { ConversionError } from '../errors.ts'
import {
  type Format,
  findContractFormat,
  findFormat,
  mediaTypes,
  parseMediaType,
} from './media-type.ts'

/**
 * Finds the format that a media type names, without looking at any bytes.
 *
 * @param withExtra Pictures, CSV and EPUB, too; otherwise those that the HTTP API accepts.
 * @throws {ConversionError} `unsupported_media_type`.
 */
export function getFormat(declared: string, withExtra = false): Format {
  const { type } = parseMediaType(declared)
  const format = withExtra ? findFormat(type) : findContractFormat(type)
  if (format) return format
  throw unsupported(adviceFor(type))
}

function adviceFor(type: string): string {
  if (type === '' || type === 'application/octet-stream') {
    return `The file came without its media type. Set it, for example: curl -F 'file=@report.pdf;type=application/pdf' … Accepted are ${acceptedList()}.`
  }
  if (/msword|ms-excel$|ms-powerpoint$/.test(type)) return legacyAdvice
  return `The media type ${type.slice(0, 100)} is not accepted. Accepted are ${acceptedList()}.`
}

export const legacyAdvice =
  'Legacy Office files (.doc, .xls, .ppt) are not accepted. Save the document as .docx, .xlsx or .pptx.'

function acceptedList(): string {
  return Object.values(mediaTypes).join(', ')
}

export function unsupported(sentence: string): ConversionError {
  return new ConversionError('unsupported_media_type', sentence)
}
