// A socket of the hub with nobody at the other end.
import type { Actor } from '@wayfare/core/accounts'
import type { Hub, Link } from '../src/realtime/hub.ts'

type Fake = {
  /** what is written together */
  hear?: (texts: readonly string[]) => void
  /** how many bytes lie unsent */
  waiting?: () => number
  /** `close` says with which code; nothing when it is dropped */
  end?: (code?: number) => void
}

export const openFakeLink = (hub: Hub, { hear = () => {}, waiting = () => 0, end = () => {} }: Fake = {}): Link => {
  const corked: string[] = []
  return hub.open(
    {
      send: (text) => void corked.push(text),
      get bufferedAmount() {
        return waiting()
      },
      close: end,
      terminate: () => end(),
    },
    { cork: () => void (corked.length = 0), uncork: () => hear([...corked]) },
    '203.0.113.1',
  )
}

/** The same of somebody who has signed in. */
export const openFakeLinkOf = (hub: Hub, actor: Actor, fake?: Fake, sessionId: string | null = null): Link => {
  const link = openFakeLink(hub, fake)
  hub.signIn(link, { actor, sessionId, proof: { authorization: undefined, cookie: undefined } })
  return link
}
