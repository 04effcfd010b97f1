// A page without its network, and a page whose build was replaced while it was open.
import type { Page } from '@playwright/test'
import { openDoor } from './deploys.ts'
import { asOf, expectKept } from './device.ts'
import { expect, test } from './fixtures.ts'
import { like, t } from './texts.ts'

test.describe.configure({ timeout: 180_000 })

/** A page that is loaded anew has forgotten it. */
const markPage = (page: Page) => page.evaluate(() => Object.assign(window, { __same: true }))
const isSame = (page: Page) => page.evaluate(() => Reflect.get(window, '__same') === true)

const entryOf = (page: Page) =>
  page.evaluate(() => document.querySelector('script[type="module"][src]')?.getAttribute('src') ?? '')

test('without a network a page opens again, and one that is not on the device opens in its place when the network is back', async ({
  open,
  people,
  watch,
}) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED|Failed to fetch/)
  const page = await open(people.rider[0] ?? null)
  await page.goto('/bookings')
  await expectKept(page)
  await page.context().setOffline(true)
  await page.reload()
  await expect(page.getByRole('heading').first()).toBeVisible()
  await expect(page.getByText(asOf)).toBeVisible()
  await markPage(page)
  await page.goto('/')
  await expect(page.getByText(asOf)).toBeVisible()
  await markPage(page)
  await page
    .getByRole('link', { name: t('nav_about') })
    .first()
    .press('Enter')
  await page.waitForTimeout(3000)
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { name: like('about_title') })).toBeVisible()
  expect(await isSame(page)).toBe(true)
})

test('a new build is offered, never in the middle of a form, and a part that is gone takes nothing away', async ({
  open,
  origin,
  watch,
}) => {
  watch.allow(/404|WebSocket|ERR_/)
  const door = await openDoor(origin)
  try {
    const page = await open(null)
    await page.goto(door.origin)
    await expectKept(page)
    await markPage(page)
    const first = await entryOf(page)
    const offer = page.getByText(t('build_offer'), { exact: true })
    const pickup = page.getByRole('combobox').first()

    await test.step('while something is typed it waits', async () => {
      await pickup.pressSequentially('Val')
      door.deploy()
      await expect
        .poll(() => page.evaluate(() => caches.keys().then((names) => names.filter((name) => name.includes('build')).length)), {
          timeout: 40_000,
        })
        .toBe(2)
      await page.waitForTimeout(5000)
      await expect(offer).toBeHidden()
      await expect(pickup).toHaveValue('Val')
    })

    await test.step('a part of the old build that is gone is told, and what was typed stays', async () => {
      door.lose(/about-page/)
      await page
        .getByRole('link', { name: t('nav_about') })
        .first()
        .press('Enter')
      await expect(page.getByText(t('part_missing'))).toBeVisible()
      await expect(pickup).toHaveValue('Val')
      expect(await isSame(page)).toBe(true)
      door.lose(null)
      await page.getByRole('button', { name: t('build_offer_load') }).press('Enter')
      await expect.poll(() => entryOf(page).catch(() => first)).not.toBe(first)
    })

    await test.step('where nobody is busy it is offered, and can wait', async () => {
      await page.goto(`${door.origin}/about-us`)
      await expectKept(page)
      await markPage(page)
      door.deploy()
      await expect(offer).toBeVisible({ timeout: 40_000 })
      await page.getByRole('button', { name: t('build_offer_later') }).press('Enter')
      await expect(offer).toBeHidden()
      expect(await isSame(page)).toBe(true)
    })
  } finally {
    door.close()
  }
})
