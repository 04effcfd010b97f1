// Who is signed in, for the whole page.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'
import { getSession, signIn as signInCall, signOut as signOutCall } from '@wayfare/contract/accounts'
import type { Me, Session } from '@wayfare/contract/accounts'
import { createContext, useContext, useEffect, useMemo } from 'react'
import type { ReactNode } from 'react'
import { call, onUnauthorized } from './call.ts'
import { onSignedOut, restartLive, useTopic } from './live.ts'
import { personalKeys, queryKeys } from './query-client.ts'

export type SessionState = {
  status: 'loading' | 'ready'
  me: Me | null
  demoSignIns: Session['demoSignIns']
  signIn: (email: string, password: string) => Promise<Me>
  signOut: () => Promise<void>
}

const SessionContext = createContext<SessionState | null>(null)

export const useSession = (): SessionState => {
  const session = useContext(SessionContext)
  if (!session) throw new Error('useSession needs a SessionProvider')
  return session
}

const become = (client: QueryClient, me: Me | null) => {
  for (const queryKey of personalKeys) client.removeQueries({ queryKey })
  client.setQueryData<Session>(queryKeys.session, (now) => ({
    demoSignIns: now?.demoSignIns ?? [],
    social: now?.social ?? [],
    me,
  }))
  restartLive(me)
}

const forget = (client: QueryClient) => {
  if (client.getQueryData<Session>(queryKeys.session)?.me) become(client, null)
}

export const SessionProvider = ({ children }: { children: ReactNode }) => {
  const client = useQueryClient()
  const query = useQuery({
    queryKey: queryKeys.session,
    queryFn: ({ signal }) => call(getSession, {}, { signal }),
    staleTime: 60_000,
  })
  const me = query.data?.me ?? null
  useTopic(me ? 'me' : null)
  useEffect(() => onSignedOut(() => forget(client)), [client])
  useEffect(() => onUnauthorized(() => forget(client)), [client])
  const value = useMemo<SessionState>(
    () => ({
      status: query.isPending ? 'loading' : 'ready',
      me,
      demoSignIns: query.data?.demoSignIns ?? [],
      signIn: async (email, password) => {
        const answer = await call(signInCall, { email, password })
        become(client, answer.me)
        return answer.me
      },
      signOut: async () => {
        await call(signOutCall, {})
        become(client, null)
      },
    }),
    [client, me, query.data, query.isPending],
  )
  return <SessionContext value={value}>{children}</SessionContext>
}
