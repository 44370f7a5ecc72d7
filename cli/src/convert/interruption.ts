/** Turns SIGINT and SIGTERM into an abort signal, so that a run can clean up. A second one ends the process at once. */

interface Interruption {
  readonly signal: AbortSignal
  /** Restores the default handling of the signals. */
  forget(): void
}

const signals = ['SIGINT', 'SIGTERM'] as const

export function watchInterruption(): Interruption {
  const end = new AbortController()
  const forget = (): void => {
    for (const name of signals) process.off(name, onSignal)
  }
  const onSignal = (): void => {
    forget()
    // Closes standard input, since a list on it may never end.
    process.stdin.destroy()
    end.abort()
  }
  for (const name of signals) process.on(name, onSignal)
  return { signal: end.signal, forget }
}
