/** The place in a list of jobs ↔ an opaque text. */
import { isJobId } from './ids.ts'
import type { Position } from './statements/index.ts'

export function writeCursor({ createdAt, id }: Position): string {
  return Buffer.from(`${createdAt.getTime()} ${id}`).toString('base64url')
}

/** @returns `undefined` for what is no cursor of ours. */
export function readCursor(text: string): Position | undefined {
  const match = /^(\d{1,15}) (\S{1,60})$/.exec(Buffer.from(text, 'base64url').toString())
  const [, time = '', id = ''] = match ?? []
  const createdAt = new Date(Number(time))
  if (!isJobId(id) || Number.isNaN(createdAt.getTime())) return undefined
  // Each cursor has exactly one text; lenient decodings are refused.
  return writeCursor({ createdAt, id }) === text ? { createdAt, id } : undefined
}
