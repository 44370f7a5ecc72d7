/** What was lost or guessed, with the pages where. */
import type { ReactNode } from 'react'
import { count, Icon } from '../ui/index.ts'
import type { Warning } from './raw.ts'

interface WarningsProps {
  readonly warnings: readonly Warning[]
}

export function Warnings({ warnings }: WarningsProps): ReactNode {
  if (warnings.length === 0) return null
  return (
    <details className="notice warn warnings">
      <summary>
        <Icon name="warning" />
        {count(warnings.length, 'warning')}: something was lost or guessed
      </summary>
      <ul>
        {warnings.map(({ code, message, page }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes.
          <li key={at}>
            {page !== undefined && (
              <a
                href={`#page-${page}`}
                onClick={(event) => {
                  event.preventDefault()
                  document.querySelector(`#page-${page}`)?.scrollIntoView()
                }}
              >
                Page {page}
              </a>
            )}{' '}
            {message} <code className="soft">{code}</code>
          </li>
        ))}
      </ul>
    </details>
  )
}
