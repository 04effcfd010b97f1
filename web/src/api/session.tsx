// Who is signed in, for the whole page.
import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { getSession, signIn as signInCall, signOut as signOutCall, type Session } from '@wayfare/contract/sign-in'
import type { Me } from '@wayfare/contract/accounts'
import { mayCall, type Endpoint } from '@wayfare/contract/endpoint'
import { createContext, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { callEndpoint, isCallError, isUnreached, onUnauthorized } from './call.ts'
import { forgetLastKnown } from './last-known.ts'
import { clearTab, clearUnsent, takeTab } from './unsent.ts'
import { onSignedOut, restartLive, useTopic } from './live.ts'
import { readPushMark } from './push-mark.ts'
import { personalKeys, queryKeys } from './query-client.ts'

type SessionState = {
  /** `unreached`: nobody answers for the server, and nothing is known from before */
  status: 'loading' | 'ready' | 'unreached'
  me: Me | null
  /** the session ended elsewhere, and nobody has signed in since */
  ended: boolean
  demoSignIns: Session['demoSignIns']
  social: Session['social']
  signIn: (email: string, password: string) => Promise<Me>
  /** for every other way in: the server has opened a session for this person */
  enter: (me: Me) => void
  /** asks the server who is signed in; null for a visitor */
  readProfile: () => Promise<Me | null>
  signOut: () => Promise<void>
  /** does what ends the session on the server, and shows the page to a visitor from then on */
  leaveBy: <T>(deed: () => Promise<T>) => Promise<T>
}

const SessionContext = createContext<SessionState | null>(null)

export const useSession = (): SessionState => {
  const session = useContext(SessionContext)
  if (!session) throw new Error('no SessionProvider')
  return session
}

/** Asks whether the person here may call an endpoint at all; what they may do with a record, its `may` says. */
export const useMayCall = (): ((endpoint: Pick<Endpoint, 'access'>) => boolean) => {
  const { me } = useSession()
  return (endpoint) => mayCall(endpoint, me?.userType ?? null)
}

const nothing: Session = { me: null, demoSignIns: [], social: [] }

const become = (client: QueryClient, me: Me | null) => {
  forgetLastKnown()
  for (const queryKey of personalKeys) client.removeQueries({ queryKey })
  client.setQueryData<Session>(queryKeys.session, (now) => ({ ...nothing, ...now, me }))
  restartLive(me)
}

/** An answer from before, still on its way, would sign out again whoever has come, or in again whoever has gone. */
const callOff = (client: QueryClient) =>
  void client.cancelQueries({ queryKey: queryKeys.session }, { revert: false, silent: true })

/** What is still being read for somebody who leaves would be answered by a refusal. */
const stopReading = (client: QueryClient) => {
  for (const queryKey of personalKeys) void client.cancelQueries({ queryKey }, { silent: true })
}

/** What was signed in is so no more: ended elsewhere, unless one is on the way out oneself. */
const useEnding = (client: QueryClient) => {
  const [ended, setEnded] = useState(false)
  const leaving = useRef(false)
  return useMemo(() => {
    const isSignedIn = () => Boolean(client.getQueryData<Session>(queryKeys.session)?.me)
    const forget = () => {
      if (!isSignedIn()) return
      become(client, null)
      setEnded(!leaving.current)
    }
    return {
      forget,
      /** as the server said on another way than by the read of the session */
      end: () => {
        if (isSignedIn()) callOff(client)
        forget()
      },
      enter: (me: Me) => {
        callOff(client)
        // a visitor's trip comes along; what was typed by somebody whose session ended does not
        takeTab(me.id)
        become(client, me)
        setEnded(false)
      },
      /** as a read of the session says: whoever came in another tab needs a socket of their own, and finds nothing of anybody else */
      meet: (me: Me) => {
        takeTab(me.id)
        const known = client.getQueryData<Session>(queryKeys.session)
        if (known === undefined || known.me?.id === me.id) return
        become(client, me)
        setEnded(false)
      },
      leaveBy: async <T,>(deed: () => Promise<T>): Promise<T> => {
        leaving.current = true
        try {
          const before = client.getQueryData<Session>(queryKeys.session)?.me
          stopReading(client)
          const answer = await deed()
          callOff(client)
          become(client, null)
          setEnded(false)
          leavePush()
          if (before) clearUnsent(before.id)
          clearTab()
          return answer
        } catch (cause) {
          void client.invalidateQueries()
          throw cause
        } finally {
          leaving.current = false
        }
      },
      ended,
    }
  }, [client, ended])
}

/** Whoever signs out takes this browser off; the server has done so already with the session. */
const leavePush = (): void => {
  if (readPushMark() !== null) void import('./push.ts').then(({ dropPush }) => dropPush()).catch(() => undefined)
}

/** One read of the session; whoever is no longer in it is forgotten with all that was theirs. */
const useReadSession = ({ forget, meet }: Pick<ReturnType<typeof useEnding>, 'forget' | 'meet'>) =>
  useMemo(
    () => ({
      queryKey: queryKeys.session,
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        const session = await callEndpoint(getSession, {}, { signal })
        // an answer that was called off says nothing any more
        if (signal.aborted) return session
        if (session.me) meet(session.me)
        else forget()
        return session
      },
    }),
    [forget, meet],
  )

/** After many wrong tries of whomever the server asks for a proof of work: whoever is right need not notice. */
const openSession = async (given: { email: string; password: string }) => {
  try {
    return await callEndpoint(signInCall, given)
  } catch (cause) {
    if (!isCallError(cause) || cause.key !== 'challenge_needed') throw cause
    const { solveChallenge } = await import('./challenge.ts')
    return callEndpoint(signInCall, { ...given, challenge: await solveChallenge('signIn') })
  }
}

/** A session that is gone already is as good as one that was ended now. */
const callSignOut = async (): Promise<void> => {
  try {
    await callEndpoint(signOutCall, {})
  } catch (cause) {
    if (!isCallError(cause) || cause.status !== 401) throw cause
  }
}

export const SessionProvider = ({ children }: { children: ReactNode }) => {
  const client = useQueryClient()
  const { forget, meet, end, enter, leaveBy, ended } = useEnding(client)
  const read = useReadSession({ forget, meet })
  const query = useQuery({ ...read, staleTime: 60_000 })
  const me = query.data?.me ?? null
  const isKnown = query.data !== undefined || !isUnreached(query.error)
  const known = isKnown ? 'ready' : 'unreached'
  const status = query.isPending ? 'loading' : known
  useTopic(me ? 'me' : null)
  useEffect(() => onSignedOut(end), [end])
  useEffect(() => onUnauthorized(end), [end])
  const value = useMemo<SessionState>(
    () => ({
      status,
      me,
      ended,
      demoSignIns: query.data?.demoSignIns ?? [],
      social: query.data?.social ?? [],
      signIn: async (email, password) => {
        const answer = await openSession({ email, password })
        enter(answer.me)
        return answer.me
      },
      enter,
      readProfile: async () => (await client.fetchQuery({ ...read, staleTime: 0 })).me,
      signOut: () => leaveBy(callSignOut),
      leaveBy,
    }),
    [client, me, ended, enter, leaveBy, read, query.data, status],
  )
  return <SessionContext value={value}>{children}</SessionContext>
}
