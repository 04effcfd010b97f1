import { getWallet, listMyWithdraws, proveLedger, requestWithdraw } from '@wayfare/contract/wallet'
import { completeWithdraw, completeWithdraws, endWithdraw, exportTransfers, listWithdraws } from '@wayfare/contract/wallet-admin'
import { getDashboard } from '@wayfare/contract/reports'
import { removeUser } from '@wayfare/contract/people-edit'
import type { Id } from '@wayfare/core/ids'
import { describe, expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'

const app = await startApp({ settings: { bankFields: false } })
const { call, refusal, make } = app
const admin = await make.admin()

type WithdrawId = Id<'withdraw'>

const withdrawal = async (amount = '10', person = make.driver()) => {
  const driver = await person
  await make.money(driver, 100_000n)
  return { driver, ...(await call(requestWithdraw, { amount }, { as: driver })) }
}
const balanceOf = async (as: Awaited<ReturnType<typeof make.driver>>) => (await call(getWallet, {}, { as })).balance
const complete = (id: WithdrawId) => call(completeWithdraw, { id }, { as: admin })
const end = (id: WithdrawId, as: 'declined' | 'returned', reason = 'No such account') =>
  call(endWithdraw, { id, as, reason }, { as: admin })
const refusedEnd = async (id: WithdrawId, as: 'declined' | 'returned', reason = 'x') =>
  (await refusal(endWithdraw, { id, as, reason }, { as: admin })).key
const accountOf = async (kind: string) => {
  const { accounts, sum, balancesAgree } = await call(proveLedger, {}, { as: admin })
  expect([sum, balancesAgree]).toEqual(['0.00', true])
  return Number(accounts.find((one) => one.kind === kind)?.balance ?? 0)
}

const iban = 'DE89370400440532013000'
/** The message id inside a bank file. */
const nameIn = (xml: string) => /<MsgId>([^<]+)<\/MsgId>.*<PmtInfId>\1</.exec(xml)?.[1] ?? ''
const file = (input: object) => app.raw(exportTransfers, input as never, { as: admin })
const refused = async (ids: string, format: 'csv' | 'sepa' = 'sepa') => refusal(exportTransfers, { ids, format }, { as: admin })

describe('a withdrawal that ends', () => {
  it('is declined while it waits: the money is back, its owner reads why, and nothing waits any more', async () => {
    const before = await accountOf('withdrawals')
    const { driver, id } = await withdrawal('40.5')
    expect(await balanceOf(driver)).toBe('959.50')
    expect(await end(id, 'declined')).toMatchObject({ state: 'declined', processed: false, endReason: 'No such account' })
    expect(await balanceOf(driver)).toBe('1000.00')
    expect(await accountOf('withdrawals')).toBe(before)
    const { withdraws } = await call(listMyWithdraws, {}, { as: driver })
    expect(withdraws).toMatchObject([{ id, state: 'declined', endReason: 'No such account', endDate: expect.any(Number) }])
    const { withdraws: listed } = await call(listWithdraws, { state: 'waiting', search: id }, { as: admin })
    expect(listed).toEqual([])
    // and it no longer prevents removing the person
    expect(await call(removeUser, { id: driver.id, giveUpMoney: true } as never, { as: admin }).catch(({ key }) => key)).not.toBe(
      'withdraw_open',
    )
  })

  it('comes back from the bank after it was paid out, and stays processed', async () => {
    const before = await accountOf('bank')
    const { driver, id } = await withdrawal('25')
    await complete(id)
    expect(await accountOf('bank')).toBe(before + 25)
    expect(await end(id, 'returned')).toMatchObject({ state: 'returned', processed: true })
    expect(await balanceOf(driver)).toBe('1000.00')
    expect(await accountOf('bank')).toBe(before)
  })

  it('ends once: of many desks at the same moment one puts the money back', async () => {
    const { driver, id } = await withdrawal()
    const answers = await Promise.all(
      Array.from({ length: 6 }, () =>
        end(id, 'declined').then(
          () => 'done',
          ({ key }) => key,
        ),
      ),
    )
    expect(answers.filter((one) => one === 'done')).toHaveLength(1)
    expect(answers.filter((one) => one === 'withdraw_ended')).toHaveLength(5)
    expect(await balanceOf(driver)).toBe('1000.00')
  })

  it('is paid out or declined, never both', async () => {
    const { driver, id } = await withdrawal('10')
    const both = [complete(id), end(id, 'declined')].map((work) =>
      work.then(
        () => 'done',
        ({ key }) => key,
      ),
    )
    expect((await Promise.all(both)).filter((one) => one === 'done')).toHaveLength(1)
    expect(['990.00', '1000.00']).toContain(await balanceOf(driver))
    await accountOf('withdrawals')
  })

  it('wants a reason, and the state that goes before', async () => {
    const { id } = await withdrawal()
    expect(await refusedEnd(id, 'declined', ' ')).toBe('withdraw_reason_missing')
    expect(await refusedEnd(id, 'returned')).toBe('withdraw_not_processed')
    expect(await refusedEnd('nothing' as WithdrawId, 'declined')).toBe('not_found')
    await complete(id)
    expect(await refusedEnd(id, 'declined')).toBe('withdraw_processed')
    await end(id, 'returned')
    expect(await refusedEnd(id, 'returned')).toBe('withdraw_ended')
    expect((await refusal(completeWithdraw, { id }, { as: admin })).key).toBe('withdraw_processed')
  })

  it('is for admins alone', async () => {
    const { driver, id } = await withdrawal()
    for (const as of [driver, await make.fleetAdmin()]) {
      expect((await refusal(endWithdraw, { id, as: 'declined', reason: 'x' }, { as })).status).toBe(403)
      expect((await refusal(completeWithdraws, { ids: [id] }, { as })).status).toBe(403)
      expect((await refusal(exportTransfers, { ids: id }, { as })).status).toBe(403)
    }
  })
})

describe('several withdrawals', () => {
  it('are paid out together, and what somebody else settled is named', async () => {
    const [a, b, c] = [await withdrawal('1'), await withdrawal('2'), await withdrawal('3')]
    await complete(b.id)
    const unknown = 'unknown' as WithdrawId
    const { done, left } = await call(completeWithdraws, { ids: [c.id, a.id, b.id, unknown] }, { as: admin })
    expect(done.map(({ id }) => id).toSorted()).toEqual([a.id, c.id].toSorted())
    expect(left).toEqual([
      { id: b.id, key: 'withdraw_processed' },
      { id: unknown, key: 'not_found' },
    ])
    await accountOf('bank')
  })

  it('are marked once by two desks at once, whose lists overlap', async () => {
    const all = [await withdrawal('1'), await withdrawal('2'), await withdrawal('3'), await withdrawal('4')]
    const ids = all.map(({ id }) => id)
    const waited = (await call(getDashboard, {}, { as: admin })).withdraws ?? 0
    const answers = await Promise.all(
      [ids, ids.toReversed()].map((list) => call(completeWithdraws, { ids: list }, { as: admin })),
    )
    expect(answers.flatMap(({ done }) => done)).toHaveLength(4)
    expect((await call(getDashboard, {}, { as: admin })).withdraws).toBe(waited - 4)
    await accountOf('bank')
  })

  it('are found by role, by state and by the days on which they were asked for', async () => {
    await app.settings({ riderWithDraw: true })
    const { id } = await withdrawal('7', make.rider() as never)
    const other = await withdrawal('7')
    const long = await withdrawal('7')
    await app.db
      .updateTable('withdraw')
      .set({ createdAt: new Date('2024-02-29T22:59:59Z') })
      .where('id', '=', long.id)
      .execute()
    const find = async (filter: object) =>
      (await call(listWithdraws, { limit: 100, ...filter }, { as: admin })).withdraws.map((one) => one.id)
    expect(await find({ role: 'rider' })).toEqual([id])
    expect(await find({ role: 'driver', state: 'waiting' })).toContain(other.id)
    // 23:59:59 in the city
    expect(await find({ from: '2024-02-29', to: '2024-02-29' })).toEqual([long.id])
    expect(await find({ from: '2024-03-01', to: '2024-03-31' })).toEqual([])
    expect((await refusal(listWithdraws, { from: '2024-02-31' }, { as: admin })).key).toBe('bad_request')
    await end(long.id, 'declined')
    expect(await find({ state: 'declined', to: '2024-03-01' })).toEqual([long.id])
    expect(await find({ state: 'waiting' })).not.toContain(long.id)
  })
})

describe('a file for the bank', () => {
  it('is CSV with each account, name and amount, of what waits alone', async () => {
    const [a, b] = [await withdrawal('12.5'), await withdrawal('3')]
    await app.db.updateTable('withdraw').set({ name: 'Ek, "Bo"', bankAccount: iban }).where('id', '=', a.id).execute()
    const { body, headers } = await file({ ids: `${a.id},${b.id}` })
    expect(headers['content-type']).toContain('text/csv')
    expect(body).toContain(`${a.id},"Ek, ""Bo""",,,${iban},12.50,SEK`)
    expect(body.trimEnd().split('\r\n')).toHaveLength(3)
    await complete(b.id)
    expect(await refused(`${a.id},${b.id}`, 'csv')).toMatchObject({ key: 'withdraw_processed', details: { ids: [b.id] } })
    expect((await refused(`${a.id},nobody`, 'csv')).key).toBe('not_found')
    // the export marked nothing
    expect((await call(listWithdraws, { search: a.id }, { as: admin })).withdraws).toMatchObject([{ state: 'waiting' }])
  })

  it('is pain.001 where the operator and all who are paid have an IBAN, in euro', async () => {
    const { id } = await withdrawal('12.34')
    expect((await refused(id)).key).toBe('payout_iban_missing')
    await app.settings({ payoutIban: 'SE45 5000 0000 0583 9825 7466', companyName: 'Göteborgs Taxi' })
    expect((await refused(id)).key).toBe('payout_not_euro')
    await app.db
      .updateTable('withdraw')
      .set({ currency: 'EUR', bankAccount: '5839-8257466', name: 'Bo Ek' })
      .where('id', '=', id)
      .execute()
    expect(await refused(id)).toMatchObject({ key: 'payout_no_iban', details: { names: 'Bo Ek' } })
    await app.db.updateTable('withdraw').set({ bankAccount: iban }).where('id', '=', id).execute()
    const { body, headers } = await file({ ids: id, format: 'sepa' })
    expect(headers['content-type']).toContain('application/xml')
    expect(body).toContain(
      `<InstdAmt Ccy="EUR">12.34</InstdAmt></Amt><Cdtr><Nm>Bo Ek</Nm></Cdtr><CdtrAcct><Id><IBAN>${iban}</IBAN>`,
    )
    expect(body).toContain('<Dbtr><Nm>Goteborgs Taxi</Nm></Dbtr>')
    // names in other scripts stay recognisable
    for (const [name, spelled] of [
      ['محمد علي', 'mhmd ly'],
      ['דוד כהן', 'dvd khhn'],
      ['王小明', 'WangXiaoMing'],
      ['สมชาย', 'smchay'],
      ['राम', 'ram'],
      ['Иван Åberg', 'Ivan Aberg'],
    ] as const) {
      await app.db.updateTable('withdraw').set({ name }).where('id', '=', id).execute()
      expect((await file({ ids: id, format: 'sepa' })).body).toContain(`<Cdtr><Nm>${spelled}</Nm></Cdtr>`)
    }
    // a bank accepts no second file with the same id
    const next = nameIn((await file({ ids: id, format: 'sepa' })).body)
    expect([nameIn(body), next]).toEqual([
      expect.stringMatching(/^payouts-\d{12}-\w{8}$/),
      expect.not.stringContaining(nameIn(body)),
    ])
  })
})
