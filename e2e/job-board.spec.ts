// The desk's board: a booking that nobody was asked for is a problem at once, and two keys ask the nearest driver.
import { getAllSettings, saveSettings } from '@wayfare/contract/settings'
import { call } from './api.ts'
import { gotaplatsen, valand } from './city.ts'
import { expect, phone, test } from './fixtures.ts'
import { countKeys } from './key-count.ts'
import { like, t } from './texts.ts'

test('two keys ask the nearest driver, and one takes it back', async ({ origin, people, desk, byHand, bookFor }) => {
  const token = people.admin[0]?.token
  const { settings } = await call(origin, getAllSettings, {}, token)
  await call(origin, saveSettings, { ...settings, autoDispatch: false }, token)
  const driver = byHand(0)
  await driver.goOnline(valand)
  const { id } = await bookFor(0, { from: valand, to: gotaplatsen })
  await desk.goto('/dashboard')
  const board = desk.getByRole('region', { name: t('board_title') })
  const row = board.getByRole('listitem').filter({ hasText: valand.name }).first()
  await expect(row.getByText(t('job_no_taker_not_asked'))).toBeVisible()
  await expect(row.getByRole('button', { name: t('board_assign_job', { from: valand.name }) })).toBeVisible()
  await expect(board.getByText(t('board_calm'))).toHaveCount(0)

  const keys = countKeys(desk)
  await keys.press('j')
  await expect(row).toHaveAttribute('aria-current', 'true')
  await keys.press('a')
  await expect(desk.getByText(like('board_asked_eta'))).toBeVisible()
  expect(keys.count(), 'keys to assign the nearest driver').toBe(2)
  await driver.waitForTask(id)

  await desk.keyboard.press('u')
  await expect(desk.getByText(t('board_asked_undone', { name: driver.name }))).toBeVisible()
  expect(await driver.tasks()).toEqual([])
  await expect(row.getByText(t('job_no_taker_not_asked'))).toBeVisible()

  await test.step('the row goes on as the trip does, and Enter opens it', async () => {
    await row.getByRole('button', { name: t('board_assign_job', { from: valand.name }) }).click()
    await driver.waitForTask(id)
    await driver.accept(id)
    await expect(row.getByText(t('job_stage_coming'))).toBeVisible()
    await expect(row.getByText(driver.name)).toBeVisible()
    await row.focus()
    await desk.keyboard.press('Enter')
    await expect(desk).toHaveURL(new RegExp(`/bookings/${id}`))
  })
})

test('while drivers are asked automatically “a” says why it does nothing; a phone has the same board', async ({
  people,
  open,
  byHand,
  bookFor,
}) => {
  await byHand(0).goOnline(valand)
  const { id } = await bookFor(0, { from: valand, to: gotaplatsen })
  await byHand(0).waitForTask(id)
  const page = await open(people.admin[0] ?? null, { viewport: phone })
  await page.goto('/dashboard')
  const board = page.getByRole('region', { name: t('board_title') })
  const row = board.getByRole('listitem').filter({ hasText: valand.name }).first()
  await expect(row.getByText(t('job_stage_waiting'))).toBeVisible()
  await expect(row).toContainText(byHand(0).name)
  await expect(row.getByRole('button')).toHaveCount(0)
  // nobody has taken it: that is not calm, and no problem yet
  await expect(board.getByText(like('board_waiting'))).toBeVisible()
  await row.click()
  await page.keyboard.press('a')
  await expect(page.getByText(t('assign_auto'))).toBeVisible()
})
