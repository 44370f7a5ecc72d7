/** All keys with their actions, active keys first. */
import type { ReactNode } from 'react'
import { post } from '../frame/index.ts'
import { Confirm, DataTable, date } from '../ui/index.ts'

export interface Key {
  readonly id: string
  readonly name: string
  readonly key: string
  readonly state: 'works' | 'ending' | 'replaced' | 'revoked'
  readonly is_test: boolean
  readonly spend_cap: number | null
  readonly features: readonly string[] | null
  readonly created_at: string
  readonly last_used_at: string | null
}

interface KeyTableProps {
  readonly keys: readonly Key[]
  readonly onChanged: () => Promise<void>
  readonly onReplaced: (key: string) => Promise<void>
}

const columns = ['Name', 'Key', 'State', 'Made', 'Last used', { name: 'Actions', isHidden: true }]

export function KeyTable({ keys, onChanged, onReplaced }: KeyTableProps): ReactNode {
  if (keys.length === 0) {
    return (
      <section className="card empty">
        <h2>No keys yet</h2>
        <p>Create one above, then call the API with it: the first page shows example code.</p>
      </section>
    )
  }
  const isOver = ({ state }: Key): boolean => state === 'replaced' || state === 'revoked'
  const sorted = keys.toSorted((a, b) => Number(isOver(a)) - Number(isOver(b)))
  return (
    <section className="card flush" aria-label="Your keys">
      <DataTable columns={columns}>
        {sorted.map((key) => (
          <KeyRow key={key.id} {...{ row: key, onChanged, onReplaced }} />
        ))}
      </DataTable>
    </section>
  )
}

interface KeyRowProps extends Omit<KeyTableProps, 'keys'> {
  readonly row: Key
}

function KeyRow({ row, onChanged, onReplaced }: KeyRowProps): ReactNode {
  const isOver = row.state === 'replaced' || row.state === 'revoked'
  const revoke = async (): Promise<void> => {
    await post('/account/keys/revoke', { id: row.id })
    await onChanged()
  }
  const rotate = async (): Promise<void> => {
    const { key } = await post<{ key: string }>('/account/keys/rotate', { id: row.id })
    await onReplaced(key)
  }
  return (
    <tr className={isOver ? 'off' : undefined}>
      <td>
        {row.name}
        {row.spend_cap !== null && (
          <div className="soft small">at most {row.spend_cap} credits a period</div>
        )}
        {row.features && <div className="soft small">only {row.features.join(', ')}</div>}
      </td>
      <td>
        <code>{row.key}</code>
      </td>
      <td>
        <StateBadge row={row} />
      </td>
      <td>{date(row.created_at)}</td>
      <td>{row.last_used_at ? date(row.last_used_at) : 'never'}</td>
      <td>
        {!isOver && (
          <div className="row nowrap">
            {row.state === 'works' && (
              <Confirm
                label="Replace"
                isGentle
                name={row.name}
                title={`Replace ${row.name}?`}
                onConfirm={rotate}
              >
                This creates a new key. The old one works for another 24 hours.
              </Confirm>
            )}
            <Confirm
              label="Revoke"
              name={row.name}
              title={`Revoke ${row.name}?`}
              onConfirm={revoke}
            >
              It stops working everywhere at once. This cannot be undone.
            </Confirm>
          </div>
        )}
      </td>
    </tr>
  )
}

function StateBadge({ row: { state, is_test } }: Pick<KeyRowProps, 'row'>): ReactNode {
  if (state === 'revoked') return <span className="badge bad">revoked</span>
  if (state === 'replaced') return <span className="badge">replaced</span>
  if (state === 'ending') return <span className="badge warn">ends within 24 h</span>
  return <span className={`badge ${is_test ? 'info' : 'good'}`}>{is_test ? 'test' : 'works'}</span>
}
