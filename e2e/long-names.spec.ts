// Names and addresses as long as some are: what one reads and presses stays on the screen of a small phone.
import { updateProfile } from '@wayfare/contract/people-profile'
import { call } from './api.ts'
import { gotaplatsen, valand } from './city.ts'
import { expect, expectNoSidewaysScroll, test } from './fixtures.ts'
import type { Person } from './people.ts'
import { t } from './texts.ts'

const small = { width: 360, height: 740 }
const first = 'Hubertblainewolfeschlegelsteinhausenbergedorf'
const last = 'Wolfeschlegelsteinhausenbergerdorffwelcheorsa'

/** Until the test is over they are called so. */
const rename = async (origin: string, people: readonly (Person | undefined)[], run: () => Promise<void>) => {
  const name = (person: Person | undefined, firstName: string, lastName: string) =>
    call(origin, updateProfile, { firstName, lastName }, person?.token)
  for (const person of people) await name(person, first, last)
  try {
    await run()
  } finally {
    for (const person of people) {
      const [firstName = '', ...rest] = (person?.name ?? '').split(' ')
      await name(person, firstName, rest.join(' '))
    }
  }
}

for (const langLocale of ['en', 'ar'] as const)
  test(`long names leave a trip, its buttons and the menu on the screen (${langLocale})`, async ({
    origin,
    open,
    people,
    onDuty: hand,
    bookFor,
  }) => {
    const [rider, driver] = [people.rider[0], people.driver[0]]
    await rename(origin, [rider, driver], async () => {
      const { id } = await bookFor(0, { from: valand, to: gotaplatsen })
      await hand.take(id)
      const page = await open(rider ?? null, { viewport: small, langLocale })
      await page.goto(`/bookings/${id}`)
      const callLink = page.getByRole('link', { name: t('call_driver', {}, langLocale), exact: true })
      await expect(callLink).toBeVisible()
      const box = await callLink.boundingBox()
      expect(box?.x).toBeGreaterThanOrEqual(0)
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(small.width)
      await expectNoSidewaysScroll(page)
      await page.getByRole('button', { name: t('account_menu', { name: `${first} ${last}` }, langLocale) }).click()
      const menu = await page.getByRole('menu').boundingBox()
      expect(menu?.x).toBeGreaterThanOrEqual(0)
      expect((menu?.x ?? 0) + (menu?.width ?? 0)).toBeLessThanOrEqual(small.width)
    })
  })

test('from where to where a trip went is whole on the earnings, in Arabic too', async ({
  open,
  people,
  onDuty: hand,
  bookFor,
}) => {
  const { id } = await bookFor(0, { from: valand, to: gotaplatsen })
  await hand.serve(id)
  const page = await open(people.driver[0] ?? null, { viewport: small, langLocale: 'ar' })
  await page.goto('/earnings')
  const way = page.locator(`a[href="/bookings/${id}"] bdi`).first()
  await expect(way).toContainText(valand.name)
  expect(await way.evaluate((words) => words.scrollWidth - words.clientWidth)).toBeLessThanOrEqual(0)
})
