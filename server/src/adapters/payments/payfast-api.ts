// PayFast's API: the account's history, in which a payment is found by our own id, and refunds. It wants a passphrase.
import { readCsv } from '@wayfare/core/csv'
import { readField, readText } from '../fields.ts'
import { makeOutage } from '../ports.ts'
import type { Charge, Outcome, ProviderOptions, RefundResult } from '../ports-payments.ts'
import { readDecimal, readMinor } from './amounts.ts'
import { encodePhpUrl, hashMd5 } from './digests.ts'
import { askProvider, readJson } from './request.ts'

type Fields = Readonly<Record<string, string>>
type Call = { path: string; query?: Fields; form?: Fields }

const api = 'https://api.payfast.co.za'
const dayMs = 86_400_000
/** South Africa keeps UTC+2 all year. */
const zoneMs = 7_200_000
/** A payment is asked for until it is a day old; one that is paid is found about the day on which its money came. */
const lookBackDays = 3
const pageSize = 1000
const mostPages = 20

const localTime = (at: Date): string => new Date(at.getTime() + zoneMs).toISOString().slice(0, 19)

/** The md5 of all variables and the passphrase, by name; what has no value is left out. @internal */
export const signApiRequest = (fields: Fields, passphrase: string): string =>
  hashMd5(
    Object.entries({ ...fields, passphrase })
      .filter(([, value]) => value !== '')
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => `${name}=${encodePhpUrl(value)}`)
      .join('&'),
  )

const makeCaller =
  ({ keys, mode, now, origin = api }: ProviderOptions) =>
  async ({ path, query = {}, form }: Call): Promise<string> => {
    const headers = { 'merchant-id': keys['merchantId'] ?? '', version: 'v1', timestamp: `${localTime(now())}+02:00` }
    const signature = signApiRequest({ ...headers, ...query, ...form }, keys['passphrase'] ?? '')
    // `testing` is not signed
    const search = new URLSearchParams(mode === 'sandbox' ? { ...query, testing: 'true' } : query)
    const { text } = await askProvider({
      url: `${origin}${path}${search.size > 0 ? `?${search}` : ''}`,
      headers: { ...headers, signature },
      body: form && new URLSearchParams(form),
    })
    return text
  }

/** What an answer is about: some come in an envelope, some without. */
const contentOf = (text: string): unknown => {
  const answer = readJson(text)
  return readField(answer, 'data', 'response') ?? readField(answer, 'response') ?? answer
}

/** The history comes as CSV, by itself or in an envelope: its rows, by the names in the first line. */
const historyOf = (text: string): Fields[] => {
  const content = text.trimStart().startsWith('{') ? contentOf(text) : text
  if (typeof content !== 'string') return []
  const table = readCsv(content)
  if (table === null) throw makeOutage('unavailable', 'PayFast answered no table')
  const [names, ...rows] = table.map(({ cells }) => cells.map((cell) => cell.trim()))
  return rows.map((cells) => Object.fromEntries((names ?? []).map((name, at) => [name, cells[at] ?? ''])))
}

const outcomeOf = (row: Fields): Outcome => {
  const currency = row['Currency'] || 'ZAR'
  const amountMinor = readDecimal(row['Gross']?.replaceAll(',', ''), currency)
  if (amountMinor === null) throw makeOutage('unavailable', 'PayFast answered no amount')
  return { state: 'paid', amountMinor, currency, providerTxn: row['PF Payment ID'] || null }
}

const isReceipt = (row: Fields): boolean => row['Type'] === 'FUNDS_RECEIVED' && row['Sign'] === 'CREDIT'

export const makePayfastApi = (options: ProviderOptions) => {
  const call = makeCaller(options)

  const readPage = async (until: number, page: number): Promise<Fields[]> => {
    const [from, to] = [until - lookBackDays * dayMs, until].map((at) => localTime(new Date(at)).slice(0, 10))
    const query = { from: from ?? '', to: to ?? '', limit: String(pageSize), offset: String(page * pageSize) }
    return historyOf(await call({ path: '/transactions/history', query }))
  }

  const readRefundable = async (txn: string): Promise<unknown> =>
    contentOf(await call({ path: `/refunds/query/${encodeURIComponent(txn)}` }))

  return {
    /** What of a payment went back, in all: it names no single refund. Where nothing can be given back any more, it does not say. */
    readRefunded: async (txn: string): Promise<bigint> => {
      // refunds are not there in its sandbox
      if (options.mode === 'sandbox') return 0n
      const state = await readRefundable(txn)
      if (readText(state, 'status') === 'NOT_AVAILABLE') return 0n
      const all = readMinor(readField(state, 'amount_original'))
      const left = readMinor(readField(state, 'amount_available_for_refund'))
      if (all === null || left === null || left > all) throw makeOutage('unavailable', 'PayFast did not say what went back')
      return all - left
    },
    /** the money that came in for this id of ours; null when none has */
    findPayment: async ({ id, paidAt }: Charge): Promise<Outcome | null> => {
      const now = options.now().getTime()
      const until = paidAt === null ? now : Math.min(now, paidAt.getTime() + dayMs)
      for (let page = 0; page < mostPages; page += 1) {
        const rows = await readPage(until, page)
        const row = rows.find((row) => row['M Payment ID'] === id && isReceipt(row))
        if (row) return outcomeOf(row)
        if (rows.length < pageSize) return null
      }
      return null
    },
    /** PayFast knows no key for a try that comes again, but of a payment that was given back nothing is left */
    refund: async (txn: string, amountMinor: bigint, refundId: string): Promise<RefundResult> => {
      if (options.mode === 'sandbox') throw makeOutage('refused', 'PayFast gives nothing back in its sandbox')
      const state = await readRefundable(txn)
      const left = readMinor(readField(state, 'amount_available_for_refund'))
      if (readText(state, 'status') === 'COMPLETED' && left === 0n) return { ref: refundId, state: 'done' }
      if (left !== amountMinor || readText(state, 'refund_full', 'method') !== 'PAYMENT_SOURCE') {
        throw makeOutage('refused', 'PayFast cannot give this back to where it came from')
      }
      // in cents, as its documentation says
      const form = { amount: String(amountMinor), reason: `Refund ${refundId}`, notify_buyer: '1' }
      const answer = contentOf(await call({ path: `/refunds/${encodeURIComponent(txn)}`, form }))
      if (typeof answer !== 'boolean') throw makeOutage('unavailable', 'PayFast did not say what became of the refund')
      return { ref: refundId, state: answer ? 'done' : 'failed' }
    },
  }
}

export type PayfastApi = ReturnType<typeof makePayfastApi>
