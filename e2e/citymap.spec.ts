// A new city in the product: an extract is uploaded, built and served, and pages that are open show it without a reload.
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { createBooking, quoteBooking } from '@wayfare/contract/bookings'
import { listCarTypes } from '@wayfare/contract/catalog'
import { makeTownFile } from '../citymap/test/town-file.ts'
import { call } from './api.ts'
import { gotaplatsen, valand } from './city.ts'
import { expect, expectNoSidewaysScroll, phone } from './fixtures.ts'
import { test } from './own-town.ts'
import { t } from './texts.ts'

/** In Lund: the demo's settings search in Sweden only. */
const town = makeTownFile({ centre: { lat: 55.7047, lng: 13.191 }, size: 12 })

type Stop = { lat: number; lng: number; add: string }

const choose = async (page: Page, name: string, buffer: Buffer) => {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: t('city_file') }).click()
  await (await chooser).setFiles({ name, mimeType: 'application/octet-stream', buffer })
  await page.getByRole('button', { name: t('city_import'), exact: true }).click()
}

test('an admin imports a city and serves it, open pages follow, and the one before comes back', async ({ open, people }) => {
  const [admin] = people.admin
  const dashboard = await open(admin ?? null)
  await dashboard.goto('/dashboard')
  const visitor = await open(null)
  await visitor.goto('/')
  await expect(visitor.getByRole('combobox', { name: t('pickup') })).toBeVisible()

  const page = await open(admin ?? null)
  await page.goto('/citymap')
  await expect(page.getByRole('heading', { name: 'Göteborg', exact: true })).toBeVisible()

  await choose(page, 'holiday.jpg.osm.pbf', Buffer.from('no map at all'))
  await expect(page.getByText(t('city_problem_not_pbf'))).toBeVisible()

  await page.getByRole('textbox', { name: t('city_name') }).fill('Lund')
  await choose(page, 'lund.osm.pbf', town)
  const row = page.getByRole('listitem').filter({ hasText: 'Lund' })
  await expect(row).toBeVisible({ timeout: 30_000 })

  const tiles = dashboard.waitForRequest(/\/maps\/city\.pmtiles/)
  await row.getByRole('button', { name: t('city_activate') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('city_activate') })
    .click()
  await expect(page.getByRole('heading', { name: 'Lund', exact: true })).toBeVisible()
  await tiles
  await visitor.getByRole('combobox', { name: t('pickup') }).fill('elm')
  await expect(visitor.getByRole('option', { name: /Lund/ }).first()).toBeVisible()
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])
  await page.setViewportSize(phone)
  await expectNoSidewaysScroll(page)

  await page.getByRole('button', { name: t('city_roll_back', { name: 'Göteborg' }) }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('city_activate') })
    .click()
  await expect(page.getByRole('heading', { name: 'Göteborg', exact: true })).toBeVisible()
})

test('what is booked outside another city is listed when that is refused, with the way to each booking', async ({
  origin,
  open,
  people,
  watch,
}) => {
  watch.allow(/status of 409 .*\/activate\)/)
  const [carType] = (await call(origin, listCarTypes, {})).carTypes
  const [pickup, drop] = [valand, gotaplatsen].map(({ lat, lng, name }) => ({ lat, lng, add: name })) as [Stop, Stop]
  const tripDate = Date.now() + 48 * 3_600_000
  const { quote, estimateFare } = await call(origin, quoteBooking, { pickup, drop, carType: carType?.id ?? '', tripDate })
  const { id } = await call(origin, createBooking, { quote, estimateFare }, people.rider[0]?.token)

  const page = await open(people.admin[0] ?? null)
  await page.goto('/citymap')
  await page.getByRole('textbox', { name: t('city_name') }).fill('Far')
  await choose(page, 'far.osm.pbf', town)
  const row = page.getByRole('listitem').filter({ hasText: 'Far' })
  await expect(row).toBeVisible({ timeout: 30_000 })
  await row.getByRole('button', { name: t('city_activate') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: t('city_activate') }).click()
  const listed = dialog.getByRole('listitem').filter({ hasText: gotaplatsen.name })
  await expect(listed.getByRole('link')).toHaveAttribute('href', `/bookings/${id}`)
  await expect(dialog.getByRole('button', { name: t('town_make', { name: 'Far' }) })).toBeVisible()
})
