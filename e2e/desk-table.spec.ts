// The desk's table of bookings: a filter that a link shares, a view of one's own, a file; and a booking that changes its driver.
import { readFile } from 'node:fs/promises'
import { gotaplatsen, valand } from './city.ts'
import { expect, phone, test } from './fixtures.ts'
import { t } from './texts.ts'

test('an admin filters, saves the view, shares it by its link and exports just that', async ({
  people,
  open,
  byHand,
  bookFor,
}) => {
  await byHand(0).goOnline(valand)
  const { id, customerName } = await bookFor(0, { from: valand, to: gotaplatsen })
  const page = await open(people.admin[0] ?? null)
  const search = page.getByRole('searchbox', { name: t('bookings_search') })

  await test.step('filters by status and by words', async () => {
    await page.goto('/bookings')
    await page.getByRole('button', { name: t('table_filters'), exact: true }).click()
    const filters = page.getByRole('region', { name: t('table_filters') })
    await filters.getByRole('checkbox', { name: t('status_new') }).press('Space')
    await search.fill(id)
    await expect(page.getByRole('status').filter({ hasText: t('table_rows_one', { count: 1 }) })).toBeVisible()
    await expect(page).toHaveURL(/status=NEW/)
    await expect(page.getByRole('button', { name: t('table_filters_count', { number: 1 }) })).toBeVisible()
  })

  await test.step('exports what is filtered', async () => {
    const coming = page.waitForEvent('download')
    await page.getByRole('button', { name: t('report_export') }).click()
    await page.getByRole('menuitem', { name: 'CSV' }).click()
    const file = await readFile(await (await coming).path(), 'utf8')
    const [, line = '', ...rest] = file.trim().split('\r\n')
    expect(line).toContain(`${id},NEW,`)
    expect(line).toContain(customerName)
    expect(rest).toEqual([])
  })

  const name = `My ${id}`
  await test.step('keeps it as a view, which is there on another day', async () => {
    await page.getByRole('button', { name: t('view_save') }).click()
    const dialog = page.getByRole('dialog', { name: t('view_save') })
    await dialog.getByRole('textbox', { name: t('view_name') }).fill(name)
    await dialog.getByRole('button', { name: t('save') }).click()
    await expect(page.getByRole('radio', { name })).toBeChecked()
    await page.goto('/bookings')
    await expect(page.getByRole('radio', { name: t('bookings_all') })).toBeChecked()
    await page.getByRole('radio', { name }).press('Space')
    await expect(search).toHaveValue(id)
    await expect(page.getByRole('row', { name: id })).toBeVisible()
  })

  await test.step('is a card with the same filter on a phone, from the link', async () => {
    const small = await open(people.admin[0] ?? null, { viewport: phone })
    await small.goto(page.url())
    await expect(small.getByRole('listitem').filter({ hasText: id })).toBeVisible()
    await small.getByRole('button', { name: t('table_filters_count', { number: 1 }) }).click()
    const sheet = small.getByRole('dialog', { name: t('table_filters') })
    await expect(sheet.getByRole('checkbox', { name: t('status_new') })).toBeChecked()
  })

  await test.step('removes the view', async () => {
    await page.getByRole('button', { name: t('view_remove', { name }) }).click()
    await page
      .getByRole('dialog')
      .getByRole('button', { name: t('table_remove') })
      .click()
    await expect(page.getByRole('radio', { name })).toHaveCount(0)
  })
})

test('an admin gives a booking to another driver, and writes down why', async ({ people, open, byHand, colleague, bookFor }) => {
  const first = byHand(0)
  await first.goOnline(valand)
  await colleague.goOnline(gotaplatsen)
  const { id, otp } = await bookFor(0, { from: valand, to: gotaplatsen })
  await first.take(id)
  const desk = await open(people.admin[0] ?? null)
  const rider = await open(people.rider[0] ?? null)
  await rider.goto('/bookings')
  await expect(rider.getByText(first.firstName).first()).toBeVisible()

  await desk.goto(`/bookings/${id}`)
  const drawer = desk.getByRole('dialog').filter({ hasText: id })
  const words = 'The first car broke down at the bridge.'
  await test.step('writes a note', async () => {
    await drawer.getByRole('textbox', { name: t('note_new') }).fill(words)
    await drawer.getByRole('button', { name: t('note_add') }).click()
    await expect(drawer.getByText(words)).toBeVisible()
    await expect(drawer.getByRole('textbox', { name: t('note_new') })).toHaveValue('')
  })

  await test.step('takes the booking from its driver', async () => {
    await drawer.getByRole('button', { name: t('reassign') }).click()
    const question = desk.getByRole('dialog', { name: t('reassign_title', { driver: first.name }) })
    await question.getByRole('button', { name: t('reassign_confirm') }).click()
    await expect(desk.getByText(t('reassign_done'))).toBeVisible()
  })

  await test.step('another one takes it; the rider sees him, with the same code', async () => {
    await colleague.waitForTask(id)
    expect((await first.tasks()).map(({ bookingId }) => bookingId)).not.toContain(id)
    expect((await first.me()).queue).toBe(false)
    const taken = await colleague.accept(id)
    expect(taken.driver).toBe(colleague.id)
    await expect(rider.getByText(colleague.firstName).first()).toBeVisible()
    await expect(rider.getByText(otp ?? '').first()).toBeVisible()
    await expect(rider.getByText(words)).toHaveCount(0)
  })

  await test.step('the record says who did it', async () => {
    await desk
      .getByRole('dialog', { name: t('reassign_done_title') })
      .getByRole('button', { name: t('close'), exact: true })
      .last()
      .click()
    await expect(drawer.getByText(t('deed_reassigned', { driver: first.name }))).toBeVisible()
  })
})
