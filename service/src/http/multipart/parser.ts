/**
 * Chunks of a `multipart/form-data` body → parts and their bytes (RFC 7578, RFC 2046 5.1).
 *
 * Takes chunks as they come and keeps no more of them than a delimiter's length. Our own, because the parsers at hand
 * are webs of streams and events that lose the parameters of a part's type and that no error leaves in order.
 */

export type PartHeaders = ReadonlyMap<string, string>

export type MultipartEvent =
  | { readonly type: 'part'; readonly headers: PartHeaders }
  | { readonly type: 'data'; readonly bytes: Buffer }

/** The body is not what its type says; the message is a clause: "it has no closing boundary". */
export class MultipartError extends Error {
  override readonly name = 'MultipartError'
}

/** Bytes of all headers of one part. A long file name, percent-encoded, has some 2,000. */
const MAX_HEADER_BYTES = 16 * 1024
/** Blanks and tabs that may follow a boundary (RFC 2046, 5.1.1: "transport padding"). */
const MAX_PADDING_BYTES = 256

interface State {
  /** CRLF, two hyphens, the boundary. */
  readonly delimiter: Buffer
  step: 'preamble' | 'delimiter' | 'headers' | 'data' | 'epilogue'
  /** The bytes that may be a part of a boundary. */
  rest: Buffer
}

export interface MultipartParser {
  /** @throws {MultipartError} */
  push(chunk: Buffer): MultipartEvent[]
  /** @throws {MultipartError} when the closing boundary has not come. */
  end(): void
}

export function createMultipartParser(boundary: string): MultipartParser {
  const state: State = {
    delimiter: Buffer.from(`\r\n--${boundary}`, 'latin1'),
    step: 'preamble',
    // So that the first boundary, at the very start, is found like all others.
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

/** Each takes from the rest what it can. @returns Whether the step is over, so that the next has its turn. */
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
 * Takes what lies before the next delimiter, and it too; without one, all that can't be the start of one.
 *
 * @returns Where the delimiter began.
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
    throw new MultipartError('a boundary is followed by something else than a line break')
  }
  if (end < 0) return false
  // The line break stays: where a part has no headers, it is half of the empty line that ends them.
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

/** Names in lower case; of one given twice the first counts. What is no header is skipped. */
function readHeaders(bytes: Buffer): PartHeaders {
  const headers = new Map<string, string>()
  // A line that begins with a blank continues the one before (RFC 5322, 2.2.3).
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

/** Browsers and curl send names in UTF-8 (RFC 7578, 5.1); what is not UTF-8 is an old client's Latin-1. */
function decode(bytes: Buffer): string {
  const text = bytes.toString('utf8')
  return text.includes('\ufffd') ? bytes.toString('latin1') : text
}
