/** Media types: what is accepted, how a declared one is read, and which one a file's name stands for. */

export type Format = 'pdf' | 'docx' | 'pptx' | 'xlsx' | 'html' | 'text'

const office = 'application/vnd.openxmlformats-officedocument'

export const mediaTypes: Readonly<Record<Format, string>> = {
  pdf: 'application/pdf',
  docx: `${office}.wordprocessingml.document`,
  pptx: `${office}.presentationml.presentation`,
  xlsx: `${office}.spreadsheetml.sheet`,
  html: 'text/html',
  text: 'text/plain',
}

export interface MediaType {
  /** `type/subtype`, lower case. */
  readonly type: string
  /** Names in lower case; of one given twice the first counts. */
  readonly parameters: ReadonlyMap<string, string>
}

/** Reads a Content-Type value (RFC 9110, 8.3.1), leniently: what is not a parameter is skipped. */
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

const formats = new Map(
  Object.entries(mediaTypes).map(([format, type]) => [type, format as Format]),
)

/** The format that a media type without parameters names. */
export function findFormat(type: string): Format | undefined {
  return formats.get(type)
}

const extensions: Readonly<Record<string, Format>> = {
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
  csv: 'text',
}

/** Endings of files that are read, without the dot. */
export const supportedEndings: readonly string[] = Object.keys(extensions)

/** The media type that a file's ending stands for. */
export function mediaTypeOf(filename: string): string | undefined {
  const format = extensions[filename.slice(filename.lastIndexOf('.') + 1).toLowerCase()]
  return format && mediaTypes[format]
}
