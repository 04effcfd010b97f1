// How the stubs of payment providers send their notices, and the tricks that they can play with them.
export type Notice = { url: string; headers?: Record<string, string>; body: string }

export type Tricks = {
  /** notices wait for release() */
  held: boolean
  twice: boolean
  /** signed with a key that is not the merchant's */
  badSignature: boolean
  /** what the provider says it took, in its own format, instead of what it was asked for */
  amount: string | null
  currency: string | null
  /** asked for a status it answers 500 */
  brokenStatus: boolean
  /** a payment stays pending until clear() */
  pending: boolean
}

const none: Tricks = {
  held: false,
  twice: false,
  badSignature: false,
  amount: null,
  currency: null,
  brokenStatus: false,
  pending: false,
}

const deliver = async ({ url, headers, body }: Notice): Promise<number> => {
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  // a site that cannot be reached is no reason for the provider to fail
  const response = await fetch(url, { method: 'POST', headers: { ...type, ...headers }, body }).catch(() => null)
  await response?.text()
  return response?.status ?? 0
}

export const makeNotices = () => {
  let tricks = none
  const sent: (Notice & { status: number })[] = []
  const waiting: Notice[] = []
  const send = async (notice: Notice): Promise<void> => {
    sent.push({ ...notice, status: await deliver(notice) })
  }
  return {
    /** every notice so far, with the status the site answered */
    sent,
    tricks: () => tricks,
    /** from now on; what is not named is as usual */
    play: (next: Partial<Tricks>): void => void (tricks = { ...none, ...next }),
    send: async (notice: Notice): Promise<void> => {
      if (tricks.held) return void waiting.push(notice)
      await send(notice)
      if (tricks.twice) await send(notice)
    },
    /** sends what was held, the last first when `reversed` */
    release: async (reversed = false): Promise<void> => {
      const held = waiting.splice(0)
      for (const notice of reversed ? held.toReversed() : held) await send(notice)
    },
    /** sends what was held so many times, all at once */
    flood: async (times: number): Promise<void> => {
      const held = waiting.splice(0)
      await Promise.all(Array.from({ length: times }, () => held.map(send)).flat())
    },
    /** sends the last one again, just as it was */
    replay: async (): Promise<void> => {
      const last = sent.at(-1)
      if (last) await send(last)
    },
  }
}
export type Notices = ReturnType<typeof makeNotices>

/** A form of a provider's page: hidden fields and one button. */
export const buttonForm = (id: string, text: string, action: string): string =>
  `<form method="post" action="${action}"><button id="${id}" name="says" value="${id}">${text}</button></form>`
