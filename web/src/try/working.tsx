/** Progress of an upload and of a conversion in the fast lane. */
import type { ReactNode } from 'react'
import { bytes, Main } from '../ui/index.ts'
import type { Lane } from './lanes.tsx'

interface WorkingProps {
  readonly file: File
  readonly sent: number
  readonly lane: Lane
  readonly onCancel: () => void
}

export function Working({ file, sent, lane, onCancel }: WorkingProps): ReactNode {
  const isSent = sent >= 1
  const after = lane === 'fast' ? 'Converting' : 'Submitting to the queue'
  const percent = Math.round(sent * 100)
  return (
    <Main title={`Converting ${file.name}`} hasOwnHead>
      <div className="working" aria-busy="true">
        <h1>{file.name}</h1>
        <p className="soft">{bytes(file.size)}</p>
        <progress aria-label="Progress" {...(isSent ? {} : { value: sent, max: 1 })} />
        <p aria-live="polite">{isSent ? `${after} …` : `Uploading, ${percent} %`}</p>
        <button type="button" className="button" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </Main>
  )
}
