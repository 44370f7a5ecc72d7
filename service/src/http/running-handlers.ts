/**
 * Delays the app's shutdown until all handlers have ended: after their clients disconnect they still use the database
 * and the converter.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import type { App } from './validation.ts'

/** Handlers end soon after their client disconnects; one of their statements may take 15 s. */
const GRACE_MS = 20_000

/**
 * Must be called before the routes are added.
 *
 * @returns A function that registers other work of a request.
 */
export function waitForHandlers(app: App): <Result>(work: Promise<Result>) => Promise<Result> {
  const running = new Set<Promise<unknown>>()
  const track = <Result>(work: Promise<Result>): Promise<Result> => {
    running.add(work)
    const onEnd = (): void => void running.delete(work)
    work.then(onEnd, onEnd)
    return work
  }
  app.addHook('onRoute', (route) => {
    const { handler } = route
    route.handler = function (request: FastifyRequest, reply) {
      const result: unknown = handler.call(this, request, reply)
      return result instanceof Promise ? track(result) : result
    }
  })
  app.addHook('onClose', async () => {
    const ended = Promise.allSettled(running)
    const late = new AbortController()
    const isLate = sleep(GRACE_MS, 'late', { signal: late.signal }).catch(() => {})
    if ((await Promise.race([ended, isLate])) === 'late') {
      app.log.warn({ handlers: running.size }, 'handlers did not end in time')
    }
    late.abort()
  })
  return track
}
