/** Defines the options of `convert` and validates them. */
import type { Limits } from './limits.ts'
import { parsePageRanges } from './page-ranges.ts'
import type { Progress } from './readers/index.ts'
import { type Language, languages } from './tesseract.ts'

export interface ConvertOptions {
  /** `application/pdf`, `text/html; charset=…`; without it the name or the bytes decide. */
  readonly mediaType?: string
  /** Name of the file with its extension; used in the JSON and to detect the type. */
  readonly filename?: string
  /** `fidelity` reads everything; `fast` reads text quickly, and no structure of PDFs. Default `fidelity`. */
  readonly lane?: 'fidelity' | 'fast'
  /** Page, slide or sheet numbers from 1: `1-3,7`, `5-`. */
  readonly pages?: string
  /**
   * Reads text from page pictures. `auto` (default): pages without text. `force`: every page of a PDF is read as a
   * picture, whatever text it has.
   */
  readonly ocr?: 'auto' | 'off' | 'force'
  /** Languages that scans may be written in, most likely first, as ISO 639-2 codes: `['deu', 'eng']`. Detected per document by default. */
  readonly ocrLanguages?: readonly Language[]
  /** The password of a protected PDF. */
  readonly password?: string
  /**
   * `collect`: returns the images of the document's pictures, and links them in the Markdown and the HTML as `images/NAME`.
   * PDF: each figure as a PNG of its region; Office, EPUB, HTML: PNG, JPEG, GIF and WebP unchanged. Fidelity only. Default `none`.
   */
  readonly images?: 'none' | 'collect'
  /** Limits on the cost of a hostile document; missing ones come from `defaultLimits`. */
  readonly limits?: Partial<Limits>
  /** Stops the conversion between pages. */
  readonly signal?: AbortSignal
  /** Called after each page, slide or sheet. */
  readonly onProgress?: (progress: Progress) => void
}

/** The validation of one option. */
export interface OptionCheck {
  readonly is: (value: unknown) => boolean
  /** Describes valid values; completes a sentence. */
  readonly must: string
}

const isText = (value: unknown): boolean => typeof value === 'string'
const text: OptionCheck = { is: isText, must: 'a string' }

function oneOf(...words: readonly string[]): OptionCheck {
  const must = words.map((word) => `"${word}"`).join(' or ')
  return { is: (value) => words.some((word) => word === value), must }
}

const checks: Readonly<Record<keyof ConvertOptions, OptionCheck>> = {
  mediaType: text,
  filename: text,
  lane: oneOf('fidelity', 'fast'),
  pages: {
    is: (value) => typeof value === 'string' && parsePageRanges(value) !== undefined,
    must: 'a list of pages, such as "1-3,7"',
  },
  ocr: oneOf('auto', 'off', 'force'),
  ocrLanguages: {
    is: (value) => Array.isArray(value) && value.length > 0 && value.every(isLanguage),
    must: `a list of ${languages.join(', ')}`,
  },
  password: text,
  images: oneOf('none', 'collect'),
  limits: { is: isRecord, must: 'an object of limits' },
  signal: { is: (value) => value instanceof AbortSignal, must: 'an AbortSignal' },
  onProgress: { is: (value) => typeof value === 'function', must: 'a function' },
}

function isLanguage(value: unknown): boolean {
  return languages.some((language) => language === value)
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * @param more Validations of a caller's additional options.
 * @throws {TypeError} naming an unknown option or one with a wrong value.
 */
export function checkOptions(
  options: object,
  more: Readonly<Record<string, OptionCheck>> = {},
): void {
  const all: Readonly<Record<string, OptionCheck>> = { ...checks, ...more }
  if (!isRecord(options)) throw new TypeError('convert: the options must be an object.')
  for (const [name, value] of Object.entries(options)) {
    const check = Object.hasOwn(all, name) ? all[name] : undefined
    if (!check) {
      const names = Object.keys(all).join(', ')
      throw new TypeError(`convert: unknown option "${name}"; the options are ${names}.`)
    }
    if (value !== undefined && !check.is(value)) {
      const shown = typeof value === 'string' ? JSON.stringify(value) : typeof value
      throw new TypeError(`convert: "${name}" is ${shown}; it must be ${check.must}.`)
    }
  }
}
