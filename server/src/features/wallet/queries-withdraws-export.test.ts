import { addToWallet, completeWithdraw, exportWithdraws } from '@wayfare/contract/wallet-admin'
import { requestWithdraw } from '@wayfare/contract/wallet'
import { sql } from 'kysely'
import { readSheet } from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'

const app = await startApp({ settings: { bankFields: false } })
const { call, refusal, make } = app
const admin = await make.admin()

const withdrawal = async (amount: string) => {
  const driver = await make.driver()
  await call(addToWallet, { user: driver.id, amount: '500' }, { as: admin })
  return call(requestWithdraw, { amount }, { as: driver })
}

const file = (input: object) => app.raw(exportWithdraws, input, { as: admin })
const linesOf = async (input: object): Promise<string[][]> => {
  const { body } = await file(input)
  return body
    .replace('\ufeff', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
}

test('the filtered withdrawals come as a file in their order, the bank only where the operator asks for one', async () => {
  for (const amount of ['30', '10', '20']) await withdrawal(amount)
  const paid = await withdrawal('40')
  await call(completeWithdraw, { id: paid.id }, { as: admin })
  const [head, ...rows] = await linesOf({ sort: 'amount', state: 'waiting' })
  expect(head).toEqual(['id', 'date', 'uid', 'name', 'amount', 'processed', 'processDate', 'state', 'endDate', 'endReason'])
  expect(rows.map((row) => row[4])).toEqual(['10.00', '20.00', '30.00'])
  const [done] = (await linesOf({ state: 'processed' })).slice(1)
  expect(done).toMatchObject({ 0: paid.id, 4: '40.00', 5: 'true', 6: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/) })
  await app.settings({ bankFields: true })
  expect((await linesOf({}))[0]).toEqual([...(head ?? []), 'bankName', 'bankCode', 'bankAccount'])
  await app.settings({ bankFields: false })
})

test('a spreadsheet comes as one, and a name that a spreadsheet would run does not', async () => {
  const { id } = await withdrawal('5')
  await app.db.updateTable('withdraw').set({ name: '=cmd()' }).where('id', '=', id).execute()
  const { headers, rawPayload } = await file({ format: 'xlsx' })
  expect(headers['content-type']).toContain('spreadsheetml.sheet')
  const [, ...rows] = await readSheet(rawPayload)
  const { rows: kept } = await sql<{ sum: string }>`select sum(amount_minor) / 100.0 as sum from withdraw`.execute(app.db)
  expect(rows.reduce((sum, row) => sum + Number(row[4]), 0)).toBe(Number(kept[0]?.sum))
  expect(rows.every((row) => row[1] instanceof Date && typeof row[4] === 'number')).toBe(true)
  expect((await linesOf({ search: id })).at(-1)?.[3]).toBe("'=cmd()")
})

test('it is for admins alone, and the demo lock keeps it in', async () => {
  for (const as of [await make.driver(), await make.fleetAdmin()])
    expect(await refusal(exportWithdraws, {}, { as })).toMatchObject({ status: 403, key: 'forbidden' })
  await app.settings({ allowCriticalEditsAdmin: false })
  expect(await refusal(exportWithdraws, {}, { as: admin })).toMatchObject({ status: 403, key: 'demo_mode' })
  await app.settings({ allowCriticalEditsAdmin: true })
})
