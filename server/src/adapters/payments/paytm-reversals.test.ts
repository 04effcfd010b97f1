import { expect, test } from 'vitest'
import type { ProviderOptions } from '../ports-payments.ts'
import { paytm } from './paytm.ts'
import { computePaytmChecksum } from './paytm-checksum.ts'

const keys = { merchantId: 'ethics90962220263187', merchantKey: 'abcdefghijklmnop' }
const now = () => new Date('2026-11-22T12:00:00Z')
const read = (body: string, mode: ProviderOptions['mode'] = 'sandbox') =>
  paytm.make({ keys, mode, now }).readNotice({
    method: 'POST',
    query: new URLSearchParams(),
    headers: { 'content-type': 'application/json' },
    body: Buffer.from(body),
    ip: '::1',
  })
const signed = (body: string): string =>
  `{ "head": { "version": "v1", "signature": ${JSON.stringify(computePaytmChecksum(body, keys.merchantKey))} },\n "body": ${body} }`

/** Paytm's own example of a chargeback, but for the order. */
const chargeback = `{
"transactionId": "20210223111212800110168465500805616",
"orderId": "WF7K2M9Q4XAB",
"disputeAmount": "20",
"disputeDueDate": "2021-03-27 23:59:59",
"disputeType": "Order Failure, Paytm Cash balance partially used",
"message": "Chargeback dispute has been filed",
"mid": "ethics90962220263187",
"disputeId": "20210224111221000100168007200508215",
"disputeStatus": "NEW"
}`

const refund =
  '{"source":"MERCHANT","txnId":"2020050811121280011","orderId":"WF7K2M9Q4XAB","mid":"ethics90962220263187","refundAmount":"1.00",' +
  '"refId":"REFUNDID_98765","refundId":"2020090311121280130016882","userCreditInitiateTimestamp":"2020-09-03 16:52:10.0"}'

test('a chargeback is told with amount, reason and the end of its day in India', async () => {
  expect(await read(signed(chargeback))).toMatchObject({
    type: 'dispute',
    paymentId: 'WF7K2M9Q4XAB',
    providerTxn: '20210223111212800110168465500805616',
    reversals: [{ state: 'open', amountMinor: 2000n, currency: 'INR', dueAt: new Date('2021-03-27T18:29:59Z') }],
  })
  expect((await read(signed(chargeback.replace('NEW', 'LOST'))))?.reversals).toMatchObject([{ state: 'lost', dueAt: null }])
})

test('a refund is told with the name that whoever asked for it gave it', async () => {
  expect((await read(signed(refund)))?.reversals).toMatchObject([
    { kind: 'refund', ref: '2020090311121280130016882', refundId: 'REFUNDID_98765', state: 'done', amountMinor: 100n },
  ])
})

test('neither is believed when a sign of it is changed, or for another merchant', async () => {
  expect(await read(signed(refund).replace('"1.00"', '"9.00"'))).toBeNull()
  expect(await read(signed(refund.replace(keys.merchantId, 'another')))).toBeNull()
})
