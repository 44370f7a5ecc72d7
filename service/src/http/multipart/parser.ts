/**
 * Parses a `multipart/form-data` body that arrives in chunks into parts (RFC 7578, RFC 2046 5.1).
 *
 * Buffers no more than the length of a delimiter. The available libraries are built on streams and events, lose the
 * parameters of a part's type, and leave streams open after an error.
 */

export type PartHeaders = ReadonlyMap<string, string>

type MultipartEvent =
  | { readonly type: 'part'; readonly headers: PartHeaders }
  | { readonly type: 'data'; readonly bytes: Buffer }

/** Reports a malformed body; the message is a clause: "it has no closing boundary". */
export class MultipartError extends Error {
  override readonly name = 'MultipartError'
}

/** The limit for all headers of one part. A long, percent-encoded file name has about 2,000 bytes. */
const MAX_HEADER_BYTES = 16 * 1024
/** The limit for blanks and tabs after a boundary (RFC 2046, 5.1.1: "transport padding"). */
const MAX_PADDING_BYTES = 256

interface State {
  /** CRLF, two hyphens, the boundary. */
  readonly delimiter: Buffer
  step: 'preamble' | 'delimiter' | 'headers' | 'data' | 'epilogue'
  /** Bytes at the end that may belong to a delimiter. */
  rest: Buffer
}

export interface MultipartParser {
  /** @throws {MultipartError} */
  push(chunk: Buffer): MultipartEvent[]
  /** @throws {MultipartError} if the closing boundary is missing. */
  end(): void
}

export function createMultipartParser(boundary: string): MultipartParser {
  const state: State = {
    delimiter: Buffer.from(`\r\n--${boundary}`, 'latin1'),
    step: 'preamble',
    // With this CRLF the first boundary, at the very start, is found like all others.
    rest: Buffer.from('\r\n'),
  }
  return {
    push: (chunk) => {
      state.rest = state.rest.length === 0 ? chunk : Buffer.concat([state.rest, chunk])
      const events: MultipartEvent[] = []
      while (steps[state.step](state, events));
      return events
    },
    end: () => {
      if (state.step !== 'epilogue') throw new MultipartError('it has no closing boundary')
    },
  }
}

/**
 * Each step consumes what it can.
 *
 * @returns True if the step is complete and the next one follows.
 */
const steps: {
  readonly [Step in State['step']]: (state: State, events: MultipartEvent[]) => boolean
} = {
  preamble: (state) => takeUntilDelimiter(state) !== undefined && go(state, 'delimiter'),
  delimiter: afterDelimiter,
  headers: takeHeaders,
  data: (state, events) => {
    const before = state.rest
    const end = takeUntilDelimiter(state)
    const bytes = before.subarray(0, end ?? before.length - state.rest.length)
    if (bytes.length > 0) events.push({ type: 'data', bytes })
    return end !== undefined && go(state, 'delimiter')
  },
  epilogue: (state) => {
    state.rest = Buffer.alloc(0)
    return false
  },
}

function go(state: State, step: State['step']): true {
  state.step = step
  return true
}

/**
 * Consumes the bytes up to and including the next delimiter; without one, all bytes that can't belong to a delimiter.
 *
 * @returns The position of the delimiter.
 */
function takeUntilDelimiter(state: State): number | undefined {
  const { rest, delimiter } = state
  const found = rest.indexOf(delimiter)
  const kept = Math.min(rest.length, delimiter.length - 1)
  state.rest = rest.subarray(found < 0 ? rest.length - kept : found + delimiter.length)
  return found < 0 ? undefined : found
}

function afterDelimiter(state: State): boolean {
  const { rest } = state
  if (rest.length < 2) return false
  if (rest.toString('latin1', 0, 2) === '--') return go(state, 'epilogue')
  const end = rest.indexOf('\r\n')
  const padding = rest.toString('latin1', 0, end < 0 ? rest.length : end)
  if (padding.length > MAX_PADDING_BYTES || /[^ \t\r]/.test(padding)) {
    throw new MultipartError('a boundary is not followed by a line break')
  }
  if (end < 0) return false
  // The line break stays: in a part without headers it is half of the empty line that ends them.
  state.rest = rest.subarray(end)
  return go(state, 'headers')
}

function takeHeaders(state: State, events: MultipartEvent[]): boolean {
  const { rest } = state
  const end = rest.indexOf('\r\n\r\n')
  if (end > MAX_HEADER_BYTES || (end < 0 && rest.length > MAX_HEADER_BYTES)) {
    throw new MultipartError('the headers of a part are too long')
  }
  if (end < 0) return false
  events.push({ type: 'part', headers: readHeaders(rest.subarray(0, end)) })
  state.rest = rest.subarray(end + 4)
  return go(state, 'data')
}

/**
 * Parses the headers. Names are in lower case; the first of several headers with one name counts. Invalid lines are
 * skipped.
 */
function readHeaders(bytes: Buffer): PartHeaders {
  const headers = new Map<string, string>()
  // A line that begins with a blank continues the previous one (RFC 5322, 2.2.3).
  const lines = decode(bytes)
    .replace(/\r\n[ \t]/g, ' ')
    .split('\r\n')
  for (const line of lines) {
    const colon = line.indexOf(':')
    const name = line.slice(0, colon).trim().toLowerCase()
    if (colon > 0 && !headers.has(name)) headers.set(name, line.slice(colon + 1).trim())
  }
  return headers
}

/** Browsers and curl send names in UTF-8 (RFC 7578, 5.1); invalid UTF-8 is the Latin-1 of an old client. */
function decode(bytes: Buffer): string {
  const text = bytes.toString('utf8')
  return text.includes('\ufffd') ? bytes.toString('latin1') : text
}
