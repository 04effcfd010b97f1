// A demo person's session: signs in on first use, and again when the session has ended.
import { getSession, signIn } from '@wayfare/contract/sign-in'
import type { Me } from '@wayfare/contract/accounts'
import type { Endpoint, InputOf, OutputOf } from '@wayfare/contract/endpoint'
import type { Reply, RestPlan } from './rest.ts'

/** A password, or a session that the server has opened already. */
type Credentials = { name: string; email?: string; password?: string; token?: string }

export type Account = {
  name: string
  /** null until signing in succeeds */
  getToken: () => Promise<string | null>
  getMe: () => Promise<Me | null>
  /** the session has ended: the next call signs in again */
  forget: () => void
  call: <E extends Endpoint>(endpoint: E, input: InputOf<E>, onceKey?: string) => Promise<Reply<OutputOf<E>>>
}

/** Resolves when it is the caller's turn: sign-ins are limited per address, and people at the same address need theirs. */
type Turnstile = () => Promise<void>

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** The first `free` pass at once, every later one `everyMs` after the previous one. */
export const makeTurnstile = (free: number, everyMs: number): Turnstile => {
  let left = free
  let nextAt = 0
  return async () => {
    if (left-- > 0) return
    const now = Date.now()
    nextAt = Math.max(now, nextAt + everyMs)
    if (nextAt > now) await pause(nextAt - now)
  }
}

export const makeAccount = (rest: RestPlan, credentials: Credentials, turn: Turnstile): Account => {
  let session: { token: string; me: Me } | null = null
  let pending: Promise<void> | null = null

  let given = credentials.token || null

  /** Uses the given session as long as it is valid. */
  const resume = async (token: string): Promise<void> => {
    const reply = await rest(getSession, {}, { token })
    if (reply.ok && reply.value.me) session = { token, me: reply.value.me }
    else if (reply.ok) given = null
  }

  const open = async (): Promise<void> => {
    if (given !== null) return resume(given)
    const { email, password } = credentials
    if (email === undefined || password === undefined) return
    await turn()
    const reply = await rest(signIn, { email, password })
    if (reply.ok) session = reply.value
  }

  const ensure = async (): Promise<void> => {
    if (session) return
    pending ??= open().finally(() => {
      pending = null
    })
    await pending
  }

  const call: Account['call'] = async (endpoint, input, onceKey) => {
    await ensure()
    if (!session) return { ok: false, status: 0, key: 'not_signed_in' }
    const { token } = session
    const reply = await rest(endpoint, input, onceKey ? { token, onceKey } : { token })
    if (!reply.ok && reply.status === 401 && session?.token === token) session = null
    return reply
  }

  return {
    name: credentials.name,
    async getToken() {
      await ensure()
      return session?.token ?? null
    },
    async getMe() {
      await ensure()
      return session?.me ?? null
    },
    forget() {
      session = null
    },
    call,
  }
}
