/** Finds the format of a declared media type, or throws an error that explains how to declare one. */
import { ConversionError } from '../errors.ts'
import {
  extraMediaTypes,
  type Format,
  findContractFormat,
  findFormat,
  mediaTypes,
  parseMediaType,
} from './media-type.ts'

/**
 * Finds the format that a media type names, without examining any bytes.
 *
 * @param withExtra True to accept pictures, CSV and EPUB besides the formats of the HTTP API.
 * @throws {ConversionError} `unsupported_media_type`.
 */
export function getFormat(declared: string, withExtra = false): Format {
  const { type } = parseMediaType(declared)
  const format = withExtra ? findFormat(type) : findContractFormat(type)
  if (format) return format
  throw unsupported(adviceFor(type, withExtra))
}

function adviceFor(type: string, withExtra: boolean): string {
  const extra = withExtra ? Object.values(extraMediaTypes) : []
  const accepted = [...Object.values(mediaTypes), ...extra].join(', ')
  if (type === '' || type === 'application/octet-stream') {
    return `The file came without its media type. Set it, for example: curl -F 'file=@report.pdf;type=application/pdf' … Accepted are ${accepted}.`
  }
  if (/msword|ms-excel$|ms-powerpoint$/.test(type)) return legacyAdvice
  return `The media type ${type.slice(0, 100)} is not accepted. Accepted are ${accepted}.`
}

export const legacyAdvice =
  'Legacy Office files (.doc, .xls, .ppt) are not accepted. Save the document as .docx, .xlsx or .pptx.'

export function unsupported(sentence: string): ConversionError {
  return new ConversionError('unsupported_media_type', sentence)
}
