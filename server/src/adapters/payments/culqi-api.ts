// Culqi's API: charges and refunds, with the secret key of the mode.
import { readField, readList, readText } from '../fields.ts'
import { makeOutage } from '../ports.ts'
import type { Charge, ProviderOptions } from '../ports-payments.ts'
import { readMinor } from './amounts.ts'
import { askProvider, readJson, type ProviderCall } from './request.ts'

const host = 'https://api.culqi.com'
/** A charge waits for the bank. */
const chargeTimeoutMs = 40_000
const pageSize = 100
/** The newest come first; what is older than so many pages is not looked for. */
const mostPages = 10

type Call = ProviderCall & { method?: 'PATCH'; timeoutMs?: number }

const checkKeys = ({ keys, mode }: ProviderOptions): void => {
  const name = mode === 'live' ? 'live' : 'test'
  if (!keys['secretKey']?.startsWith(`sk_${name}_`)) throw makeOutage('forbidden', 'the secret key is one of another mode')
  if (!keys['publicKey']?.startsWith(`pk_${name}_`)) throw makeOutage('forbidden', 'the public key is one of another mode')
}

export const makeCulqiApi = (options: ProviderOptions) => {
  const ask = async ({ path, ...call }: Call): Promise<unknown> => {
    checkKeys(options)
    const headers = { authorization: `Bearer ${options.keys['secretKey']}` }
    const { status, text } = await askProvider({ url: `${options.origin ?? host}/v2${path}`, headers, ...call })
    return status === 404 ? null : readJson(text)
  }

  /** All entries that the filters leave, the newest first. */
  async function* list(path: string, filters: Record<string, string>): AsyncGenerator<unknown> {
    let after: string | null = null
    for (let page = 0; page < mostPages; page += 1) {
      const query = new URLSearchParams({ ...filters, limit: String(pageSize), ...(after === null ? {} : { after }) })
      const answer = await ask({ path: `${path}?${query}` })
      const entries = readList(answer, 'data')
      yield* entries
      after = readText(answer, 'paging', 'cursors', 'after')
      if (after === null || entries.length < pageSize) return
    }
  }

  return {
    checkKeys: (): void => checkKeys(options),
    /** a charge, a request for 3DS, or the error that refuses the card */
    createCharge: (body: object): Promise<unknown> => ask({ path: '/charges', body, answers: [402], timeoutMs: chargeTimeoutMs }),
    /** null when it knows none of this id */
    getCharge: (id: string): Promise<unknown> => ask({ path: `/charges/${encodeURIComponent(id)}`, answers: [404] }),
    listCharges: ({ amountMinor, currency }: Charge): AsyncGenerator<unknown> =>
      list('/charges', { amount: amountMinor.toString(), currency_code: currency }),
    /**
     * The refund that an earlier try made: by its label, else one of the amount without any. NOTE: one that was made by hand
     * in Culqi's panel, of the same amount and at the same time, would be taken for ours.
     */
    findRefund: async (wanted: { chargeId: string; amountMinor: bigint; refundId: string }) => {
      let unlabelled: string | null = null
      for await (const entry of list('/refunds', {})) {
        const [id, label] = [readText(entry, 'id'), readText(entry, 'metadata', 'refund_id')]
        if (id === null || readText(entry, 'charge_id') !== wanted.chargeId) continue
        if (label === wanted.refundId) return { id, isLabelled: true }
        if (label === null && readMinor(readField(entry, 'amount')) === wanted.amountMinor) unlabelled = id
      }
      return unlabelled === null ? null : { id: unlabelled, isLabelled: false }
    },
    /** all refunds of a charge, as far as the newest of the account reach */
    listRefunds: async (chargeId: string): Promise<unknown[]> => {
      const found: unknown[] = []
      for await (const entry of list('/refunds', {})) if (readText(entry, 'charge_id') === chargeId) found.push(entry)
      return found
    },
    createRefund: async (chargeId: string, amountMinor: bigint): Promise<string> => {
      const body = { amount: Number(amountMinor), charge_id: chargeId, reason: 'solicitud_comprador' }
      const id = readText(await ask({ path: '/refunds', body }), 'id')
      if (id === null) throw makeOutage('unavailable', 'Culqi did not name the refund')
      return id
    },
    labelRefund: async (id: string, refundId: string): Promise<void> => {
      await ask({ path: `/refunds/${encodeURIComponent(id)}`, method: 'PATCH', body: { metadata: { refund_id: refundId } } })
    },
  }
}
export type CulqiApi = ReturnType<typeof makeCulqiApi>
