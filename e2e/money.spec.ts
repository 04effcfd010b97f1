// What the desk, a fleet and a driver read of the money, and what a rider reads of a refund, out of one paid ride.
import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { getDriverEarnings } from '@wayfare/contract/reports'
import { call } from './api.ts'
import { expect, test } from './fixtures.ts'
import { payByTest, rideToPay } from './rider-steps.ts'
import { like, t } from './texts.ts'

const saved = async (page: Page, press: () => Promise<void>): Promise<{ name: string; text: string }> => {
  const coming = page.waitForEvent('download')
  await press()
  const file = await coming
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

test('a refund by the desk is on the rider’s receipt and in the wallet', async ({ open, people, byHand, desk }) => {
  const page = await open(people.rider[0] ?? null)
  const id = await rideToPay(page, byHand(0))
  await payByTest(page)
  await page.goto(`/bookings/${id}/receipt`)
  const receipt = page.getByRole('article', { name: t('receipt_title') })
  await expect(receipt).toContainText(id)
  await expect(receipt.getByText(like('receipt_refund_wallet'))).toHaveCount(0)

  await desk.goto(`/payments?search=${id}&status=paid`)
  await desk.getByRole('row').filter({ hasText: id }).getByRole('button').first().click()
  await desk.getByRole('button', { name: t('refund_title'), exact: true }).click()
  const form = desk.getByRole('dialog', { name: t('refund_title'), exact: true })
  await form.getByRole('radio', { name: t('refund_to_wallet') }).check()
  await form.getByRole('textbox', { name: t('wallet_amount') }).fill('7')
  await form.getByRole('button', { name: t('refund_give'), exact: true }).click()
  const sure = desk.getByRole('dialog', { name: t('refund_confirm_title') })
  await sure.getByRole('button', { name: t('refund_give'), exact: true }).click()
  await expect(form).toBeHidden()

  await page.reload()
  await expect(receipt.getByText(like('receipt_refund_wallet'))).toBeVisible()
  const pdf = await saved(page, () => page.getByRole('button', { name: t('receipt_pdf') }).click())
  expect([pdf.name, pdf.text.slice(0, 5)]).toEqual([`receipt-${id}.pdf`, '%PDF-'])
})

test('a dispute told by e-mail only is recorded by the desk, stands in the books with its fee, and is won', async ({
  open,
  people,
  byHand,
  desk,
}) => {
  const page = await open(people.rider[0] ?? null)
  const id = await rideToPay(page, byHand(0))
  await payByTest(page)
  await desk.goto(`/payments?search=${id}&status=paid`)
  await desk.getByRole('row').filter({ hasText: id }).getByRole('button').first().click()
  await desk.getByRole('button', { name: t('reversal_record') }).click()
  const form = desk.getByRole('dialog', { name: t('reversal_record') })
  await form.getByRole('textbox', { name: t('wallet_amount') }).fill('20')
  await form.getByRole('textbox', { name: t('reversal_fee_field') }).fill('15')
  await form.getByRole('textbox', { name: t('reversal_ref') }).fill(`CASE-${id}`)
  await form.getByRole('textbox', { name: t('refund_reason') }).fill('Says he never rode')
  await form.getByRole('button', { name: t('reversal_record_it') }).click()
  const sure = desk.getByRole('dialog', { name: t('reversal_confirm_title') })
  await expect(sure).toContainText('20.00 SEK')
  await sure.getByRole('button', { name: t('reversal_record_it') }).click()
  await expect(form).toBeHidden()
  await expect(desk.getByText(t('payment_dispute_open')).first()).toBeVisible()

  await desk.getByRole('button', { name: `${t('reversal_change')}: CASE-${id}` }).click()
  const change = desk.getByRole('dialog', { name: `CASE-${id}` })
  await change.getByRole('combobox', { name: t('reversal_stands') }).selectOption({ label: t('reversal_state_won') })
  await change.getByRole('button', { name: t('save') }).click()
  await sure.getByRole('button', { name: t('save') }).click()
  await expect(change).toBeHidden()

  await desk.goto(`/books?entries=${id}`)
  const entries = desk.getByRole('region', { name: t('books_entries') })
  await expect(entries.getByRole('row').filter({ hasText: t('ledger_account_refunds') })).toHaveCount(2)
  await expect(entries.getByRole('row').filter({ hasText: t('ledger_account_providerFees') })).toHaveCount(1)
})

test('a paid ride is in the earnings, the reports, the statements and the books, and the books hold', async ({
  open,
  people,
  byHand,
  desk,
  origin,
}) => {
  const [driver] = people.driver
  const page = await open(people.rider[0] ?? null)
  const id = await rideToPay(page, byHand(0))
  await payByTest(page)

  await test.step('the desk proves the books, and reads the entries of the ride', async () => {
    await desk.goto('/books')
    await desk.getByRole('button', { name: t('books_prove') }).click()
    await expect(desk.getByRole('status').filter({ hasText: t('ledger_holds') })).toBeVisible()
    await desk.getByRole('textbox', { name: t('books_reference') }).fill(id)
    await desk.getByRole('button', { name: t('books_find') }).click()
    const entries = desk.getByRole('region', { name: t('books_entries') })
    await expect(entries.getByRole('row').filter({ hasText: driver?.name ?? 'nobody' })).toContainText(`trip:${id}:credit`)
  })

  await test.step('earning reports come as a sheet with the same total', async () => {
    await desk.goto('/earningreports')
    const total = desk.getByRole('row').filter({ hasText: t('report_total') })
    await expect(total).toBeVisible()
    const file = await saved(desk, async () => {
      await desk.getByRole('button', { name: t('report_export') }).click()
      await desk.getByRole('menuitem', { name: 'CSV' }).click()
    })
    expect(file.name).toBe('earning-reports.csv')
    const [head = '', month = ''] = file.text.split('\r\n')
    expect(head).toContain('year,month,rides,tripCost,rideCost,convenienceFee,discountAmount,profit,tips,refunds')
    expect(month).toMatch(/^\d{4},\d{1,2},[1-9]\d*,/)
  })

  await test.step('a fleet reads what its drivers earned, and goes on to the statement of one', async () => {
    const fleet = await open(people.fleetadmin[0] ?? null)
    await fleet.goto('/driverearning')
    const { total } = await call(origin, getDriverEarnings, { limit: 1 }, people.fleetadmin[0]?.token)
    await expect(fleet.getByText(like('report_year_sum', { rides: total.rides }))).toBeVisible()
    await fleet.getByRole('row').nth(1).getByRole('button').first().click()
    await fleet.getByRole('link', { name: driver?.name ?? 'nobody' }).click()
    await expect(fleet).toHaveURL(new RegExp(`/statements\\?month=\\d{4}-\\d{2}&driver=${driver?.id}$`))
    await expect(fleet.getByRole('row').filter({ hasText: id })).toContainText(t('statement_trip'))
  })

  await test.step('the driver has the same statement, to keep', async () => {
    const own = await open(driver ?? null)
    await own.goto('/statements')
    await expect(own.getByRole('row').filter({ hasText: id })).toBeVisible()
    const file = await saved(own, () => own.getByRole('button', { name: 'CSV' }).click())
    expect(file.text).toContain(id)
  })
})
