// A drive that measures far more than was promised: the desk decides on the rest, and rider and driver read what it decided.
import type { Page } from '@playwright/test'
import type { BookingView } from '@wayfare/contract/bookings'
import { changeCarType, listCarTypes } from '@wayfare/contract/catalog'
import { computeDestination } from '@wayfare/core/geo'
import { call } from './api.ts'
import { valand, vasaplatsen } from './city.ts'
import { enterCode, pressStep } from './driver-steps.ts'
import { expect, expectNoSidewaysScroll, test, type Fixtures } from './fixtures.ts'
import type { HandDriver } from './hand-driver.ts'
import { payByTest, sentence } from './rider-steps.ts'
import { like, t } from './texts.ts'

/** 250 m by street, not much as promises go. */
const nextCorner = { ...computeDestination(valand, 45, 150), name: 'The next corner' }
const small = { width: 360, height: 740 }

/** A dear kilometre: so a drive of half a minute is far beyond its promise. Answers how to end that. */
const makeDear = async ({ origin, people }: Pick<Fixtures, 'origin' | 'people'>) => {
  const [admin, carType] = [people.admin[0]?.token, people.driver[0]?.carType]
  const { carTypes } = await call(origin, listCarTypes, {})
  const found = carTypes.find(({ id }) => id === carType)
  if (!found) throw new Error('driver 0 has no car type')
  const { createdAt: _createdAt, version: _version, ...tariff } = found
  await call(origin, changeCarType, { ...tariff, ratePerUnitDistance: '400' }, admin)
  return () => call(origin, changeCarType, tariff, admin)
}

/** At 45 m/s, a position a second: what a phone sends that was without a network meanwhile. */
const driveOn = async (hand: HandDriver, seconds: number): Promise<void> => {
  const from = Date.now()
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  const way = Array.from({ length: seconds }, (_each, i) => ({ ...computeDestination(valand, 100, 45 * i), at: from + i * 1000 }))
  expect(await hand.tellWay(way)).toMatchObject({ taken: seconds, refused: 0 })
}

const claimOf = (page: Page) => page.getByRole('alert', { name: t('claim_title'), exact: true })

type Trip = { booking: BookingView; hand: HandDriver; driving: Page }

/** From the acceptance to the cash, in the driver's own page but for the way. */
const driveFar = async ({ booking, hand, driving }: Trip) => {
  await hand.standAt(valand)
  await pressStep(driving, 'step_start')
  await enterCode(driving, booking.otp ?? '')
  await expect(driving.getByRole('button', { name: t('step_reach') })).toBeVisible()
  await driveOn(hand, 22)
  await pressStep(driving, 'step_reach')
  await pressStep(driving, 'step_collect')
  await expect(driving.getByRole('heading', { name: like('done_title') })).toBeVisible()
}

/** The desk opens the booking, and answers with a reason. */
const answer = async (desk: Page, id: string, { grant, reason }: { grant: boolean; reason: string }) => {
  const word = t(grant ? 'claim_grant' : 'claim_refuse')
  await desk.goto(`/bookings/${id}`)
  const drawer = desk.getByRole('dialog').filter({ hasText: id })
  await drawer.getByRole('button', { name: word, exact: true }).click()
  const dialog = desk.getByRole('dialog', { name: like(grant ? 'claim_grant_title' : 'claim_refuse_title') })
  await dialog.getByRole('button', { name: word, exact: true }).click()
  await expect(dialog.getByText(t('proper_claim_reason'))).toBeVisible()
  await dialog.getByRole('textbox', { name: t('claim_reason_label') }).fill(reason)
  await dialog.getByRole('button', { name: word, exact: true }).click()
  await expect(dialog).toBeHidden()
  return drawer
}

test('what a drive costs far beyond its promise is granted or refused by the desk, and rider and driver read why', async ({
  open,
  people,
  byHand,
  bookFor,
  desk,
  origin,
}) => {
  test.setTimeout(180_000)
  const cheap = await makeDear({ origin, people })
  try {
    const hand = byHand(0)
    const driving = await open(people.driver[0] ?? null, { viewport: small })
    const take = async (rider: number) => {
      const booking = await bookFor(rider, { from: valand, to: nextCorner })
      await hand.take(booking.id)
      return booking
    }

    await hand.goOnline(vasaplatsen)
    const first = await take(0)
    const riding = await open(people.rider[0] ?? null, { viewport: small })
    await test.step('a driver away from the pickup is asked whether he has arrived', async () => {
      await driving.goto('/bookings')
      await pressStep(driving, 'step_arrive')
      const question = driving.getByRole('dialog', { name: t('arrive_away_title') })
      await expect(question).toContainText(like('arrive_away_ask'))
      await question.getByRole('button', { name: t('close'), exact: true }).click()
      await expect(question).toBeHidden()
      await expect(driving.getByRole('button', { name: t('step_arrive') })).toBeVisible()
      await pressStep(driving, 'step_arrive')
      await question.getByRole('button', { name: t('arrive_away_confirm') }).click()
      await riding.goto('/bookings')
      await expect(sentence(riding)).toHaveText(like('trip_driver_here', { driver: hand.name }))
    })

    await test.step('the driver and the rider read that the desk decides', async () => {
      await driveFar({ booking: first, hand, driving })
      await expect(claimOf(driving)).toContainText(like('claim_open_driver'))
      await expectNoSidewaysScroll(driving)
      await expect(claimOf(riding)).toContainText(like('claim_open_rider'))
      await expectNoSidewaysScroll(riding)
    })

    await test.step('the desk finds it among what needs attention, and grants it with a reason', async () => {
      await desk.goto('/dashboard')
      const job = desk
        .getByRole('region', { name: t('board_title') })
        .getByRole('listitem')
        .filter({ hasText: t('job_alert_claim') })
        .first()
      await job.focus()
      await expect(job.getByRole('link', { name: first.id })).toBeVisible()
      const drawer = await answer(desk, first.id, { grant: true, reason: 'The road was closed' })
      await expect(claimOf(desk)).toContainText(like('claim_owed_desk'))
      await expect(drawer.getByText(like('arrived_away'))).toBeVisible()
    })

    await test.step('the rider pays what was granted, and the driver reads it', async () => {
      await expect(claimOf(riding)).toContainText(t('claim_reason', { reason: 'The road was closed' }))
      await riding.goto(`/bookings/${first.id}`)
      await claimOf(riding)
        .getByRole('button', { name: like('pay_now') })
        .click()
      await payByTest(riding)
      await riding.goto(`/bookings/${first.id}`)
      await expect(claimOf(riding)).toContainText(like('claim_paid_rider'))
      await expect(claimOf(driving)).toContainText(like('claim_paid_driver'))
    })

    await test.step('another is refused, and both read why', async () => {
      await driving.getByRole('button', { name: t('done_next') }).click()
      await hand.goOnline(valand)
      // a kilometre from where the first drive ended: nobody is believed who is back in a moment
      await expect.poll(() => hand.standAt(valand), { timeout: 30_000, intervals: [1000] }).toMatchObject({ taken: 1 })
      const second = await take(1)
      await hand.arrive(second.id)
      await driveFar({ booking: second, hand, driving })
      await answer(desk, second.id, { grant: false, reason: 'No detour was asked for' })
      await expect(claimOf(desk)).toContainText(like('claim_refused_desk'))
      await expect(claimOf(driving)).toContainText(like('claim_refused_driver'))
      const other = await open(people.rider[1] ?? null, { viewport: small })
      await other.goto(`/bookings/${second.id}`)
      await expect(claimOf(other)).toContainText(like('claim_refused_rider'))
      await expect(claimOf(other)).toContainText(t('claim_reason', { reason: 'No detour was asked for' }))
      await driving.goto(`/bookings/${second.id}`)
      await expect(claimOf(driving)).toContainText(like('claim_refused_driver'))
    })
  } finally {
    await cheap()
  }
})
