import { gotaplatsen, valand } from './city.ts'
import { desktop, phone, test } from './fixtures.ts'
import { sendChat } from '@wayfare/contract/chat'
import { call } from './api.ts'
import { writeFileSync } from 'node:fs'
import { AxeBuilder } from '@axe-core/playwright'

test('shots', async ({ open, people, byHand, bookFor, origin }) => {
  test.setTimeout(150_000)
  const hand = byHand(0)
  await hand.goOnline(valand)
  const { id } = await bookFor(0, { from: valand, to: gotaplatsen })
  await hand.waitForTask(id)
  await hand.accept(id)
  const [r, d] = [people.rider[0], people.driver[0]]
  let n = 0
  const say = (who: typeof r, message: string) => call(origin, sendChat, { id, message, clientKey: `shot-key-${(n += 1)}` }, who?.token)
  const shot = async (page: Awaited<ReturnType<typeof open>>, name: string) => {
    await page.waitForTimeout(1200)
    await page.screenshot({ path: `/tmp/w4-${name}.png` })
  }
  const axe = async (page: Awaited<ReturnType<typeof open>>, name: string) => {
    const { violations } = await new AxeBuilder({ page }).analyze()
    writeFileSync(`/tmp/w4-axe-${name}.json`, JSON.stringify(violations.map((v) => [v.id, v.nodes.map((x) => x.html.slice(0, 200))]), null, 1))
  }
  const rp = await open(r ?? null, { viewport: phone })
  await rp.goto(`/bookings/${id}#chat-${id}`)
  await shot(rp, '1-empty')
  await say(r, 'Hi! I stand at the kiosk, next to the tram stop.')
  await say(r, 'Blue jacket')
  await say(d, 'On my way')
  await say(d, 'أنا في الطريق، خمس دقائق')
  await shot(rp, '2-phone')
  await axe(rp, 'phone')
  const dp = await open(d ?? null, { viewport: phone, colorScheme: 'dark', langLocale: 'ar' })
  await dp.goto('/bookings')
  await shot(dp, '3-driver-badge-ar')
  await dp.locator('button:has(.tabler-icon-message)').click()
  await shot(dp, '4-driver-chat-ar')
  await axe(dp, 'driver-ar')
  await rp.goto('/bookings')
  await say(d, 'https://example.com/a-very-long-address-without-any-space-that-must-break-somewhere-in-the-middle-of-it-all')
  await say(d, 'Where exactly?')
  await shot(rp, '5-rider-badge')
  const rd = await open(r ?? null, { viewport: desktop, colorScheme: 'dark' })
  await rd.goto(`/bookings/${id}`)
  await rd.locator('button:has(.tabler-icon-message)').click()
  await shot(rd, '6-desktop-dark')
  await axe(rd, 'desktop-dark')
  for (let i = 0; i < 14; i++) await say(i % 3 ? r : d, `Line ${i}`)
  await rd.waitForTimeout(500)
  await rd.getByRole('log').evaluate((e) => (e.scrollTop = 0))
  await rd.waitForTimeout(300)
  await say(d, 'One more')
  await rd.context().setOffline(true)
  await shot(rd, '7-chip')
  await rd.getByRole('textbox').fill('Sent without a network')
  await rd.keyboard.press('Enter')
  await shot(rd, '8-offline')
  await rd.context().setOffline(false)
  const ad = await open(people.admin[0] ?? null, { viewport: desktop })
  await ad.goto(`/bookings/${id}`)
  await ad.locator('button:has(.tabler-icon-message)').click()
  await ad.getByRole('log').scrollIntoViewIfNeeded()
  await shot(ad, '9-desk')
  await axe(ad, 'desk')
})
