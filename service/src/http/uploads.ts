/** Limits concurrent uploads: callers take turns, and slow uploads are ended. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { createSlots, NoSlot } from '../limits/index.ts'
import { startBodyDeadline } from './body-deadline.ts'
import { claimantOf } from './caller.ts'
import { closeSignal } from './client.ts'
import type { Context } from './context.ts'
import { Problem, unavailable } from './problem.ts'
import { checkUpload, receiveUpload, type Upload, type UploadOptions } from './upload.ts'

/** The uploads take at most 6 GiB of disk. Anonymous callers use up to three quarters of the slots. */
const SLOTS = { size: 256, kept: 64, maxWaiting: 1_024 }
/** Longer than a slow upload holds its slot. */
const MAX_WAIT_MS = 15_000
/** The time limit without a key: 8 MiB at 1.1 Mbit/s. */
const ANONYMOUS_MS = 60_000

/** Receives the document of a request. */
export type Receive = (
  request: FastifyRequest,
  reply: Pick<FastifyReply, 'raw'>,
  options: UploadOptions,
) => Promise<Upload>

export function createReceive({ folder, config }: Context): Receive {
  const slots = createSlots(SLOTS)
  return async (request, reply, options) => {
    const boundary = checkUpload(request.raw, options)
    const claimant = claimantOf(request, 'uploads')
    const signal = closeSignal(reply)
    const waiting = { maxWaitMs: MAX_WAIT_MS, signal }
    const leave = await slots.take(claimant, waiting).catch((error: unknown) => {
      if (!(error instanceof NoSlot)) throw error
      // The client has disconnected, so this is not logged as a fault of the service.
      if (signal.aborted)
        throw new Problem('bad_request', 'The client closed the connection while it waited.')
      throw unavailable('Too many uploads. Try again soon.')
    })
    const { requestTimeoutMs } = config
    const pace = startBodyDeadline(
      claimant.isKeyed ? requestTimeoutMs : Math.min(requestTimeoutMs, ANONYMOUS_MS),
    )
    // `100 Continue` is sent only after the request passed all earlier checks.
    if (request.headers.expect?.toLowerCase() === '100-continue') reply.raw.writeContinue()
    const { hasExtraTypes } = config.converter
    const reception = { boundary, folder, pace, hasExtraTypes }
    return receiveUpload(request.raw, reception, options).finally(() => {
      pace.stop()
      leave()
    })
  }
}
