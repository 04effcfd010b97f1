// A rider shares the trip and asks for help; whoever has the link follows the car without an account.
import { saveSettings } from '@wayfare/contract/settings'
import { shareTrip } from '@wayfare/contract/trips-share'
import { measureDistanceM, type LatLng } from '@wayfare/core/geo'
import { call } from './api.ts'
import { gotaplatsen, jarntorget, valand, vasaplatsen } from './city.ts'
import { readLink } from './desk.ts'
import { expect, phone, test } from './fixtures.ts'
import { readMap } from './map.ts'
import { like, t } from './texts.ts'

test.describe.configure({ timeout: 180_000 })

test('a shared trip is followed without an account, live, until the rider takes the link back', async ({
  open,
  people,
  onDuty: hand,
  bookFor,
  watch,
}) => {
  // the link is read once more when it ends
  watch.allow(/status of 410 .*\/shared-trip\)$/)
  const { id } = await bookFor(0, { from: valand, to: gotaplatsen })
  await hand.take(id)
  const rider = await open(people.rider[0] ?? null, { viewport: phone })
  await rider.goto(`/bookings/${id}`)
  await rider.getByRole('button', { name: t('share_trip') }).press('Enter')
  const dialog = rider.getByRole('dialog', { name: t('share_title') })
  const link = await dialog.getByRole('textbox', { name: t('share_link') }).inputValue()
  expect(link).toMatch(/\/follow#[\w-]{43}$/)

  const friend = await open(null, { viewport: phone })
  const answer = await friend.goto(link)
  expect(answer?.headers()['x-robots-tag']).toBe('noindex, nofollow')
  const [first = ''] = hand.name.split(' ')
  await expect(friend.getByRole('heading', { level: 1 })).toContainText(first)
  const plate = (await hand.active()).find((one) => one.id === id)?.vehicleNumber ?? ''
  await expect(friend.getByRole('img', { name: t('plate_label', { plate }) })).toBeVisible()
  await friend.waitForFunction(() => Reflect.get(window, '__mapIdle') === true)
  await expect(friend.getByText(gotaplatsen.name)).toHaveCount(0)
  const readAway = async (place: LatLng) => measureDistanceM((await readMap(friend)).places[0] ?? jarntorget, place)
  await expect.poll(() => readAway(valand)).toBeLessThan(60)
  // no car is believed to be elsewhere in no time
  const moveOn = () => hand.standAt(vasaplatsen).then(() => readAway(vasaplatsen))
  await expect.poll(moveOn, { timeout: 40_000, intervals: [1000] }).toBeLessThan(60)
  const {
    cars: [car],
    box,
  } = await readMap(friend)
  expect(car && car.x > box.left && car.x < box.right && car.y > box.top && car.y < box.bottom).toBe(true)
  await expect(friend.getByRole('heading', { name: like('follow_coming_eta') })).toBeVisible()
  await hand.arrive(id)
  await expect(friend.getByRole('heading', { name: t('follow_waiting', { driver: first }) })).toBeVisible()

  await dialog.getByRole('button', { name: t('share_stop') }).press('Enter')
  await expect(friend.getByText(t('share_ended'))).toBeVisible()
})

test('a shared trip says how long it still takes, and its link ends with it', async ({
  open,
  people,
  onDuty: hand,
  bookFor,
  origin,
  watch,
}) => {
  watch.allow(/status of 410 .*\/shared-trip\)$/)
  const { id } = await bookFor(0, { from: valand, to: gotaplatsen })
  await hand.take(id)
  await hand.arrive(id)
  await hand.start(id, null)
  const { link } = await call(origin, shareTrip, { id }, people.rider[0]?.token)
  const friend = await open(null, { viewport: phone })
  await friend.goto(link)
  await hand.standAt(valand)
  await expect(friend.getByRole('heading', { name: like('follow_driving_eta') })).toBeVisible()
  await hand.reach(id)
  await hand.collect(id)
  await expect(friend.getByText(t('share_ended'))).toBeVisible()
})

test('a rider in need alerts the desk and sends the link to somebody', async ({ open, people, onDuty: hand, bookFor }) => {
  const { id } = await bookFor(0, { from: valand, to: gotaplatsen })
  await hand.take(id)
  const desk = await open(people.admin[0] ?? null)
  await desk.goto('/dashboard')
  await expect(desk.locator('#root').getByRole('heading').first()).toBeVisible()
  const rider = await open(people.rider[0] ?? null, { viewport: phone })
  await rider.goto(`/bookings/${id}`)
  await rider.getByRole('button', { name: t('safety_button') }).press('Enter')
  const dialog = rider.getByRole('dialog', { name: t('panic_title') })
  await expect(dialog.getByRole('link', { name: t('panic_call', { number: '112' }) })).toHaveAttribute('href', 'tel:112')
  await dialog.getByRole('button', { name: t('panic_desk') }).press('Enter')
  await expect(dialog.getByText(t('panic_told'))).toBeVisible()
  const { vehicleNumber, customerName } = (await hand.active()).find((one) => one.id === id) ?? {}
  const words = { rider: customerName ?? '', driver: hand.name, plate: vehicleNumber ?? '' }
  const alert = desk.getByText(t('alert_panic_rider', words), { exact: true })
  await expect(alert).toBeVisible()
  await desk.getByRole('button', { name: t('alert_panic_answer') }).press('Enter')
  await expect(alert).toBeHidden()

  await dialog.getByRole('textbox', { name: t('safety_contact') }).fill('friend@share.example')
  await dialog.getByRole('button', { name: t('safety_send') }).press('Enter')
  await expect(dialog.getByText(t('safety_sent_mail'))).toBeVisible()
  await dialog.getByRole('textbox', { name: t('safety_contact') }).fill('+46 70 174 06 99')
  await dialog.getByRole('button', { name: t('safety_send') }).press('Enter')
  await expect(dialog.getByText(t('safety_sent_sms'))).toBeVisible()
  await desk.goto('/dev-inbox')
  await expect(desk.getByText('friend@share.example').first()).toBeVisible()
  await expect(desk.getByText('+46701740699').first()).toBeVisible()
})

test('the safety button calls the number that the operator has set, and the message it sends leads to the trip', async ({
  open,
  people,
  onDuty: hand,
  bookFor,
  origin,
}) => {
  await call(origin, saveSettings, { panicNumber: '+46 31 765 43 21' }, people.admin[0]?.token)
  const { id } = await bookFor(0, { from: valand, to: gotaplatsen })
  await hand.take(id)
  const rider = await open(people.rider[0] ?? null, { viewport: phone })
  await rider.goto(`/bookings/${id}`)
  await rider.getByRole('button', { name: t('safety_button') }).press('Enter')
  const dialog = rider.getByRole('dialog', { name: t('panic_title') })
  const link = dialog.getByRole('link', { name: like('panic_call') })
  await expect(link).toHaveAttribute('href', 'tel:+46317654321')
  await expect(link).toContainText('+46 31 765 43 21')
  await expect(dialog).not.toContainText('112')

  await dialog.getByRole('textbox', { name: t('safety_contact') }).fill('contact@share.example')
  await dialog.getByRole('button', { name: t('safety_send') }).press('Enter')
  await expect(dialog.getByText(t('safety_sent_mail'))).toBeVisible()
  const address = await readLink(await open(people.admin[0] ?? null), 'contact@share.example', 'trip_shared', 'en')
  expect(address).toMatch(new RegExp(`^${origin}/follow#[\\w-]{43}$`))
  const friend = await open(null, { viewport: phone })
  await friend.goto(address)
  await expect(friend.getByRole('heading', { level: 1 })).toContainText(hand.firstName)
})
