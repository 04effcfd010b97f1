// By keys alone: a rider books and cancels, and a driver takes the trip from the offer to the cash.
import type { Locator, Page } from '@playwright/test'
import { getBooking } from '@wayfare/contract/bookings'
import { addToWallet } from '@wayfare/contract/wallet-admin'
import { call } from './api.ts'
import { gotaplatsen, valand, vasaplatsen } from './city.ts'
import { expect, phone, test } from './fixtures.ts'
import { askButton, expectPriced, readBooked, sentence } from './rider-steps.ts'
import { like, t } from './texts.ts'

const isFocused = (part: Locator): Promise<boolean> => part.evaluate((element) => element.contains(document.activeElement))

/** Goes there by Tab, as whoever has no mouse. `seen`: what one sees of a part that is drawn by another. */
const tabTo = async (page: Page, part: Locator, seen = part): Promise<void> => {
  await expect(seen).toBeVisible({ timeout: 30_000 })
  for (let presses = 0; presses < 80 && !(await isFocused(part)); presses++) await page.keyboard.press('Tab')
  expect(await isFocused(part), `Tab leads to ${String(part)}`).toBe(true)
}

const pressAt = async (page: Page, part: Locator): Promise<void> => {
  await tabTo(page, part)
  await page.keyboard.press('Enter')
}

test('a rider books and cancels by keys alone, Enter pressed as soon as a name is typed', async ({ open, people, byHand }) => {
  const hand = byHand(0)
  await hand.goOnline(valand)
  const page = await open(people.rider[0] ?? null)
  await page.goto('/')
  for (const [label, place] of [
    ['pickup', valand],
    ['destination', gotaplatsen],
  ] as const) {
    const field = page.getByRole('combobox', { name: t(label) })
    await tabTo(page, field)
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type(place.name)
    await page.keyboard.press('Enter')
    await expect(field).toHaveValue(new RegExp(`${place.name}.*, `))
  }
  await expectPriced(page)
  await pressAt(page, askButton(page))
  const dialog = page.getByRole('dialog', { name: t('estimate_title') })
  await expect(dialog.getByRole('button', { name: like('book_now_for') })).toBeFocused()
  await page.keyboard.press('Enter')
  const id = await readBooked(page)
  expect((await hand.waitForTask(id)).pickup.add).toContain(valand.name)

  await pressAt(page, page.getByRole('button', { name: t('cancel_confirm') }))
  const question = page.getByRole('dialog', { name: t('cancel_title', { id }) })
  await tabTo(page, question.getByRole('radio').first())
  await page.keyboard.press('Space')
  await pressAt(page, question.getByRole('button', { name: t('cancel_confirm') }))
  await expect(question).toBeHidden()
  await expect(page.getByRole('button', { name: t('cancel_confirm') })).toHaveCount(0)
})

test('a driver goes online, accepts, drives and collects by keys alone', async ({ open, people, byHand, bookFor }) => {
  test.setTimeout(200_000)
  const hand = byHand(0)
  await hand.goOnline(vasaplatsen)
  await hand.goOffline()
  const page = await open(people.driver[0] ?? null, { viewport: phone })
  await page.goto('/bookings')
  const off = page.getByRole('switch', { name: t('go_online') })
  await tabTo(page, off)
  await page.keyboard.press('Space')
  await expect(page.getByRole('switch', { name: t('you_are_online') })).toBeChecked()

  const booking = await bookFor(0, { from: vasaplatsen, to: gotaplatsen })
  const offer = page.getByRole('dialog', { name: t('offer_title') })
  await pressAt(page, offer.getByRole('button', { name: t('task_accept') }))
  const step = (key: string) => page.getByRole('button', { name: like(key) })
  await pressAt(page, step('step_arrive'))
  const away = page.getByRole('dialog', { name: t('arrive_away_title') })
  await expect(away.or(step('step_start')).first()).toBeVisible()
  // who is not there yet is asked first, and the answer has the focus
  if (await away.isVisible()) await page.keyboard.press('Enter')
  await pressAt(page, step('step_start'))
  await expect(page.getByRole('dialog', { name: t('otp_ask_title') }).locator(':focus')).toHaveCount(1)
  // the digits are typed where they are shown, and the last one starts the trip
  await page.keyboard.type(booking.otp ?? '')
  await pressAt(page, step('step_reach'))
  await pressAt(page, step('step_collect'))
  await pressAt(page, page.getByRole('button', { name: t('done_next') }))
  await expect(page.getByRole('switch', { name: t('you_are_online') })).toBeChecked()

  const rider = await open(people.rider[0] ?? null)
  await rider.goto('/bookings')
  await expect(sentence(rider)).toHaveText(t('trip_paid'))
})

test('a rider shares the trip, and at its end rates, tips and opens the receipt by keys alone', async ({
  open,
  people,
  onDuty: hand,
  bookFor,
  origin,
}) => {
  const [rider, admin] = [people.rider[1], people.admin[0]]
  await call(origin, addToWallet, { user: rider?.id ?? '', amount: '500' }, admin?.token)
  const { id } = await bookFor(1, { from: valand, to: gotaplatsen })
  await hand.take(id)
  const page = await open(rider ?? null, { viewport: phone })
  await page.goto('/bookings')
  await test.step('a link, which is taken back', async () => {
    const button = page.getByRole('button', { name: t('share_trip') })
    await pressAt(page, button)
    const dialog = page.getByRole('dialog', { name: t('share_title') })
    const link = dialog.getByRole('textbox', { name: t('share_link') })
    await tabTo(page, link)
    await expect(link).toHaveValue(/\/follow#[\w-]{43}$/)
    await pressAt(page, dialog.getByRole('button', { name: t('share_stop') }))
    await expect(link).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(button).toBeFocused()
  })
  const { drop } = await hand.drive(id)
  const { lines } = await hand.collect(id)
  await expect(sentence(page)).toHaveText(t('trip_paid'))

  await test.step('five stars', async () => {
    const stars = page.getByRole('region', { name: like('rate_title') })
    const star = (count: number) =>
      stars.getByRole('radio', { name: t(count === 1 ? 'rate_star_one' : 'rate_star_other', { count }) })
    await tabTo(page, star(1))
    await page.keyboard.press('Space')
    for (let more = 2; more <= 5; more++) await page.keyboard.press('ArrowRight')
    await expect(star(5)).toBeChecked()
    await pressAt(page, stars.getByRole('button', { name: t('rate_send') }))
    await expect(page.getByText(like('rated_with', { stars: 5, review: '' }))).toBeVisible()
  })

  await test.step('a tip of the second amount that is offered', async () => {
    const tip = page.getByRole('region', { name: like('tip_title') })
    const [first, second] = [tip.getByRole('radio').nth(0), tip.getByRole('radio').nth(1)]
    await tabTo(page, first, tip.locator('label').first())
    await page.keyboard.press('ArrowRight')
    await expect(second).toBeChecked()
    await pressAt(page, tip.getByRole('button', { name: like('tip_from_wallet') }))
    await expect(page.getByText(like('tip_done'))).toBeVisible()
    const given = Number((await call(origin, getBooking, { id }, rider?.token)).tip)
    expect(given).toBeGreaterThan(0)
    expect(given).toBeLessThan(Number(lines.grandTotal))
  })

  await test.step('the receipt, and the same way again', async () => {
    await pressAt(page, page.getByRole('link', { name: t('receipt_link') }))
    await expect(page).toHaveURL(new RegExp(`/bookings/${id}/receipt$`))
    await page.goto(`/bookings/${id}`)
    await pressAt(page, page.getByRole('link', { name: t('book_again') }))
    await expect(page.getByRole('button', { name: new RegExp(`^${t('destination')}`) })).toContainText(drop.add)
  })
})
