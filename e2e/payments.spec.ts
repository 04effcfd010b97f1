// Money by card: a ride paid by the test provider, a provider set up by the desk and met by a rider, money given back.
import type { Page } from '@playwright/test'
import { getBooking } from '@wayfare/contract/bookings'
import { getWallet } from '@wayfare/contract/wallet'
import { asId } from '@wayfare/core/ids'
import { call } from './api.ts'
import { expect, test } from './fixtures.ts'
import type { Person } from './people.ts'
import { setStripeWebhook, stripeKeys } from './providers.ts'
import { goToTest, payingOf, rideToPay } from './rider-steps.ts'
import { like, t } from './texts.ts'

const proveIfAsked = async (page: Page, { password }: Person, done: RegExp | string): Promise<void> => {
  const dialog = page.getByRole('dialog', { name: t('prove_title') })
  await expect(dialog.or(page.getByText(done).first())).toBeVisible()
  if (!(await dialog.isVisible())) return
  await dialog.getByLabel(t('password'), { exact: true }).fill(password)
  await dialog.getByRole('button', { name: t('prove_confirm') }).click()
}

test('a ride is paid at the second try; the desk sees it and gives a part back into the wallet, once', async ({
  open,
  people,
  byHand,
  desk,
  origin,
}) => {
  const [rider] = people.rider
  const page = await open(rider ?? null)
  const id = await rideToPay(page, byHand(0))
  await goToTest(page)
  await page.getByRole('button', { name: t('test_decline') }).click()
  await expect(page.getByRole('heading', { name: t('payment_failed_title') })).toBeVisible()
  await page.getByRole('button', { name: t('try_again') }).click()
  await goToTest(page)
  await page.getByRole('button', { name: t('test_twice') }).click()
  await expect(page.getByRole('heading', { name: t('pay_done') })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: t('pay_done') })).toBeVisible()

  const before = Number((await call(origin, getWallet, {}, rider?.token)).balance)
  await desk.goto(`/payments?search=${id}&status=paid`)
  await desk.getByRole('row').filter({ hasText: id }).getByRole('button').first().click()
  const drawer = desk.getByRole('dialog', { name: t('payment_page_title') })
  await drawer.getByRole('button', { name: t('refund_title'), exact: true }).click()
  const form = desk.getByRole('dialog', { name: t('refund_title'), exact: true })
  await form.getByRole('radio', { name: t('refund_to_wallet') }).check()
  const amount = form.getByRole('textbox', { name: t('wallet_amount') })
  await amount.fill('999999')
  await form.getByRole('button', { name: t('refund_give'), exact: true }).click()
  await expect(form.getByText(t('proper_amount'))).toBeVisible()
  await amount.fill('5')
  await form.getByRole('button', { name: t('refund_give'), exact: true }).click()
  await desk
    .getByRole('dialog', { name: t('refund_confirm_title') })
    .getByRole('button', { name: t('refund_give'), exact: true })
    .click()
  await expect(form).toBeHidden()
  await expect(drawer.getByRole('listitem').filter({ hasText: t('refund_state_done') })).toContainText('5')
  expect(Number((await call(origin, getWallet, {}, rider?.token)).balance)).toBeCloseTo(before + 5, 6)
})

test('the desk sets Stripe up; a rider tops the wallet up there, goes back and tries again, and pays a ride', async ({
  open,
  byHand,
  people,
  desk,
  origin,
  watch,
}) => {
  // the page of the stub has no picture of its own
  watch.allow(/favicon/)
  // long after signing in the desk is asked who it is first
  watch.allow(/403 .*\/payments\/providers\//)
  const [rider] = people.rider
  const [boss] = people.admin
  if (!rider || !boss) throw new Error('there is no demo rider or admin')
  await desk.goto('/payments?tab=providers')
  const card = desk.getByRole('group').filter({ hasText: 'Stripe' })
  await card.getByText('Stripe', { exact: true }).last().click()
  await desk.getByLabel(t('provider_key_secretKey')).fill(stripeKeys().secretKey)
  await desk.getByRole('button', { name: t('provider_save') }).click()
  await expect(desk.getByText(t('provider_key_missing'))).toBeVisible()
  await desk.getByLabel(t('provider_key_webhookSecret')).fill(stripeKeys().webhookSecret)
  await desk.getByRole('button', { name: t('provider_save') }).click()
  const hook = desk.getByText(/\/pay\/stripe\/webhook\//)
  await proveIfAsked(desk, boss, t('updated'))
  await expect(desk.getByLabel(t('provider_key_secretKey'))).toHaveAttribute('placeholder', /cdef/)
  await setStripeWebhook((await hook.textContent()) ?? '')

  const before = Number((await call(origin, getWallet, {}, rider.token)).balance)
  const page = await open(rider)
  await page.goto('/wallet')
  await page.getByRole('button', { name: t('topup_title') }).click()
  const dialog = page.getByRole('dialog', { name: t('topup_title') })
  await dialog.getByRole('radio', { name: 'Stripe' }).check({ force: true })
  await dialog.getByRole('button', { name: t('topup_pay') }).click()
  await expect(dialog.getByText(t('proper_amount'))).toBeVisible()
  // limits are named to those who passed them
  await expect(dialog).not.toContainText(/1,000,000/)
  await dialog.getByRole('textbox', { name: t('wallet_amount') }).fill('120')
  await dialog.getByRole('button', { name: like('pay_amount') }).click()
  const question = page.getByRole('dialog', { name: t('topup_confirm_title') })
  await expect(question).toContainText(rider.name)
  await question.getByRole('button', { name: t('topup_pay') }).click()
  await expect(page.locator('#amount')).toHaveText('12000')
  await page.locator('#cancel').click()
  await expect(page.getByRole('heading', { name: t('payment_open_title') })).toBeVisible()
  await page.getByRole('button', { name: t('pay_continue') }).click()
  await page.locator('#pay').click()
  await expect(page.getByRole('heading', { name: t('pay_done') })).toBeVisible()
  expect(Number((await call(origin, getWallet, {}, rider.token)).balance)).toBeCloseTo(before + 120, 6)

  const id = await rideToPay(page, byHand(0))
  const bill = payingOf(page)
  await bill.getByRole('radio', { name: 'Stripe' }).check({ force: true })
  await bill.getByRole('button', { name: like('pay_amount') }).click()
  await page.locator('#pay').click()
  await expect(page.getByRole('heading', { name: t('pay_done') })).toBeVisible()
  expect(await call(origin, getBooking, { id: asId<'booking'>(id) }, rider.token)).toMatchObject({ gateway: 'stripe' })
})
