// What the page knew last, for a start without a network: who one is, one's own trip, and what the page stands on. Bounded, and gone
// with the session. It is taken when the server cannot be reached, and never stands for an answer.
import { isDeskRole, type Role } from '@wayfare/core/accounts'
import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import type { Session } from '@wayfare/contract/sign-in'
import { isUnreached } from './call.ts'
import { contactAt, isRecalled, noteKnownSince, onContact } from './contact.ts'
import { queryKeys } from './query-client.ts'
import { parseJson, readStored, writeStored } from '../ui/storage.ts'

const name = 'wayfare.last-known'
const textsName = 'wayfare.last-texts'
/** Letters at most: a browser keeps some five million of everything. */
const mostLetters = 600_000
/** So long (ms) an answer may be on its way before what was known stands in. */
const answerWithinMs = 6000
/** Older than this (ms) it is of no use to anybody. */
const longestKeptMs = 48 * 3_600_000
const restMs = 500

type LastKnown = { at: number; answers: { queryKey: QueryKey; data: unknown; updatedAt: number }[] }

const everybodys: readonly string[] = [queryKeys.session[0], queryKeys.settings[0], queryKeys.languages[0], queryKeys.basemap[0]]

/** The desk reads of others: none of that stays on a device. */
const isKept = ({ queryKey, state }: Query, role: Role | null): boolean => {
  const [area, second] = queryKey
  if (state.data === undefined) return false
  if (everybodys.includes(String(area))) return true
  if (role === null || isDeskRole(role)) return false
  return area === 'booking' || (area === 'bookings' && second === 'active')
}

const read = (): LastKnown | null => {
  const known = parseJson(readStored(name)) as LastKnown | null
  return known && known.at > Date.now() - longestKeptMs ? known : null
}

const write = (known: LastKnown | null): void => {
  const text = known && JSON.stringify(known)
  writeStored(name, text === null || text.length > mostLetters ? null : text)
}

const keep = (client: QueryClient): void => {
  const userType = client.getQueryData<Session>(queryKeys.session)?.me?.userType ?? null
  const kept = client
    .getQueryCache()
    .getAll()
    .filter((query) => isKept(query, userType))
  const answers = kept.map(({ queryKey, state }) => ({ queryKey, data: state.data, updatedAt: state.dataUpdatedAt }))
  write({ at: contactAt() ?? Date.now(), answers })
}

/** Puts what was known where nothing is known now; once a start. */
const makeRecall = (client: QueryClient) => {
  let isDone = false
  return () => {
    const known = isDone ? null : read()
    isDone = true
    if (!known) return
    noteKnownSince(known.at)
    for (const { queryKey, data, updatedAt } of known.answers)
      if (client.getQueryData(queryKey) === undefined) client.setQueryData(queryKey, data, { updatedAt })
  }
}

/** Nothing of whoever was signed in stays. */
export const forgetLastKnown = (): void => write(null)

/** Keeps what is read from now on, and takes what was kept while the server cannot be reached. */
export const followLastKnown = (client: QueryClient): void => {
  const takeKept = makeRecall(client)
  let resting: ReturnType<typeof setTimeout> | null = null
  const keepSoon = () => {
    resting ??= setTimeout(() => {
      resting = null
      keep(client)
    }, restMs)
  }
  client.getQueryCache().subscribe((news) => {
    if (news.type !== 'updated') return
    if (news.action.type === 'success') keepSoon()
    if ((news.action.type === 'failed' || news.action.type === 'error') && isUnreached(news.action.error)) takeKept()
  })
  // the server is there again: what stood in is read anew
  onContact(() => {
    if (!isRecalled()) void client.invalidateQueries()
  })
  // what was forgotten meanwhile, by another page of this browser, stays so
  window.addEventListener('pagehide', () => read() !== null && keep(client))
  if (!navigator.onLine) return takeKept()
  setTimeout(() => client.getQueryData(queryKeys.session) === undefined && takeKept(), answerWithinMs)
}

/** The words of the language that was read last. */
export const keepTexts = (langLocale: string, texts: Readonly<Record<string, string>>): void =>
  void writeStored(textsName, JSON.stringify({ langLocale, texts }))

export const readKeptTexts = (langLocale: string): Record<string, string> | null => {
  const kept = parseJson(readStored(textsName)) as { langLocale: string; texts: Record<string, string> } | null
  return kept?.langLocale === langLocale ? kept.texts : null
}
