/** Polls a job until it has ended. */
import { useCallback, useEffect, useState } from 'react'
import { ApiError, api } from '../frame/index.ts'
import { isFinal, type Job } from './types.ts'

/** A job is polled each second at first, and less often after most of a minute. */
const SOON_MS = 1_000
const LATER_MS = 4_000
const SOON_ASKED = 45

export interface Watched {
  readonly job: Job | undefined
  readonly error: unknown
  readonly reload: () => Promise<void>
}

export function useJob(id: string): Watched {
  const [job, setJob] = useState<Job>()
  const [error, setError] = useState<unknown>()
  const reload = useCallback(async () => {
    setJob(await api<Job>(`/v1/jobs/${id}`))
  }, [id])
  useEffect(() => {
    const abort = new AbortController()
    let timer: ReturnType<typeof setTimeout>
    let asked = 0
    const ask = async (): Promise<void> => {
      asked += 1
      try {
        const found = await api<Job>(`/v1/jobs/${id}`, { signal: abort.signal })
        setError(undefined)
        setJob(found)
        if (isFinal(found)) return
      } catch (failure) {
        if (abort.signal.aborted) return
        setError(failure)
        if (failure instanceof ApiError && failure.status === 404) return
      }
      timer = setTimeout(() => void ask(), asked < SOON_ASKED ? SOON_MS : LATER_MS)
    }
    void ask()
    return () => {
      abort.abort()
      clearTimeout(timer)
    }
  }, [id])
  return { job, error, reload }
}
