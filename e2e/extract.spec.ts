// A real extract in the product, as a new operator tries it: imported on the admin's page, served, and booked in by house number and by a
// misspelt name.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { expect, phone } from './fixtures.ts'
import { test } from './own-town.ts'
import { t } from './texts.ts'

const extract = fileURLToPath(new URL('../../shared/data/osm/monaco.osm.pbf', import.meta.url))

const importMonaco = async (page: Page) => {
  await page.goto('/citymap')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: t('city_file') }).click()
  await (await chooser).setFiles(extract)
  await page.getByText(t('city_speeds')).click()
  await page.getByLabel(t('road_residential')).fill('26')
  await page.getByRole('button', { name: t('city_import'), exact: true }).click()
  const row = page.getByRole('listitem').filter({ hasText: 'Monaco' })
  await expect(row).toBeVisible({ timeout: 60_000 })
  await row.getByRole('button', { name: t('city_activate') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('city_activate') })
    .click()
}

const choose = async (page: Page, field: string, typed: string, found: string) => {
  await page.getByRole('button', { name: new RegExp(`^${field}`) }).click()
  await page.getByRole('combobox', { name: field }).fill(typed)
  const first = page.getByRole('option').first()
  await expect(first).toContainText(found)
  return first
}

test('Monaco is imported, served, and booked in by a house number and a misspelt name', async ({ open, people }) => {
  test.skip(!existsSync(extract), `There is no extract ${extract}: a real city is not tried in the browser.`)
  const admin = await open(people.admin[0] ?? null)
  await importMonaco(admin)
  await expect(admin.getByRole('heading', { name: 'Monaco', exact: true })).toBeVisible()
  await expect(admin.getByText(`${t('road_residential')} 26 ${t('unit_kmh')}`)).toBeVisible()
  await admin.getByRole('button', { name: t('city_suit_apply') }).click()
  await expect(admin.getByText(t('city_suit_done'))).toBeVisible()

  const rider = await open(people.rider[0] ?? null, { viewport: phone })
  await rider.goto('/')
  await (await choose(rider, t('pickup'), '7 avenue de la costa', '7 Avenue de la Costa')).click()
  const guess = await choose(rider, t('destination'), 'boulevar des mulins', 'Boulevard des Moulins')
  await expect(rider.getByText(t('place_did_you_mean', { text: 'boulevar des mulins' }))).toBeVisible()
  await guess.click()
  await expect.poll(() => rider.evaluate(() => Reflect.get(window, '__mapIdle')), { timeout: 30_000 }).toBe(true)
  await expect(rider.locator('.maplibregl-ctrl-attrib')).toContainText('OpenStreetMap')
})
