/** Submits jobs: stores the upload, then charges and queues the job in one transaction. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type Charges, NeedsTransaction, type Payer } from '../credits/index.ts'
import { inTransaction } from '../database/index.ts'
import { nameIn, type StoredName } from '../store/index.ts'
import { type Span, within } from '../tracing/index.ts'
import { createSecret } from '../webhooks/index.ts'
import { removeNow } from './complete-job.ts'
import { newJobId } from './ids.ts'
import type { JobOptions } from './job.ts'
import type { JobParts } from './parts.ts'
import { queueLimitOf } from './parts.ts'
import {
  type EarlierRequest,
  findJob,
  finishKey,
  freeKey,
  type NewJob,
  type Request,
  takeKey,
} from './statements/index.ts'
import { KEYS_MS } from './sweep.ts'

export interface Submission {
  readonly payer: Payer
  /** True if a test key submitted it: it costs nothing and converts nothing. */
  readonly isTest: boolean
  readonly file: {
    readonly path: string
    readonly filename: string
    readonly mediaType: string
    readonly bytes: number
    readonly sha256: string
  }
  /** Must be validated. */
  readonly webhookUrl: string | undefined
  readonly options?: JobOptions
  /** The password that opens the document. */
  readonly password?: string | undefined
  readonly idempotencyKey: string | undefined
  /** The span of the request. */
  readonly span?: Span | undefined
}

export interface Submitted {
  readonly jobId: string
  readonly webhookSecret: string | null
}

export type SubmitRefusalCode =
  | 'credits_exhausted'
  | 'queue_full'
  | 'idempotency_key_reused'
  | 'idempotency_in_progress'

/** The reason why a job was refused. The message is a sentence for the user. */
export class SubmitRefusal extends Error {
  override readonly name = 'SubmitRefusal'
  readonly code: SubmitRefusalCode

  constructor(code: SubmitRefusalCode, sentence: string) {
    super(sentence)
    this.code = code
  }
}

/**
 * Submits a job.
 *
 * @throws {SubmitRefusal} and {StoreError}; then nothing was charged and no file is kept.
 */
export async function submitJob(parts: JobParts, submission: Submission): Promise<Submitted> {
  const request = toRequest(parts, submission)
  if (!request) return queue(parts, submission, undefined)
  const lockMs = parts.settings.abandonedMs
  const earlier = await takeKey(parts.db, request, { lockMs, keepMs: KEYS_MS })
  if (earlier) return repeat(parts, request, earlier)
  try {
    return await queue(parts, submission, request)
  } catch (error) {
    await freeKey(parts.db, request)
    throw error
  }
}

function toRequest(
  { sealer }: JobParts,
  { payer, file, webhookUrl, options = {}, password, idempotencyKey }: Submission,
): Request | undefined {
  if (idempotencyKey === undefined) return undefined
  const content = [file.sha256, file.mediaType, file.filename, webhookUrl ?? null]
  // Requests without options keep the fingerprint that older versions computed.
  if (Object.keys(options).length > 0) content.push(JSON.stringify(options))
  if (password !== undefined) content.push(sealer.digest(password))
  return {
    accountId: payer.accountId,
    route: 'convert_job',
    key: idempotencyKey,
    fingerprint: createHash('sha256').update(JSON.stringify(content)).digest('hex'),
  }
}

/**
 * Answers with the job of the earlier request.
 *
 * @throws {SubmitRefusal} if the content differs or that request is still running.
 */
async function repeat(
  { db, sealer }: JobParts,
  request: Request,
  earlier: EarlierRequest,
): Promise<Submitted> {
  refuseOther(request, earlier)
  const job = await findJob(db, request.accountId, earlier.jobId ?? '')
  if (!job) throw new Error('The job of an earlier request with this Idempotency-Key is missing.')
  const { webhookSecret } = job
  return { jobId: job.id, webhookSecret: webhookSecret && sealer.unseal(webhookSecret) }
}

/** @throws {SubmitRefusal} unless the earlier request had the same content and is done. */
export function refuseOther({ fingerprint }: Request, earlier: EarlierRequest): void {
  if (earlier.fingerprint !== fingerprint) {
    const sentence = 'The Idempotency-Key was used with other content. Use a new one.'
    throw new SubmitRefusal('idempotency_key_reused', sentence)
  }
  if (!earlier.isDone) {
    const sentence = 'A request with this Idempotency-Key is in progress. Try again soon.'
    throw new SubmitRefusal('idempotency_in_progress', sentence)
  }
}

async function queue(
  parts: JobParts,
  submission: Submission,
  request: Request | undefined,
): Promise<Submitted> {
  const id = newJobId()
  const uploadName = nameIn('uploads', id)
  const secret = submission.webhookUrl === undefined ? null : createSecret()
  const note = { name: uploadName, jobId: null, dueInMs: parts.settings.abandonedMs }
  const [refusal] = await Promise.all([findRefusal(parts, submission), parts.fileNotes.note(note)])
  try {
    if (refusal !== undefined) throw new SubmitRefusal('credits_exhausted', refusal)
    const { span, file } = submission
    await within(span, 'store upload', () =>
      parts.store.put(uploadName, () => createReadStream(file.path)),
    )
    parts.onPoint('upload_stored')
    const insertion = { id, uploadName, secret, request }
    await within(span, 'charge and queue', () => insert(parts, submission, insertion))
  } catch (error) {
    if (!(await wasCommitted(parts, submission, { id, uploadName }))) throw error
    parts.log.warn({ err: error, job_id: id }, 'a submission was committed without an answer')
  }
  parts.onPoint('job_queued')
  return { jobId: id, webhookSecret: secret }
}

/** Finds out if a failed submission was committed: the COMMIT may have succeeded without an answer. */
async function wasCommitted(
  parts: JobParts,
  { payer }: Submission,
  { id, uploadName }: Pick<Insertion, 'id' | 'uploadName'>,
): Promise<boolean> {
  // This waits for a transaction that is still running; an upload in use can't be released.
  if (await parts.fileNotes.giveUp(uploadName)) {
    await removeNow(parts, [uploadName])
    return false
  }
  return (await findJob(parts.db, payer.accountId, id)) !== undefined
}

/** Checks the credits before the file is stored; the transaction checks them again. */
async function findRefusal(
  { db, charges }: JobParts,
  { isTest, payer }: Submission,
): Promise<string | undefined> {
  return isTest ? undefined : charges.findRefusal(db, payer)
}

interface Insertion {
  readonly id: string
  readonly uploadName: StoredName
  readonly secret: string | null
  readonly request: Request | undefined
}

async function insert(
  parts: JobParts,
  submission: Submission,
  insertion: Insertion,
): Promise<void> {
  const { payer, isTest } = submission
  const { id, request } = insertion
  const most = queueLimitOf(payer.tier)
  const job = toNewJob(parts, submission, insertion)
  const add = (charge: Charges['charge']): Promise<void> =>
    inTransaction(parts.db, async (tx) => {
      const waiting = await parts.queue.add(tx, job)
      const refusal = isTest ? undefined : await charge(tx, payer, id)
      if (refusal !== undefined) throw new SubmitRefusal('credits_exhausted', refusal)
      parts.onPoint('job_charged')
      if (waiting > most) {
        throw new SubmitRefusal(
          'queue_full',
          `The account has ${most} waiting jobs, the maximum of its plan. Wait for some to end.`,
        )
      }
      if (request) await finishKey(tx, request, id)
    })
  try {
    await add(parts.charges.chargeAtOnce)
  } catch (error) {
    if (!(error instanceof NeedsTransaction)) throw error
    await add(parts.charges.charge)
  }
}

function toNewJob(
  { settings, sealer }: JobParts,
  { payer, isTest, file, webhookUrl, options = {}, password, span }: Submission,
  { id, uploadName, secret }: Insertion,
): NewJob {
  const { filename, mediaType, bytes, sha256 } = file
  const { accountId, keyId } = payer
  return {
    id,
    accountId,
    keyId,
    isTest,
    filename,
    mediaType,
    bytes,
    sha256,
    options,
    sealedPassword: password === undefined ? undefined : sealer.seal(password),
    uploadName,
    retentionMs: settings.retentionMs,
    webhook:
      webhookUrl === undefined || secret === null
        ? undefined
        : { url: webhookUrl, sealedSecret: sealer.seal(secret) },
    trace: span?.link,
  }
}
