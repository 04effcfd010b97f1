// Braintree's library behind a few functions: values or an Outage, every wait with an end.
import braintree from 'braintree'
import { readField, readText } from '../fields.ts'
import { isOutage, makeOutage } from '../ports.ts'
import { callOutside } from '../reach.ts'
import type { Money, ProviderOptions } from '../ports-payments.ts'
import { readMoney } from './amounts.ts'

export type Transaction = Pick<braintree.Transaction, 'id' | 'orderId' | 'type' | 'status' | 'amount' | 'currencyIsoCode'>

type Idempotent = { apiRequestKey: string }
type RefundRequest = { amount: string; orderId: string }
type Sale = Omit<braintree.TransactionRequest, 'merchantAccountId'> & Idempotent
type Answer = Awaited<ReturnType<braintree.BraintreeGateway['transaction']['sale']>>
/** What the library can do and its types do not say. */
type Refunding = { refund(id: string, request?: string | (RefundRequest & Idempotent)): Promise<Answer> }

/** The card fields' tokenising and the charge wait for the bank. */
const timeoutMs = 40_000

const forGood = ['notFoundError', 'upgradeRequired']
const aboutKeys = ['authenticationError', 'authorizationError', 'invalidKeysError']

/** Its errors as ours, without their words. */
const asOutage = (error: unknown): Error => {
  if (isOutage(error)) return error
  const type = readText(error, 'type') ?? 'unexpectedError'
  const code = aboutKeys.includes(type) ? 'forbidden' : forGood.includes(type) ? 'refused' : 'unavailable'
  return makeOutage(code, `Braintree: ${type}`)
}

const guardCall = async <Value>(place: string, asking: () => Promise<Value>): Promise<Value> => {
  try {
    return await callOutside(place, null, asking)
  } catch (error) {
    throw asOutage(error)
  }
}

/** The hosts of the mode, or the one that tests speak to. */
const environmentOf = ({ mode, origin }: ProviderOptions): braintree.Environment => {
  if (origin === undefined) return mode === 'live' ? braintree.Environment.Production : braintree.Environment.Sandbox
  const { hostname, port, protocol } = new URL(origin)
  return new braintree.Environment(hostname, port, origin, protocol === 'https:', hostname, port)
}

const placeOf = ({ mode, origin }: ProviderOptions): string =>
  origin ?? `https://api.${mode === 'live' ? '' : 'sandbox.'}braintreegateway.com`

const makeGateway = (options: ProviderOptions): braintree.BraintreeGateway => {
  const { merchantId = '', publicKey = '', privateKey = '' } = options.keys
  if (!merchantId || !publicKey || !privateKey) throw makeOutage('forbidden', 'Braintree’s keys are missing')
  const gateway = new braintree.BraintreeGateway({ environment: environmentOf(options), merchantId, publicKey, privateKey })
  gateway.config.timeout = timeoutMs
  return gateway
}

const searchBy = async ({ transaction }: braintree.BraintreeGateway, orderId: string): Promise<Transaction[]> => {
  const stream = transaction.search((search) => search.orderId().is(orderId))
  // the library waits for ever for a transaction that it was named and not given
  const timer = setTimeout(() => stream.destroy(makeOutage('unavailable', 'Braintree did not answer in time')), timeoutMs)
  const found: Transaction[] = []
  try {
    for await (const one of stream) found.push(one)
    return found
  } finally {
    clearTimeout(timer)
  }
}

/** The transaction, also of a card that was declined; refused when it made none. */
const transactionOf = ({ success, transaction }: Answer): Transaction => {
  if (transaction) return transaction
  throw makeOutage(success ? 'unavailable' : 'refused', 'Braintree refused the request')
}

/** A text of the answer, which is not there when somebody else answered. */
const given = (answer: unknown, name: string): string => {
  const text = readText(answer, name)
  if (text === null) throw makeOutage('unavailable', 'Braintree answered something else')
  return text
}

/** Null when it knows none of this id. */
const findById = <Found>(finding: Promise<Found>): Promise<Found | null> =>
  finding.catch((error: unknown) => {
    if (readText(error, 'type') === 'notFoundError') return null
    throw error
  })

const readCurrency = async ({ merchantAccount }: braintree.BraintreeGateway, id: string): Promise<string> => {
  const account = await findById(merchantAccount.find(id))
  if (account === null) throw makeOutage('forbidden', 'Braintree knows no such merchant account')
  return given(account, 'currencyIsoCode')
}

type Notification = { kind: string | null; transactionId: string | null; amount: Money | null }

const readNotice = (notice: unknown): Notification => {
  const dispute = readField(notice, 'dispute')
  const currency = readText(dispute, 'currencyIsoCode') ?? readText(notice, 'transaction', 'currencyIsoCode') ?? ''
  const given = readField(dispute, 'amountDisputed') ?? readField(dispute, 'amount') ?? readField(notice, 'transaction', 'amount')
  return {
    kind: readText(notice, 'kind'),
    transactionId: readText(dispute, 'transaction', 'id') ?? readText(notice, 'transaction', 'id'),
    amount: readMoney(given, currency),
  }
}

export const makeBraintreeApi = (options: ProviderOptions) => {
  const { merchantAccountId = '' } = options.keys
  let made: braintree.BraintreeGateway | null = null
  const gateway = (): braintree.BraintreeGateway => (made ??= makeGateway(options))
  const place = placeOf(options)
  const guard = <Value>(asking: () => Promise<Value>): Promise<Value> => guardCall(place, asking)
  return {
    getCurrency: () => guard(() => readCurrency(gateway(), merchantAccountId)),
    makeClientToken: () => guard(async () => given(await gateway().clientToken.generate({ merchantAccountId }), 'clientToken')),
    sell: (sale: Sale): Promise<Transaction> =>
      guard(async () => transactionOf(await gateway().transaction.sale({ ...sale, merchantAccountId }))),
    /** null when it knows none of this id */
    find: (id: string): Promise<Transaction | null> => guard(() => findById(gateway().transaction.find(id))),
    search: (orderId: string): Promise<Transaction[]> => guard(() => searchBy(gateway(), orderId)),
    void: (id: string): Promise<string> => guard(async () => transactionOf(await gateway().transaction.void(id)).id),
    refund: (id: string, request: RefundRequest): Promise<Transaction> =>
      guard(async () => {
        const { transaction }: { transaction: Refunding } = gateway()
        return transactionOf(await transaction.refund(id, { ...request, apiRequestKey: request.orderId }))
      }),
    /** what the notice tells, and of which transaction, if it is of one; null when it cannot be read */
    readNotification: async (signed: { signature: string; payload: string }): Promise<Notification | null> => {
      const notice = await gateway()
        .webhookNotification.parse(signed.signature, signed.payload)
        .catch(() => null)
      return notice && readNotice(notice)
    },
  }
}
export type BraintreeApi = ReturnType<typeof makeBraintreeApi>
