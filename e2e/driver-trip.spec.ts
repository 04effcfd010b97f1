// A driver on the way: the map, the next turn, one row and one button, and nothing else on the phone.
import type { Page } from '@playwright/test'
import type { BookingView } from '@wayfare/contract/bookings'
import { getTracking } from '@wayfare/contract/trips'
import { call } from './api.ts'
import { gotaplatsen, vasaplatsen, locate, valand, type Place } from './city.ts'
import { countEffort } from './effort.ts'
import { expect, expectNoSidewaysScroll, longAddress, phone, test } from './fixtures.ts'
import { readFormat } from './format.ts'
import { like, t } from './texts.ts'

const named = (place: Place): Place => ({ ...place, name: longAddress(place.name) })

/** The part of the phone (0 to 1) on which the map is seen. */
const readMapShare = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const map = document.querySelector('section[aria-label] canvas')?.getBoundingClientRect()
    const panel = document.querySelector('[class*=nextStop]')?.closest('[class*=panel]')?.getBoundingClientRect()
    return map && panel ? (panel.top - map.top) / window.innerHeight : 0
  })

const tabs = (page: Page) => page.getByRole('navigation', { name: t('menu') }).last()

const stepButton = (page: Page, key: string) => page.getByRole('button', { name: like(key) })

const bottomOf = async (page: Page, key: string): Promise<number> => {
  const box = await stepButton(page, key).boundingBox()
  return Math.round((box?.y ?? 0) + (box?.height ?? 0))
}

test('the map has more than half of the phone, and the next turn is that of the route being driven', async ({
  origin,
  open,
  people,
  onDuty: hand,
  bookFor,
}) => {
  await hand.standAt(vasaplatsen)
  const { id } = await bookFor(0, { from: named(valand), to: named(gotaplatsen) })
  await hand.take(id)
  const page = await open(people.driver[0] ?? null, { viewport: phone })
  await page.goto('/bookings')
  await expect(stepButton(page, 'step_arrive')).toBeVisible()
  await expect(tabs(page)).toBeHidden()
  const format = await readFormat(origin)
  const readNext = async () => (await call(origin, getTracking, { id }, people.rider[0]?.token)).ahead?.next ?? null
  const turn = page.getByRole('region', { name: t('next_manoeuvre') })

  await test.step('as the server follows it', async () => {
    // the page is told of motion once it listens
    await expect
      .poll(async () => {
        await hand.standAt(vasaplatsen)
        const next = await readNext()
        if (next === null || next.street === '' || next.metres < 10) return null
        const isShown = ((await turn.textContent()) ?? '').includes(next.street)
        return isShown && (await turn.locator('strong').textContent()) === format.distance(Math.ceil(next.metres / 10) * 10)
      })
      .toBe(true)
  })

  await test.step('with all there is to do in sight, on every phone', async () => {
    for (const size of [phone, { width: 390, height: 664 }, { width: 320, height: 568 }]) {
      await page.setViewportSize(size)
      await expect.poll(() => readMapShare(page), { message: `${size.width} × ${size.height}` }).toBeGreaterThanOrEqual(0.55)
      await expect(stepButton(page, 'step_arrive')).toBeInViewport({ ratio: 1 })
    }
    await page.setViewportSize(phone)
    for (const name of ['trip_chat', 'trip_navigate', 'panic_button'])
      await expect(page.getByRole('button', { name: t(name) })).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('link', { name: t('call_rider') })).toBeInViewport({ ratio: 1 })
    // who rides and all that reaches somebody stand in one row
    const row = [
      page.getByRole('button', { name: new RegExp(`^${people.rider[0]?.name ?? ''}`) }),
      page.getByRole('link', { name: t('call_rider') }),
      ...['trip_chat', 'trip_navigate', 'panic_button'].map((name) => page.getByRole('button', { name: t(name) })),
    ]
    const boxes = await Promise.all(row.map((part) => part.boundingBox()))
    expect(boxes.map((box) => box?.x ?? 0)).toEqual(boxes.map((box) => box?.x ?? 0).toSorted((a, b) => a - b))
    const middles = boxes.map((box) => (box?.y ?? Number.NaN) + (box?.height ?? 0) / 2)
    expect(Math.max(...middles) - Math.min(...middles)).toBeLessThan(12)
    await expectNoSidewaysScroll(page)
  })

  await test.step('until the driver is there', async () => {
    const before = await bottomOf(page, 'step_arrive')
    const there = page.getByRole('heading', { name: t('you_are_there') })
    // no car is believed to be there in no time
    await expect.poll(() => hand.standAt(valand).then(() => there.isVisible()), { timeout: 30_000, intervals: [1000] }).toBe(true)
    await expect(turn).toBeHidden()
    await hand.arrive(id)
    await expect(page.getByRole('timer', { name: t('waiting_label') })).toBeVisible()
    // the button stays under the thumb, whatever it says
    expect(await bottomOf(page, 'step_start')).toBe(before)
    await expect(tabs(page)).toBeHidden()
  })
})

test('from the offer to the cash takes six taps and the five digits', async ({ origin, open, people, byHand, bookFor }) => {
  test.setTimeout(200_000)
  // two maps without a graphics card keep the page busy
  const hand = byHand(0)
  await hand.parkAt(await locate(origin, valand))
  const page = await open(people.driver[0] ?? null, { viewport: phone })
  page.setDefaultTimeout(30_000)
  await page.goto('/bookings')
  await page.getByRole('switch', { name: t('go_online') }).click()
  await expect(page.getByRole('switch', { name: t('you_are_online') })).toBeChecked()
  const readEffort = await countEffort(page)
  await page.reload()
  await expect(page.getByRole('switch', { name: t('you_are_online') })).toBeChecked()
  // work comes first
  await expect(tabs(page).getByRole('link').first()).toHaveAttribute('href', '/bookings')

  const booking: BookingView = await bookFor(0, { from: valand, to: gotaplatsen })
  const code = booking.otp ?? ''
  expect(code).toMatch(/^\d{5}$/)
  const offer = page.getByRole('dialog', { name: t('offer_title') })
  await offer.getByRole('button', { name: t('task_accept') }).click()
  const there = page.getByRole('heading', { name: t('you_are_there') })
  await expect(there).toBeVisible({ timeout: 60_000 })
  const place = await bottomOf(page, 'step_arrive')
  await stepButton(page, 'step_arrive').click()
  await expect(stepButton(page, 'step_start')).toBeVisible()
  expect(await bottomOf(page, 'step_start')).toBe(place)
  await stepButton(page, 'step_start').click()
  await expect(page.getByRole('dialog', { name: t('otp_ask_title') })).toBeVisible()
  for (const digit of code) await page.getByRole('dialog').getByRole('button', { name: digit, exact: true }).click()
  await expect(stepButton(page, 'step_reach')).toBeVisible()
  await expect(there).toBeVisible({ timeout: 60_000 })
  expect(await bottomOf(page, 'step_reach')).toBe(place)
  await stepButton(page, 'step_reach').click()
  await expect(stepButton(page, 'step_collect')).toBeVisible()
  expect(await bottomOf(page, 'step_collect')).toBe(place)
  await stepButton(page, 'step_collect').click()
  await page.getByRole('button', { name: t('done_next') }).click()
  const effort = await readEffort()
  console.log(`driver, from the offer to the cash: ${effort.taps - code.length} taps and ${code.length} digits`)
  expect(effort).toEqual({ taps: 6 + code.length, keys: 0 })
  expect((await call(origin, getTracking, { id: booking.id }, people.admin[0]?.token)).points.length).toBeGreaterThan(0)
})
