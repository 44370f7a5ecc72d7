/** The headers of a part → which field it is, and what file. */
import { decodeExtended, readParameters } from './header-parameters.ts'
import type { PartHeaders } from './parser.ts'

export interface Part {
  /** Name of the field; empty for a part without. */
  readonly name: string
  /** Base name of the file; `undefined` where none was given. */
  readonly filename: string | undefined
  /** As declared, with parameters; `undefined` where none was. */
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

/** The last part of a path, be it of Windows or not, without control characters. Never used as a path itself. */
export function baseName(path: string): string {
  const last = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
  const name = [...last.replace(/\p{Cc}/gu, '').trim()].slice(0, MAX_NAME_CHARACTERS).join('')
  return name === '' || name === '.' || name === '..' ? NAMELESS : name
}
