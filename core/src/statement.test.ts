import { expect, test } from 'vitest'
import { asId } from './ids.ts'
import { makeCardToWalletPosting, makeReversalPosting, refundBackPosting, refundOutPosting } from './ledger-cards.ts'
import {
  cancelFeePostings,
  claimPostings,
  creditTakenBackPosting,
  makeAdminCreditPosting,
  makeBonusPostings,
  refundPosting,
  withdrawEndPosting,
  withdrawPosting,
} from './ledger.ts'
import { getStatementKind, listMonths, shiftMonth, statementKinds } from './statement.ts'

const [rider, driver] = [asId<'user'>('rider'), asId<'user'>('driver')]
const trip = { id: asId<'booking'>('B1'), customer: rider, driver }
const own = { id: 'X', owner: driver, amount: 5n }
const card = { ...own, booking: null, source: 'wallet', target: 'provider', tries: 1 } as const

test.each([
  ['trip', { once: 'trip:B1:credit' }],
  ['claim', claimPostings({ ...trip, amount: 5n, fees: 1n, discount: 0n, by: 'card' })[1]],
  ['cancelFee', cancelFeePostings(trip, 5n)[1]],
  ['bonus', makeBonusPostings(driver, rider, 5n)[1]],
  ['withdraw', withdrawPosting(own)],
  ['withdraw', withdrawEndPosting(own, 'returned')],
  ['topUp', makeCardToWalletPosting(card)],
  ['addition', makeAdminCreditPosting(own)],
  ['addition', creditTakenBackPosting(own)],
  ['refund', refundPosting({ ...own, id: trip.id })],
  ['refund', refundOutPosting(card)],
  ['refund', refundBackPosting(card)],
  ['refund', makeReversalPosting({ ...card, kind: 'dispute', step: 1 })],
  ['tip', { once: 'tip:B1:credit' }],
  ['unknown', { once: 'gift:B1' }],
  ['unknown', { once: '' }],
])('a statement calls it %s: %#', (kind, posting) => {
  expect(getStatementKind(posting?.once ?? 'nothing')).toBe(kind)
  expect(statementKinds).toContain(kind)
})

test('the month before and after crosses the year', () => {
  expect([shiftMonth('2026-11'), shiftMonth('2026-12'), shiftMonth('2026-01', -1)]).toEqual(['2026-12', '2027-01', '2025-12'])
})

test('the months of a statement stand newest first, and the last alone when they are in the wrong order', () => {
  expect(listMonths('2025-11', '2026-02')).toEqual(['2026-02', '2026-01', '2025-12', '2025-11'])
  expect(listMonths('2026-02', '2026-02')).toEqual(['2026-02'])
  expect(listMonths('2026-03', '2026-02')).toEqual(['2026-02'])
})
