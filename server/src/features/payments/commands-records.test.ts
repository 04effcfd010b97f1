import { listAudit } from '@wayfare/contract/audit'
import type { InputOf } from '@wayfare/contract/endpoint'
import { listPayments, refundPayment, replayPayment } from '@wayfare/contract/payments-admin'
import { changeReversal, recordReversal } from '@wayfare/contract/payments-records'
import { exportJournal } from '@wayfare/contract/wallet-journal'
import { asId } from '@wayfare/core/ids'
import { toCityTime } from '@wayfare/core/city-time'
import { readCsv } from '@wayfare/core/csv'
import { describe, expect, test } from 'vitest'
import { fakeKeys, makeFakeProvider, withoutReversals } from '../../../test/fake-provider.ts'
import { startApp } from '../../../test/harness.ts'
import { makePayments } from '../../../test/payments.ts'

const fake = makeFakeProvider()
const { control } = fake
const silent = makeFakeProvider('culqi')
const app = await startApp({
  services: { payments: [fake.provider, withoutReversals(silent.provider)] },
  config: { payments: { stripe: fakeKeys, culqi: fakeKeys } },
})
const { call, make, settle } = app
const admin = await make.admin({ firstName: 'Astrid', lastName: 'Berg' })
const { balance, booksBalance, detail, troubles, notify, platform, begin, drivenTrip, ...payments } = makePayments(app, admin)

const paidTrip = () => payments.paidTrip(control)
const day = toCityTime(app.deps.now().getTime(), app.deps.settings().timeZone).slice(0, 10)

type Record = InputOf<typeof recordReversal>
const given = (id: string, part: Partial<Record> = {}): Record => ({
  id: asId<'payment'>(id),
  kind: 'dispute',
  amount: '20',
  ref: 'CASE-4711',
  reason: 'Says he never rode',
  day,
  ...part,
})
const record = (id: string, part: Partial<Record> = {}) => call(recordReversal, given(id, part), { as: admin })
const refused = (id: string, part: Partial<Record> = {}) => app.refusal(recordReversal, given(id, part), { as: admin })
const change = (id: string, part: Omit<InputOf<typeof changeReversal>, 'id'>) =>
  call(changeReversal, { id: asId<'reversal'>(id), ...part }, { as: admin })

/** The journal's lines of this reference by account, whatever the order of the legs. */
const journalOf = async (reference: string): Promise<string[]> => {
  const { body } = await app.raw(exportJournal, { from: '2020-01-01', to: '2099-12-31' }, { as: admin })
  const [head, ...rows] = readCsv(body) ?? []
  const at = (name: string) => head?.cells.findIndex((cell) => cell.endsWith(name)) ?? -1
  const lines = rows
    .filter(({ cells }) => cells[at('reference')] === reference && cells[at('posting')]?.startsWith('reversal'))
    .map(({ cells }) => [cells[at('account')], cells[at('debit')] || `-${cells[at('credit')]}`].join(' '))
  return lines.toSorted()
}

describe('a dispute told by e-mail only', () => {
  test('may be of all that the provider has still, which the payment says: also of what went into the wallet', async () => {
    const { id, payment } = await paidTrip()
    const refund = (amount: string, target: 'wallet' | 'provider') =>
      call(refundPayment, { id: asId<'payment'>(id), amount, target, reason: '' }, { as: admin })
    await refund('5', 'provider')
    await settle()
    const there = (Number(payment.amount) - 5).toFixed(2)
    const { leftThere } = await refund(there, 'wallet')
    expect([leftThere, (await refused(id, { amount: payment.amount })).details]).toMatchObject([there, { most: there }])
    expect((await record(id, { amount: there })).leftThere).toBe('0.00')
  })

  test('is booked, shown, told and audited like one of a notice, and can be won', async () => {
    const { id, booking, payment } = await paidTrip()
    const [cards, told] = [await platform('cards'), await troubles('dispute_opened')]
    const opened = await record(id, { due: '2099-12-24', fee: '15' })
    expect(opened).toMatchObject({
      payment: { status: 'paid', dispute: 'open', disputed: '20.00' },
      reversals: [
        {
          kind: 'dispute',
          ref: 'CASE-4711',
          state: 'open',
          amount: '20.00',
          fee: '15.00',
          feeCurrency: 'SEK',
          by: 'Astrid Berg',
        },
      ],
    })
    expect(Number(opened.refundable)).toBeCloseTo(Number(payment.amount) - 20)
    expect(opened.reversals[0]?.dueAt).toBeGreaterThan(Date.parse('2099-12-24T12:00:00Z'))
    expect(await platform('cards')).toBeCloseTo(cards + 35)
    expect(await journalOf(booking.id)).toEqual(['cards -15.00', 'cards -20.00', 'providerFees 15.00', 'refunds 20.00'])
    expect(await troubles('dispute_opened')).toBe(told + 1)
    const { payments: waiting } = await call(listPayments, { problem: 'true' }, { as: admin })
    expect(waiting.map((one) => one.id)).toContain(id)
    const { entries } = await call(listAudit, { object: id }, { as: admin })
    expect(entries[0]).toMatchObject({
      action: 'payments.recordReversal',
      after: { kind: 'dispute', ref: 'CASE-4711', amount: '20.00', fee: '15.00', currency: 'SEK' },
    })
    // the reason may name a person who is removed one day, but log entries stay
    expect(entries[0]?.after).not.toHaveProperty('reason')
    const won = await change(opened.reversals[0]?.id ?? '', { state: 'won', fee: '0' })
    expect(won).toMatchObject({
      payment: { dispute: 'won', disputed: '0.00' },
      reversals: [{ state: 'won', fee: '0.00', dueAt: null }],
    })
    expect(await platform('cards')).toBeCloseTo(cards)
    expect(await troubles('dispute_won')).toBeGreaterThan(0)
    const { entries: later } = await call(listAudit, { object: id }, { as: admin })
    expect(later[0]).toMatchObject({
      action: 'payments.changeReversal',
      before: { state: 'open', fee: '15.00' },
      after: { state: 'won', fee: '0.00' },
    })
    await booksBalance()
  })

  test('that is lost stays out for good, and its end does not turn back into an open one', async () => {
    const { id } = await paidTrip()
    const cards = await platform('cards')
    const { reversals } = await record(id, { state: 'inquiry' })
    expect(await platform('cards')).toBeCloseTo(cards)
    const own = reversals[0]?.id ?? ''
    await change(own, { state: 'open' })
    expect((await change(own, { state: 'lost' })).payment).toMatchObject({ dispute: 'lost', disputed: '20.00' })
    expect(await platform('cards')).toBeCloseTo(cards + 20)
    for (const state of ['open', 'lost', 'failed'] as const)
      expect((await app.refusal(changeReversal, { id: asId(own), state }, { as: admin })).key).toBe('wrong_step')
    await booksBalance()
  })

  test('is the same one when the provider tells of it after all', async () => {
    const { id } = await paidTrip()
    await record(id, { ref: 'dp_1' })
    control.reversals.set(id, [{ kind: 'dispute', ref: 'dp_1', state: 'lost', amountMinor: 2000n }])
    await notify({ payment: id })
    await settle()
    expect(await detail(id)).toMatchObject({
      payment: { disputed: '20.00' },
      reversals: [{ ref: 'dp_1', state: 'lost', by: 'Astrid Berg' }],
    })
    await booksBalance()
  })

  test('is refused where it cannot be', async () => {
    const { id, payment } = await paidTrip()
    await record(id)
    expect(await refused(id)).toMatchObject({ key: 'reversal_known', status: 409 })
    const other = { ref: 'CASE-2' }
    expect((await refused(id, { ...other, amount: payment.amount })).key).toBe('proper_amount')
    expect((await refused(id, { ...other, amount: '0' })).key).toBe('proper_amount')
    expect((await refused(id, { ...other, fee: '-1' })).key).toBe('proper_amount')
    expect((await refused(id, { ...other, reason: ' ' })).key).toBe('reversal_reason_missing')
    for (const wrong of ['2020-01-01', '2099-01-01'])
      expect((await refused(id, { ...other, day: wrong })).key).toBe('bad_request')
    expect((await refused(id, { ...other, kind: 'refund' })).key).toBe('reversal_told')
    const { rider, booking } = await drivenTrip()
    const open = await begin(rider, booking)
    expect((await refused(open.id)).key).toBe('wrong_step')
    expect((await detail(open.id)).records).toEqual([])
    expect((await refused('nobody0000000000')).key).toBe('not_found')
    for (const as of [rider, await make.fleetAdmin()])
      expect((await app.refusal(recordReversal, given(id, other), { as })).status).toBe(403)
    expect((await detail(id)).reversals).toHaveLength(1)
  })

  test('leaves nothing more to give back from here than is left', async () => {
    const { id, payment } = await paidTrip()
    await record(id, { amount: payment.amount })
    const again = { id: asId<'payment'>(id), amount: '1', target: 'provider' as const }
    await expect(call(refundPayment, again, { as: admin })).rejects.toMatchObject({ status: expect.any(Number) as number })
    expect((await detail(id)).payment.disputed).toBe(payment.amount)
  })
})

const paidThere = async () => {
  const { rider, driver, booking } = await drivenTrip()
  const { id } = await begin(rider, booking, 'culqi')
  silent.control.said.set(id, { state: 'paid' })
  await call(replayPayment, { id }, { as: admin })
  return { id, driver, booking: await payments.trips.get(rider, booking.id) }
}

const euros = (amountMinor: bigint) => ({ fee: { amountMinor, currency: 'EUR' } })

describe('a refund made at a provider that tells nothing of it', () => {
  test('is booked once by hand, and taken back when it was none', async () => {
    const { id, driver, booking } = await paidThere()
    const [cards, told] = [await platform('cards'), await troubles('refunded_there')]
    expect((await detail(id)).records).toEqual(['refund', 'dispute'])
    const { reversals, payment } = await record(id, { kind: 'refund', ref: 'ref_live_1', amount: '12.34', fee: '5' })
    expect(payment.refunded).toBe('12.34')
    expect(reversals).toMatchObject([{ kind: 'refund', state: 'done', fee: '0.00' }])
    expect(await platform('cards')).toBeCloseTo(cards + 12.34)
    expect(await troubles('refunded_there')).toBe(told + 1)
    expect(await balance(driver)).toBe(booking.driverShare)
    const own = reversals[0]?.id ?? ''
    expect((await app.refusal(changeReversal, { id: asId(own), fee: '1' }, { as: admin })).key).toBe('wrong_step')
    expect((await change(own, { state: 'failed' })).payment.refunded).toBe('0.00')
    expect(await platform('cards')).toBeCloseTo(cards)
    await booksBalance()
  })
})

describe('what a dispute cost', () => {
  const dispute = { kind: 'dispute', ref: 'dp_fee', amountMinor: 2000n } as const
  const tell = async (id: string, said: Parameters<typeof control.reversals.set>[1][number]) => {
    control.reversals.set(id, [{ ...dispute, ...said }])
    await notify({ payment: id })
    await settle()
    return detail(id)
  }

  test('as the provider tells it is in the books once, in its own currency, and comes back with what winning gives back', async () => {
    const { id, booking } = await paidTrip()
    await tell(id, { state: 'open', ...euros(1500n) })
    const told = await tell(id, { state: 'open', ...euros(1500n) })
    expect(told.reversals).toMatchObject([{ fee: '15.00', feeCurrency: 'EUR', by: null }])
    expect(await journalOf(booking.id)).toEqual(['cards -15.00', 'cards -20.00', 'providerFees 15.00', 'refunds 20.00'])
    const won = await tell(id, { state: 'won', ...euros(0n) })
    expect(won.reversals).toMatchObject([{ state: 'won', fee: '0.00' }])
    expect(await journalOf(booking.id)).toEqual([
      'cards -15.00',
      'cards -20.00',
      'cards 15.00',
      'cards 20.00',
      'providerFees -15.00',
      'providerFees 15.00',
      'refunds -20.00',
      'refunds 20.00',
    ])
    await booksBalance()
  })

  test('is written down by hand where the provider does not say, and how it stands is not', async () => {
    const { id, booking } = await paidTrip()
    const { reversals } = await tell(id, { state: 'open' })
    const there = reversals[0]?.id ?? ''
    expect((await change(there, { fee: '7.50' })).reversals).toMatchObject([{ fee: '7.50', state: 'open' }])
    expect(await journalOf(booking.id)).toContain('providerFees 7.50')
    expect((await app.refusal(changeReversal, { id: asId(there), state: 'won' }, { as: admin })).key).toBe('wrong_step')
    // a notice without a fee keeps the recorded one
    expect((await tell(id, { state: 'lost' })).reversals).toMatchObject([{ fee: '7.50', state: 'lost' }])
    await booksBalance()
  })
})
