// For tests: a server of a few answers, which keeps what was sent to it.
import type { Session } from '@wayfare/contract/accounts'
import { defaultSettings } from '@wayfare/core/settings'
import type { Settings } from '@wayfare/core/settings'

type Answer = { status?: number; body: unknown }
type Sent = { path: string; body: Record<string, unknown>; at: number }

export const refusal = (key: string, details?: object): Answer => ({
  status: 422,
  body: { error: { key, message: key, requestId: 'r1', ...(details ? { details } : {}) } },
})

/** One in sixteen counters solves it. */
export const challenge = {
  parameters: {
    algorithm: 'PBKDF2/SHA-256',
    nonce: '00'.repeat(16),
    salt: '01'.repeat(16),
    cost: 1,
    keyLength: 32,
    keyPrefix: '0',
  },
  signature: 'ff'.repeat(32),
}

/** `fetch` stands in for the browser's own; the rest is what a test sets and asks. */
export const makeServer = () => {
  const sent: Sent[] = []
  const answers: Record<string, Answer | ((body: Sent['body']) => Answer)> = {
    '/api/accounts/challenge': { body: challenge },
  }
  const server = {
    sent,
    answers,
    session: { me: null, demoSignIns: [], social: [] } as Session,
    settings: {} as Partial<Settings>,
    sentTo: (path: string) => sent.filter((one) => one.path === path),
  }
  const answerTo = (path: string, body: Sent['body']): Answer => {
    if (path === '/api/settings')
      return { body: { settings: { ...defaultSettings, ...server.settings }, demo: false, serverTime: 0 } }
    if (path === '/api/accounts/session') return { body: server.session }
    const given = answers[path] ?? refusal('not_found')
    return typeof given === 'function' ? given(body) : given
  }
  const answer = async (url: string, { body }: { body: string | null }): Promise<Response> => {
    const path = url.split('?')[0] ?? ''
    const parsed = JSON.parse(body ?? '{}') as Sent['body']
    sent.push({ path, body: parsed, at: Date.now() })
    const { status = 200, body: reply } = answerTo(path, parsed)
    return Response.json(reply, { status })
  }
  return { server, fetch: answer }
}
