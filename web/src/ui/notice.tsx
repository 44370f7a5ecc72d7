/** A highlighted sentence: an error, a warning or a piece of information. */
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'

interface NoticeProps {
  readonly tone: 'info' | 'good' | 'warn' | 'bad'
  readonly children: ReactNode
}

export function Notice({ tone, children }: NoticeProps): ReactNode {
  const name = tone === 'bad' || tone === 'warn' ? 'warning' : tone === 'good' ? 'check' : 'info'
  return (
    <div className={`notice ${tone}`} role={tone === 'bad' ? 'alert' : undefined}>
      <Icon name={name} />
      <div>{children}</div>
    </div>
  )
}
