// A parcel goes from hand to hand: the driver photographs it at both doors, and everyone concerned sees the photos.
import { createBooking, quoteBooking } from '@wayfare/contract/bookings'
import { changeCarType, listCarTypes, type CarType } from '@wayfare/contract/catalog'
import { saveSettings } from '@wayfare/contract/settings'
import type { Page } from '@playwright/test'
import { call } from './api.ts'
import { gotaplatsen, valand } from './city.ts'
import { expect, expectNoSidewaysScroll, phone, test } from './fixtures.ts'
import { licensePhoto } from './license-photo.ts'
import { t } from './texts.ts'

const asStop = ({ lat, lng, name }: typeof valand) => ({ lat, lng, add: name })

const expectPhotos = async (page: Page, path: string): Promise<void> => {
  await page.goto(path)
  for (const key of ['photo_pickup', 'photo_drop']) {
    const photo = page.getByRole('link', { name: `${t(key)}: ${t('photo_open')}` }).locator('img')
    await expect(photo).toBeAttached()
    await photo.evaluate((image) => image.scrollIntoView())
    await expect.poll(() => photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  }
}

test('a driver photographs the parcel at both doors, and rider and desk see the photos', async ({
  origin,
  open,
  people,
  byHand,
  desk,
}) => {
  test.setTimeout(180_000)
  const [boss] = people.admin
  const rider = people.rider[2]
  const hand = byHand(0)
  const mine = (await call(origin, listCarTypes, {})).carTypes.find(({ id }) => id === hand.carType)
  if (!mine || !rider) throw new Error('the demo has changed')
  const change = ({ createdAt: _createdAt, version: _version, ...fields }: CarType) =>
    call(origin, changeCarType, fields, boss?.token)
  const photos = { allowDeliveryPickupImageCapture: true, allowFinalDeliveryImageCapture: true }
  await call(origin, saveSettings, { category: 'both', otpSecure: false, ...photos }, boss?.token)
  await change({ ...mine, category: 'delivery' })
  try {
    await hand.goOnline(valand)
    const ends = { pickup: asStop(valand), drop: asStop(gotaplatsen), carType: mine.id }
    const { quote, estimateFare } = await call(origin, quoteBooking, ends, rider.token)
    const order = { paymentMode: 'wallet' as const, deliveryPerson: 'Bo', deliveryPersonPhone: '031-123 45 67' }
    const { id } = await call(origin, createBooking, { quote, estimateFare, ...order }, rider.token)
    await hand.take(id)
    await hand.arrive(id)

    const driving = await open(people.driver[0] ?? null, { viewport: phone })
    await driving.goto('/bookings')
    for (const [kind, step] of [
      ['pickup_image', 'step_start_parcel'],
      ['deliver_image', 'step_reach_parcel'],
    ] as const) {
      await test.step(`the ${kind} comes before the step`, async () => {
        await expect(driving.getByRole('button', { name: t('photo_take') })).toBeVisible()
        await expect(driving.getByRole('button', { name: t(step) })).toHaveCount(0)
        await driving.locator(`input[data-file=${kind}]`).setInputFiles(await licensePhoto(driving))
        const taken = driving.getByRole('region', { name: t('photo_label') })
        await expect(taken.getByText(t('photo_kept'))).toBeVisible()
        await expect(taken.getByRole('img', { name: t('photo_preview') })).toBeVisible()
        await expectNoSidewaysScroll(driving)
        await driving.getByRole('button', { name: t(step) }).press('Enter')
      })
    }
    await expect.poll(() => hand.active().then((all) => all.find((one) => one.id === id)?.status)).toBe('PAID')
    await driving.close()
    await expectPhotos(await open(rider, { viewport: phone }), `/bookings/${id}`)
    await expectPhotos(desk, `/bookings/${id}`)
  } finally {
    await change(mine)
  }
})
