// A tip after the trip: an amount, then the wallet or a card; the driver hears of it, and the receipt, the earnings and the desk have it.
import type { Page } from '@playwright/test'
import { getEarnings } from '@wayfare/contract/wallet'
import { saveSettings } from '@wayfare/contract/settings'
import { addToWallet } from '@wayfare/contract/wallet-admin'
import { call } from './api.ts'
import { gotaplatsen, valand } from './city.ts'
import { expect, expectNoSidewaysScroll, phone, test } from './fixtures.ts'
import { readFormat } from './format.ts'
import { rateTrip } from './rider-steps.ts'
import { like, t } from './texts.ts'

const tipOf = (page: Page) => page.getByRole('region', { name: like('tip_title') })

/** What the report of all months says of the money that stays, and of tips. */
const readReport = async (desk: Page) => {
  await desk.goto('/earningreports')
  const table = desk.getByRole('table', { name: t('nav_earning_reports') })
  const total = table.getByRole('row').filter({ hasText: t('report_total') })
  await expect(total).toBeVisible()
  const heads = await table.getByRole('columnheader').allTextContents()
  const cells = await total.getByRole('cell').allTextContents()
  const read = (name: string) => Number((cells[heads.indexOf(t(`report_${name}`))] ?? '').replaceAll(/[^\d.-]/g, ''))
  return { tripCost: read('tripCost'), profit: read('profit'), tips: read('tips') }
}

test('a rider tips by card after the trip, and the driver has it whole', async ({ open, people, onDuty, bookFor, origin }) => {
  test.setTimeout(120_000)
  const booking = await bookFor(0, { from: valand, to: gotaplatsen })
  await onDuty.serve(booking.id)
  const desk = await open(people.admin[0] ?? null)
  const reported = await readReport(desk)
  const driving = await open(people.driver[0] ?? null, { viewport: phone })
  await driving.goto('/earnings')
  const before = await call(origin, getEarnings, {}, people.driver[0]?.token)

  const riding = await open(people.rider[0] ?? null, { viewport: phone })
  await riding.goto(`/bookings/${booking.id}`)
  await test.step('more than twice the fare is a slip of the finger', async () => {
    await tipOf(riding).getByText(t('tip_own_amount')).click()
    await tipOf(riding)
      .getByRole('textbox', { name: t('tip_choose') })
      .fill('9999')
    await expect(tipOf(riding).getByText(t('tip_amount'))).toBeVisible()
    await expect(tipOf(riding).getByRole('button')).toHaveCount(0)
    await expectNoSidewaysScroll(riding)
  })

  await test.step('an amount that fits is paid by card', async () => {
    await tipOf(riding)
      .getByRole('textbox', { name: t('tip_choose') })
      .fill('25')
    await tipOf(riding)
      .getByRole('button', { name: like('tip_by_card') })
      .click()
    const dialog = riding.getByRole('dialog', { name: like('tip_pay') })
    await dialog.getByRole('radio', { name: t('provider_test') }).check({ force: true })
    await dialog.getByRole('button', { name: like('tip_pay') }).click()
    await expect(riding).toHaveURL(/\/pay\/test\//)
    await riding.getByRole('button', { name: t('test_approve'), exact: true }).click()
    await expect(riding.getByText(t('payment_tipped'))).toBeVisible()
  })

  await test.step('the driver hears of it and has it among the earnings', async () => {
    await expect(driving.getByText(like('notice_tip_driver')).first()).toBeVisible()
    await expect(driving.getByText(like('earnings_tips')).first()).toBeVisible()
    const after = await call(origin, getEarnings, {}, people.driver[0]?.token)
    expect([Number(after.tips) - Number(before.tips), after.driverShare]).toEqual([25, before.driverShare])
  })

  await test.step('the trip, its receipt and the desk say so', async () => {
    await riding.getByRole('link', { name: t('payment_see_booking') }).click()
    await expect(riding.getByText(like('tip_done'))).toBeVisible()
    await expect(tipOf(riding)).toHaveCount(0)
    await riding.goto(`/bookings/${booking.id}/receipt`)
    const line = riding.locator('dl > div').filter({ has: riding.getByText(t('tip'), { exact: true }) })
    await expect(line.locator('dd')).toHaveText((await readFormat(origin)).exactMoney('25'))
    await desk.goto(`/bookings/${booking.id}`)
    await expect(desk.getByRole('dialog').getByText(t('tip'), { exact: true })).toBeVisible()
  })

  await test.step('it stands in the reports and in the books by itself, and is no profit', async () => {
    expect(await readReport(desk)).toEqual({ ...reported, tips: reported.tips + 25 })
    await desk.goto(`/books?entries=${booking.id}`)
    const lines = desk
      .getByRole('table', { name: t('books_entries') })
      .getByRole('row')
      .filter({ hasText: t('ledger_account_tips') })
    await expect(lines).toHaveCount(2)
    await expect(lines.filter({ hasText: /-25\.00/ })).toHaveCount(1)
    await expect(desk.getByRole('rowheader', { name: t('ledger_account_tips') })).toBeVisible()
  })
})

test('the operator sets which tips are offered, or none', async ({ open, people, onDuty, desk, bookFor, origin }) => {
  const token = people.admin[0]?.token
  await desk.close()
  await call(origin, saveSettings, { tipPercents: '10, 50' }, token)
  const booking = await bookFor(0, { from: valand, to: gotaplatsen })
  const { grandTotal } = (await onDuty.serve(booking.id)).lines
  const riding = await open(people.rider[0] ?? null, { viewport: phone })
  await riding.goto(`/bookings/${booking.id}`)
  const amounts = tipOf(riding).getByRole('group', { name: t('tip_choose') })
  await expect(amounts.locator('label')).toHaveCount(3)
  for (const [nth, percent] of [10, 50].entries()) {
    const read = Number(
      ((await amounts.locator('label').nth(nth).textContent()) ?? '').replaceAll(/[^\d.,]/g, '').replace(',', '.'),
    )
    expect(Math.abs(read - (Number(grandTotal) * percent) / 100)).toBeLessThan(1)
  }
  await call(origin, saveSettings, { tipPercents: '' }, token)
  await riding.reload()
  await expect(riding.getByRole('region', { name: like('rate_title') })).toBeVisible()
  await expect(tipOf(riding)).toHaveCount(0)
})

test('a rider tips out of the wallet with two taps', async ({ open, people, onDuty, bookFor, origin }) => {
  test.setTimeout(90_000)
  const [rider, admin] = [people.rider[1], people.admin[0]]
  await call(origin, addToWallet, { user: rider?.id ?? '', amount: '500' }, admin?.token)
  const booking = await bookFor(1, { from: valand, to: gotaplatsen })
  await onDuty.serve(booking.id)
  const riding = await open(rider ?? null, { viewport: phone })
  await riding.goto('/bookings')
  await test.step('the end is one sheet: fare, stars, tip, receipt and the same way again, and no dialog', async () => {
    const parts = ['receipt_fare', 'rate_title', 'tip_title'].map((key) => riding.getByRole('region', { name: like(key) }))
    const links = ['receipt_link', 'book_again'].map((key) => riding.getByRole('link', { name: t(key) }))
    const tops: number[] = []
    for (const part of [...parts, ...links]) tops.push((await part.boundingBox())?.y ?? Number.NaN)
    expect(tops).toEqual(tops.toSorted((a, b) => a - b))
    await expect(riding.getByRole('dialog')).toHaveCount(0)
    await rateTrip(riding, 5)
  })
  await tipOf(riding).locator('label').first().click()
  await tipOf(riding)
    .getByRole('button', { name: like('tip_from_wallet') })
    .click()
  await expect(riding.getByText(like('tip_done'))).toBeVisible()
})
