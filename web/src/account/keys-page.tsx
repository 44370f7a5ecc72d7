/** `/keys`: the keys of the account. */
import { type ReactNode, useCallback, useState } from 'react'
import { api, useSession } from '../frame/index.ts'
import { Main, NeedsSession, Notice, useData } from '../ui/index.ts'
import { type Key, KeyTable } from './key-table.tsx'
import { NewKey, ShownKey } from './new-key.tsx'

export default function KeysPage(): ReactNode {
  const { account } = useSession()
  return account ? <Keys /> : <NeedsSession title="Keys" />
}

function Keys(): ReactNode {
  const load = useCallback(() => api<{ items: readonly Key[] }>('/account/keys'), [])
  const { value, error, reload } = useData(load)
  const [shown, setShown] = useState<{ secret: string; isReplacement: boolean }>()
  const onMade = async (key: string, isReplacement: boolean): Promise<void> => {
    setShown({ secret: key, isReplacement })
    await reload()
  }
  return (
    <Main
      title="Keys"
      lead="A key calls the API for your account. A test key costs nothing and converts nothing: it returns fixed answers."
    >
      <div className="stack">
        {error !== undefined && <Notice tone="bad">The keys could not be loaded.</Notice>}
        {shown && <ShownKey {...shown} onDone={() => setShown(undefined)} />}
        <NewKey onMade={(key) => onMade(key, false)} />
        {value && (
          <KeyTable keys={value.items} onChanged={reload} onReplaced={(key) => onMade(key, true)} />
        )}
      </div>
    </Main>
  )
}
