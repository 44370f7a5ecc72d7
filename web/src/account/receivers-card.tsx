/** Webhook hosts that were disabled after days of failures. */
import { type ReactNode, useCallback } from 'react'
import { api, post } from '../frame/index.ts'
import { DataTable, date, useData } from '../ui/index.ts'

interface Receiver {
  readonly host: string
  readonly failing_since: string
  readonly disabled_at: string
}

export function ReceiversCard(): ReactNode {
  const load = useCallback(() => api<{ items: readonly Receiver[] }>('/account/receivers'), [])
  const { value, reload } = useData(load)
  const enable = async (host: string): Promise<void> => {
    await post('/account/webhooks/enable', { host })
    await reload()
  }
  if (!value || value.items.length === 0) return null
  return (
    <section className="card">
      <h2>Disabled webhooks</h2>
      <p className="soft">
        These hosts accepted no webhooks for days. Enable them once they work again.
      </p>
      <DataTable
        columns={['Host', 'Failing since', 'Off since', { name: 'Action', isHidden: true }]}
      >
        {value.items.map(({ host, failing_since, disabled_at }) => (
          <tr key={host}>
            <td>
              <code>{host}</code>
            </td>
            <td>{date(failing_since)}</td>
            <td>{date(disabled_at)}</td>
            <td>
              <button
                type="button"
                className="button compact"
                aria-label={`Switch on ${host}`}
                onClick={() => void enable(host)}
              >
                Switch on
              </button>
            </td>
          </tr>
        ))}
      </DataTable>
    </section>
  )
}
