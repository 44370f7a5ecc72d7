/** Lists the accepted media types, parses declared ones, and maps file names to types. */
import type { Format } from '../readers/index.ts'

export type { Format } from '../readers/index.ts'

/** Formats that only the library and the command read. */
type ExtraFormat = 'image' | 'csv' | 'epub'
/** Formats that the HTTP API accepts. */
export type ContractFormat = Exclude<Format, ExtraFormat>

const office = 'application/vnd.openxmlformats-officedocument'

export const mediaTypes: Readonly<Record<ContractFormat, string>> = {
  pdf: 'application/pdf',
  docx: `${office}.wordprocessingml.document`,
  pptx: `${office}.presentationml.presentation`,
  xlsx: `${office}.spreadsheetml.sheet`,
  html: 'text/html',
  text: 'text/plain',
}

/** Media types by file extension. */
export const extraMediaTypes = {
  png: 'image/png',
  jpeg: 'image/jpeg',
  tiff: 'image/tiff',
  webp: 'image/webp',
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  epub: 'application/epub+zip',
} as const

const extraFormats: Readonly<Record<keyof typeof extraMediaTypes, ExtraFormat>> = {
  png: 'image',
  jpeg: 'image',
  tiff: 'image',
  webp: 'image',
  csv: 'csv',
  tsv: 'csv',
  epub: 'epub',
}

interface MediaType {
  /** `type/subtype`, lower case. */
  readonly type: string
  /** Keyed by lower-case name; if names repeat, the first one counts. */
  readonly parameters: ReadonlyMap<string, string>
}

/** Parses a Content-Type value (RFC 9110, 8.3.1) leniently: malformed parameters are skipped. */
export function parseMediaType(declared: string): MediaType {
  const [type = '', ...rest] = declared.split(';')
  const parameters = new Map<string, string>()
  for (const part of rest) {
    const equals = part.indexOf('=')
    const name = part.slice(0, equals).trim().toLowerCase()
    const value = part
      .slice(equals + 1)
      .trim()
      .replace(/^"(.*)"$/, '$1')
    if (equals > 0 && !parameters.has(name)) parameters.set(name, value)
  }
  return { type: type.trim().toLowerCase(), parameters }
}

const contractFormats = new Map(
  Object.entries(mediaTypes).map(([format, type]) => [type, format as ContractFormat]),
)
const otherFormats = new Map(
  Object.entries(extraMediaTypes).map(([ending, type]) => {
    // Sound: both tables have the same keys.
    return [type as string, extraFormats[ending as keyof typeof extraMediaTypes]]
  }),
)

/** Returns the format of a media type without parameters. */
export function findFormat(type: string): Format | undefined {
  return contractFormats.get(type) ?? otherFormats.get(type)
}

/** Like `findFormat`, limited to the formats of the HTTP API. */
export function findContractFormat(type: string): ContractFormat | undefined {
  return contractFormats.get(type)
}

type Ending = keyof typeof mediaTypes | keyof typeof extraMediaTypes

const extensions: Readonly<Record<string, Ending>> = {
  pdf: 'pdf',
  docx: 'docx',
  docm: 'docx',
  dotx: 'docx',
  pptx: 'pptx',
  pptm: 'pptx',
  ppsx: 'pptx',
  xlsx: 'xlsx',
  xlsm: 'xlsx',
  html: 'html',
  htm: 'html',
  xhtml: 'html',
  txt: 'text',
  text: 'text',
  md: 'text',
  markdown: 'text',
  log: 'text',
  csv: 'csv',
  tsv: 'tsv',
  epub: 'epub',
  png: 'png',
  jpg: 'jpeg',
  jpeg: 'jpeg',
  tif: 'tiff',
  tiff: 'tiff',
  webp: 'webp',
}

const typeOfEnding: Readonly<Record<Ending, string>> = { ...mediaTypes, ...extraMediaTypes }

/** Supported file extensions, without the dot. */
export const supportedEndings: readonly string[] = Object.keys(extensions)

/** Returns the media type of a file by its extension. */
export function mediaTypeOf(filename: string): string | undefined {
  const ending = extensions[filename.slice(filename.lastIndexOf('.') + 1).toLowerCase()]
  return ending && typeOfEnding[ending]
}
