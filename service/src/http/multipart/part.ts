/** Reads field name, file name and media type from the headers of a part. */
import { decodeExtended, readParameters } from './header-parameters.ts'
import type { PartHeaders } from './parser.ts'

export interface Part {
  /** Name of the field; empty if the part has none. */
  readonly name: string
  /** Base name of the file; `undefined` if the part has none. */
  readonly filename: string | undefined
  /** The declared type, with parameters; `undefined` if the part has none. */
  readonly mediaType: string | undefined
}

export function readPart(headers: PartHeaders): Part {
  const { value, parameters } = readParameters(headers.get('content-disposition') ?? '')
  const extended = decodeExtended(parameters.get('filename*') ?? '')
  const filename = extended ?? parameters.get('filename')
  return {
    name: value === 'form-data' ? (parameters.get('name') ?? '') : '',
    filename: filename === undefined ? undefined : baseName(filename),
    mediaType: headers.get('content-type'),
  }
}

/** The longest name that file systems allow, in bytes. */
const MAX_NAME_CHARACTERS = 255
const NAMELESS = 'document'

/**
 * Returns the last segment of a Unix or Windows path, without control characters. The result is never used as a path.
 */
export function baseName(path: string): string {
  const last = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
  const name = [...last.replace(/\p{Cc}/gu, '').trim()].slice(0, MAX_NAME_CHARACTERS).join('')
  return name === '' || name === '.' || name === '..' ? NAMELESS : name
}
