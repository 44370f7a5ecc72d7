/** Encodes a position in a list of jobs as an opaque text, and decodes it. */
import { isJobId } from './ids.ts'
import type { Position } from './statements/index.ts'

export function writeCursor({ createdAt, id }: Position): string {
  return Buffer.from(`${createdAt.getTime()} ${id}`).toString('base64url')
}

/** @returns `undefined` for an invalid cursor. */
export function readCursor(text: string): Position | undefined {
  const match = /^(\d{1,15}) (\S{1,60})$/.exec(Buffer.from(text, 'base64url').toString())
  const [, time = '', id = ''] = match ?? []
  const createdAt = new Date(Number(time))
  if (!isJobId(id) || Number.isNaN(createdAt.getTime())) return undefined
  // Each position has exactly one valid text; lenient decodings are refused.
  return writeCursor({ createdAt, id }) === text ? { createdAt, id } : undefined
}
