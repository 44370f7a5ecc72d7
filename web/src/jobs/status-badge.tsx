/** The status of a job, in colour and words. */
import type { ReactNode } from 'react'

const tones: Readonly<Record<string, string>> = {
  succeeded: 'good',
  failed: 'bad',
  running: 'info',
}

export function StatusBadge({ status }: { readonly status: string }): ReactNode {
  return <span className={`badge ${tones[status] ?? ''}`}>{status}</span>
}
