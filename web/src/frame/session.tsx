/** The session of the signed-in account, for every part of the page. */
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

interface SessionData {
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

interface Session extends SessionData {
  /** Loads the session again after a change. */
  readonly reload: () => Promise<void>
}

const SessionContext = createContext<Session | undefined>(undefined)

/** The session of a visitor, until the service has answered. */
const visitor: SessionData = {
  plans: [],
  base_url: window.location.origin,
  sync_max_bytes: 8 * 1024 * 1024,
  async_max_bytes: 25 * 1024 * 1024,
  max_pages: 200,
  retention_days: 7,
}

interface ProviderProps {
  readonly children: (isLoaded: boolean) => ReactNode
}

export function SessionProvider({ children }: ProviderProps): ReactNode {
  const [data, setData] = useState<SessionData>()
  const reload = useCallback(async () => {
    setData(await api<SessionData>('/account/session').catch(() => visitor))
  }, [])
  useEffect(() => void reload(), [reload])
  const session = useMemo(() => ({ ...(data ?? visitor), reload }), [data, reload])
  return <SessionContext value={session}>{children(data !== undefined)}</SessionContext>
}

export function useSession(): Session {
  const session = use(SessionContext)
  if (!session) throw new Error('useSession is called outside of its provider.')
  return session
}
