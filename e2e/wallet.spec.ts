// Money by hand: the desk adds it, and pays out what a driver takes from his wallet.
import type { Page } from '@playwright/test'
import { getWallet } from '@wayfare/contract/wallet'
import { addToWallet } from '@wayfare/contract/wallet-admin'
import { call } from './api.ts'
import { expect, test } from './fixtures.ts'
import type { Person } from './people.ts'
import { like, t } from './texts.ts'

const closeAlert = async (page: Page, title: string, text: string | RegExp): Promise<void> => {
  const alert = page.getByRole('dialog', { name: title })
  await expect(alert).toContainText(text)
  await alert.getByRole('button', { name: t('close'), exact: true }).click()
  await expect(alert).toBeHidden()
}

/** A changed bank wants a proof, unless there was one a moment ago. */
const proveIfAsked = async (page: Page, { password }: Person): Promise<void> => {
  const dialog = page.getByRole('dialog', { name: t('prove_title') })
  await expect(dialog.or(page.getByText(t('withdraw_requested')))).toBeVisible()
  if (!(await dialog.isVisible())) return
  await dialog.getByLabel(t('password'), { exact: true }).fill(password)
  await dialog.getByRole('button', { name: t('prove_confirm') }).click()
}

test('money that the desk adds is in the wallet at once, and only with a person and an amount', async ({
  desk,
  open,
  people,
  origin,
}) => {
  const [rider] = people.rider
  if (!rider) throw new Error('there is no demo rider')
  const page = await open(rider)
  await page.goto('/wallet')
  const balance = page.getByRole('region', { name: t('wallet_balance') })
  const before = Number((await call(origin, getWallet, {}, rider.token)).balance)
  await expect(balance).toBeVisible()

  await desk.goto('/addtowallet')
  const add = desk.getByRole('button', { name: t('nav_add_to_wallet') })
  await add.click()
  await closeAlert(desk, t('alert_title'), t('no_details_error'))
  const who = desk.getByRole('combobox', { name: t('add_wallet_user') })
  await expect(who).toBeFocused()
  await who.fill(rider.email)
  await expect(desk.getByRole('option', { name: rider.name })).toBeVisible()
  await who.press('Enter')
  await expect(who).toHaveValue(rider.name)
  await desk.getByRole('textbox', { name: t('wallet_amount') }).fill('75')
  await expect(desk.getByText(t('add_wallet_after'))).toBeVisible()
  await add.click()
  const question = desk.getByRole('dialog', { name: t('add_wallet_confirm_title') })
  await expect(question).toContainText(`75.00\u00a0SEK`)
  await expect(question).toContainText(rider.name)
  await question.getByRole('button', { name: t('nav_add_to_wallet') }).click()
  await closeAlert(desk, t('add_wallet_done_title'), t('success'))

  await expect(balance.getByText(t('wallet_updated'))).toBeVisible()
  await expect(page.getByRole('region', { name: t('wallet_history') })).toContainText(t('wallet_by_office'))
  const after = await call(origin, getWallet, {}, rider.token)
  expect(Number(after.balance)).toBeCloseTo(before + 75, 6)
  await expect(balance).toContainText(Math.floor(before + 75).toLocaleString('en'))
})

test('a driver takes money out, never more than there is, and the desk pays it out once', async ({
  desk,
  open,
  people,
  origin,
  watch,
}) => {
  // who signed in a while ago is asked to prove it before the bank changes
  watch.allow(/status of 403 .*\/api\/accounts\/profile\)$/)
  const [driver] = people.driver
  const [boss] = people.admin
  if (!driver) throw new Error('there is no demo driver')
  const { balance } = await call(origin, getWallet, {}, driver.token)
  // whatever the trips of other tests have left there
  await call(origin, addToWallet, { user: driver.id, amount: String(Math.ceil(100 - Math.min(0, Number(balance)))) }, boss?.token)
  const page = await open(driver)
  await page.goto('/wallet')
  const form = page.getByRole('region', { name: t('withdraw_title'), exact: true })
  const ask = form.getByRole('button', { name: t('withdraw_ask'), exact: true })
  const amount = form.getByRole('textbox', { name: t('wallet_amount') })
  await amount.fill('999999999')
  await ask.click()
  await expect(form.getByText(t('wallet_balance_low'))).toBeVisible()
  await expect(amount).toBeFocused()
  await amount.fill('41')
  await form.getByRole('textbox', { name: t('profile_bank_name'), exact: true }).fill('Handelsbanken')
  await form.getByRole('textbox', { name: t('profile_bank_account') }).fill(`6112-${Date.now()}`)
  await ask.click()
  await page
    .getByRole('dialog', { name: t('withdraw_confirm_title') })
    .getByRole('button', { name: t('withdraw_confirm') })
    .click()
  await proveIfAsked(page, driver)
  const mine = page.getByRole('region', { name: t('withdraw_mine') })
  const newest = mine.getByRole('listitem').first()
  await expect(newest).toContainText('41')
  await expect(newest).toContainText(t('withdraw_state_waiting'))

  await desk.goto('/withdraws?state=waiting')
  const row = desk.getByRole('row').filter({ hasText: driver.name }).first()
  await row.getByRole('button', { name: t('table_actions') }).click()
  await desk.getByRole('menuitem', { name: t('withdraw_complete') }).click()
  const dialog = desk.getByRole('dialog', { name: t('withdraw_complete_title') })
  await expect(dialog).toContainText(driver.name)
  await dialog.getByRole('button', { name: t('withdraw_complete') }).click()
  await expect(newest).toContainText(t('withdraw_state_processed'))
  await expect(newest).toContainText(like('withdraw_paid_at'))

  await desk.goto('/withdraws?state=processed')
  const paid = desk.getByRole('row').filter({ hasText: driver.name }).first()
  await paid.getByRole('button', { name: t('table_actions') }).click()
  await expect(desk.getByRole('menuitem', { name: t('withdraw_complete') })).toBeDisabled()
})

test('a top-up that is too large or too small is told a range that one believes', async ({ open, people }) => {
  const page = await open(people.rider[0] ?? null)
  await page.goto('/wallet')
  await page.getByRole('button', { name: t('topup_title') }).click()
  const dialog = page.getByRole('dialog', { name: t('topup_title') })
  const amount = dialog.getByRole('textbox', { name: t('wallet_amount') })
  const range = t('topup_range', { min: '10\u00a0kr', max: '10,000\u00a0kr' })
  for (const typed of ['9.99', '10000.01']) {
    await amount.fill(typed)
    await dialog.getByRole('button', { name: t('topup_pay') }).click()
    await expect(amount).toHaveAccessibleDescription(range)
    await expect(amount).toBeFocused()
  }
  // what is offered lies within
  for (const chip of await dialog
    .getByRole('group', { name: t('topup_quick') })
    .getByRole('radio')
    .all()) {
    await chip.press('Space')
    await expect(amount).not.toHaveAttribute('aria-invalid', 'true')
    expect(Number((await amount.inputValue()).replaceAll(/\D/g, ''))).toBeLessThanOrEqual(10_000)
  }
})
