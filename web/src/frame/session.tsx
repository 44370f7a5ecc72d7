/** Who is signed in, for all of the page. */
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useMemo,
  useState,
} from 'react'
import { api } from './api.ts'

export interface Account {
  readonly id: string
  readonly email: string | null
  readonly tier: string
  readonly plan: string
  readonly is_owner: boolean
  readonly is_suspended: boolean
  readonly has_billing: boolean
}

export interface Plan {
  readonly tier: string
  readonly name: string
  readonly euros: number
  readonly credits: number
  readonly requests_per_minute: number
}

interface Told {
  readonly account?: Account
  readonly credits?: {
    readonly balance: number
    readonly granted: number
    readonly period_end: string
  } | null
  readonly plans: readonly Plan[]
  readonly base_url: string
  readonly sync_max_bytes: number
  readonly async_max_bytes: number
  readonly max_pages: number
  readonly retention_days: number
}

export interface Session extends Told {
  /** Asks the service again, after something was changed. */
  readonly reload: () => Promise<void>
}

const SessionContext = createContext<Session | undefined>(undefined)

/** Before the service has answered, the page is that of who is not signed in. */
const nobody: Told = {
  plans: [],
  base_url: window.location.origin,
  sync_max_bytes: 8 * 1024 * 1024,
  async_max_bytes: 25 * 1024 * 1024,
  max_pages: 200,
  retention_days: 7,
}

interface ProviderProps {
  readonly children: (isKnown: boolean) => ReactNode
}

export function SessionProvider({ children }: ProviderProps): ReactNode {
  const [told, setTold] = useState<Told>()
  const reload = useCallback(async () => {
    setTold(await api<Told>('/account/session').catch(() => nobody))
  }, [])
  useEffect(() => void reload(), [reload])
  const session = useMemo(() => ({ ...(told ?? nobody), reload }), [told, reload])
  return <SessionContext value={session}>{children(told !== undefined)}</SessionContext>
}

export function useSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error('useSession is called outside of its provider.')
  return session
}
