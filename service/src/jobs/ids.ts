/** Generates ids of jobs and deliveries: UUIDs in the order of their creation (RFC 9562, 5.7). */
import { randomBytes } from 'node:crypto'

export function newJobId(): string {
  return `job_${newUuid()}`
}

export function newDeliveryId(): string {
  return `msg_${newUuid()}`
}

/** Returns an id that follows those of all jobs created before a time and precedes all later ones. */
export function jobIdAt(time: Date): string {
  return `job_${uuidPrefixAt(time)}`
}

export function deliveryIdAt(time: Date): string {
  return `msg_${uuidPrefixAt(time)}`
}

function uuidPrefixAt(time: Date): string {
  const hex = time.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}

function newUuid(): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(Date.now(), 0, 6)
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

const JOB_ID = /^job_[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

/** Returns true if a text has the form of a job id; other texts need no query. */
export function isJobId(text: string): boolean {
  return JOB_ID.test(text)
}
