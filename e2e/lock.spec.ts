// Critical edits are locked for good: what an admin then sees, and what the API says. In a town of its own, since nothing here opens
// the lock again. Before that, what was done is found in the audit log.
import { AxeBuilder } from '@axe-core/playwright'
import { exportBookings } from '@wayfare/contract/bookings-desk'
import { listPeople } from '@wayfare/contract/people'
import { saveSettings } from '@wayfare/contract/settings'
import { call } from './api.ts'
import { desktop, expect, expectNoSidewaysScroll, phone } from './fixtures.ts'
import { test } from './own-town.ts'
import { like, t } from './texts.ts'

test('what the desk does stands in the audit log, from what to what, and the chain holds', async ({ open, people }) => {
  const [admin] = people.admin
  const page = await open(admin ?? null)
  await page.goto('/settings')
  const radius = page.getByRole('textbox', { name: t('setting_driverRadius') })
  await radius.fill('17')
  await page.getByRole('button', { name: t('save') }).click()
  await expect(page.getByText(t('settings_unchanged'))).toBeVisible()

  await page.goto('/audit')
  const row = page
    .getByRole('row')
    .filter({ hasText: t('audit_did_settings_save') })
    .first()
  await row.getByRole('button', { name: t('table_details') }).click()
  const changed = page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: like('setting_driverRadius') }) })
  await expect(changed.locator('del')).toHaveText('10')
  await expect(changed.locator('ins')).toHaveText('17')
  await page.getByRole('button', { name: t('audit_prove') }).click()
  await expect(page.getByText(t('audit_holds'))).toBeVisible()
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([])

  // narrowed by a search, which the address keeps
  await page.getByRole('searchbox', { name: t('audit_search') }).fill('audit.prove')
  await expect(page.getByRole('row').filter({ hasText: t('audit_did_audit_prove') })).toHaveCount(1)
  await expect(page.getByRole('row').filter({ hasText: t('audit_did_settings_save') })).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('searchbox', { name: t('audit_search') })).toHaveValue('audit.prove')
  await page.setViewportSize(phone)
  await expectNoSidewaysScroll(page)
})

test('once critical edits are locked, pages say so, contacts are hidden, and the API refuses', async ({
  open,
  people,
  origin,
}) => {
  const [admin] = people.admin
  const [rider] = people.rider
  const page = await open(admin ?? null)
  await page.setViewportSize(desktop)
  await page.goto('/settings')
  await page.getByRole('switch', { name: t('setting_allowCriticalEditsAdmin') }).uncheck({ force: true })
  await page.getByRole('button', { name: t('save') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('settings_lock') })
    .click()
  await expect(page.getByText(t('lock_banner'))).toBeVisible()
  await expect(page.getByRole('switch', { name: t('setting_allowCriticalEditsAdmin') })).toBeDisabled()

  await page.goto('/promos')
  await expect(page.getByText(t('lock_banner'))).toBeVisible()
  const exporting = page.getByRole('button', { name: like('report_export') })
  await expect(exporting).toBeDisabled()
  await expect(exporting).toHaveAttribute('title', t('demo_mode'))
  await expect(exporting).toHaveAccessibleDescription(t('demo_mode'))
  await expect(page.getByRole('button', { name: t('promo_add') })).toBeEnabled()

  await page.goto('/riders')
  await expect(page.getByText(t('contact_hidden')).first()).toBeVisible()

  // put away, it stays away for this visit
  await page
    .getByRole('note')
    .getByRole('button', { name: t('close') })
    .click()
  await page.goto('/cartypes')
  await expect(page.locator('#root').getByRole('heading', { level: 1, name: t('nav_car_types') })).toBeVisible()
  await expect(page.getByText(t('lock_banner'))).toHaveCount(0)

  // riders do not hear of it
  const theirs = await open(rider ?? null)
  await theirs.goto('/bookings')
  await expect(theirs.locator('#root').getByRole('heading', { level: 1 })).toBeVisible()
  await expect(theirs.getByText(t('lock_banner'))).toHaveCount(0)

  await expect(call(origin, saveSettings, { allowCriticalEditsAdmin: true }, admin?.token)).rejects.toThrow('demo_mode')
  await expect(call(origin, exportBookings, {}, admin?.token)).rejects.toThrow('demo_mode')
  const { people: riders } = await call(origin, listPeople, { userType: 'rider' }, admin?.token)
  expect(riders.length).toBeGreaterThan(0)
  expect(JSON.stringify(riders)).not.toContain(rider?.email ?? '@')
})
