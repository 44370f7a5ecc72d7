/** Hooks that load data and run actions, with their errors. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { sentenceOf } from '../frame/index.ts'

interface Data<Value> {
  readonly value: Value | undefined
  readonly error: unknown
  readonly reload: () => Promise<void>
}

/** @param load Called at once, and again when the function changes. */
export function useData<Value>(load: (signal: AbortSignal) => Promise<Value>): Data<Value> {
  const [state, setState] = useState<{ value?: Value; error?: unknown }>({})
  const run = useCallback(
    async (signal: AbortSignal): Promise<void> => {
      try {
        const value = await load(signal)
        if (!signal.aborted) setState({ value })
      } catch (error) {
        if (!signal.aborted) setState((before) => ({ ...before, error }))
      }
    },
    [load],
  )
  useEffect(() => {
    const abort = new AbortController()
    void run(abort.signal)
    return () => abort.abort()
  }, [run])
  const reload = useCallback(() => run(new AbortController().signal), [run])
  return { value: state.value, error: state.error, reload }
}

interface Action {
  readonly run: () => void
  readonly isRunning: boolean
  /** The error of the last run, as a sentence. */
  readonly complaint: string | undefined
}

/** Runs one action at a time: a second press during it does nothing. */
export function useAction(act: () => Promise<unknown>): Action {
  const [isRunning, setIsRunning] = useState(false)
  const [complaint, setComplaint] = useState<string>()
  const running = useRef(false)
  const run = (): void => {
    if (running.current) return
    running.current = true
    setIsRunning(true)
    setComplaint(undefined)
    act()
      .catch((error: unknown) => setComplaint(sentenceOf(error)))
      .finally(() => {
        running.current = false
        setIsRunning(false)
      })
  }
  return { run, isRunning, complaint }
}
