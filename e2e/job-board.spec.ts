// The desk's board: a booking that nobody was asked for is a problem at once, and two keys ask the nearest driver.
import type { Locator, Page } from '@playwright/test'
import { createBooking, quoteBooking } from '@wayfare/contract/bookings'
import { assignDriver } from '@wayfare/contract/dispatch-assign'
import { getAllSettings, saveSettings } from '@wayfare/contract/settings'
import { call } from './api.ts'
import { gotaplatsen, jarntorget, korsvagen, valand, vasaplatsen, type Place } from './city.ts'
import { expect, phone, test } from './fixtures.ts'
import { countKeys } from './key-count.ts'
import { watchDisabled } from './opening.ts'
import type { People } from './people.ts'
import { mapOf } from './map-picture.ts'
import { like, t } from './texts.ts'

const at = ({ lat, lng, name }: Place) => ({ lat, lng, add: name })

/** From now on, while nobody is asked automatically. */
const askByHand = async (origin: string, people: People): Promise<string | undefined> => {
  const token = people.admin[0]?.token
  const { settings } = await call(origin, getAllSettings, {}, token)
  await call(origin, saveSettings, { ...settings, autoDispatch: false, otpSecure: false }, token)
  return token
}

test('two keys ask the nearest driver of two, and one takes it back', async ({
  origin,
  people,
  desk,
  byHand,
  colleague,
  bookFor,
}) => {
  await askByHand(origin, people)
  const driver = byHand(0)
  await colleague.goOnline(jarntorget)
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
  await expect(desk.getByText(like('board_asked_eta', { name: driver.name }))).toBeVisible()
  expect(keys.count(), 'keys to assign the nearest driver').toBe(2)
  await driver.waitForTask(id)
  expect(await colleague.tasks()).toEqual([])

  await desk.keyboard.press('u')
  await expect(desk.getByText(t('board_asked_undone', { name: driver.name }))).toBeVisible()
  expect(await driver.tasks()).toEqual([])
  await expect(row.getByText(t('job_no_taker_not_asked'))).toBeVisible()

  await test.step('where the other one is nearer, it is he who is asked', async () => {
    await driver.goOffline()
    await colleague.goOffline()
    await driver.goOnline(jarntorget)
    await colleague.goOnline(valand)
    await row.focus()
    await desk.keyboard.press('a')
    await expect(desk.getByText(like('board_asked_eta', { name: colleague.name }))).toBeVisible()
    await colleague.waitForTask(id)
    expect(await driver.tasks()).toEqual([])
    await desk.keyboard.press('u')
    await expect(desk.getByText(t('board_asked_undone', { name: colleague.name }))).toBeVisible()
    await colleague.goOffline()
  })

  await test.step('whoever would rather choose finds all who could come, ready to be asked', async () => {
    await row.getByRole('button', { name: t('board_pick_driver') }).click()
    const choice = desk.getByRole('dialog', { name: t('assign_title', { id }) })
    // who declined or was taken back can be asked again by hand
    await expect(choice.getByRole('button', { name: t('assign_choose', { name: driver.name }) })).toBeEnabled()
    await desk.keyboard.press('Escape')
    await expect(choice).toBeHidden()
  })

  await test.step('the row goes on as the trip does, and Enter opens it', async () => {
    await row.getByRole('button', { name: t('board_assign_job', { from: valand.name }) }).click()
    await driver.waitForTask(id)
    // after five seconds it is asked for good
    const undo = desk.getByRole('button', { name: t('undo') })
    await expect(undo.first()).toBeVisible()
    await desk.mouse.move(0, 0)
    await row.focus()
    const since = Date.now()
    await expect(undo).toHaveCount(0, { timeout: 12_000 })
    // counted from when the focus left it, a moment after it came
    expect(Date.now() - since, 'time to take it back (ms)').toBeGreaterThan(4500)
    await desk.keyboard.press('u')
    expect((await driver.tasks()).map(({ bookingId }) => bookingId)).toEqual([id])
    await driver.accept(id)
    await expect(row.getByText(t('job_stage_coming'))).toBeVisible()
    await expect(row.getByText(driver.name)).toBeVisible()
    await row.focus()
    await desk.keyboard.press('Enter')
    await expect(desk).toHaveURL(new RegExp(`/bookings/${id}`))
  })
})

/** The second part of the page begins where the first one ends, about as high. */
const expectBeside = async (first: Locator, second: Locator): Promise<void> => {
  const [left, right] = await Promise.all([first.boundingBox(), second.boundingBox()])
  expect(right?.x).toBeGreaterThanOrEqual((left?.x ?? 0) + (left?.width ?? Infinity))
  expect(Math.abs((right?.y ?? 0) - (left?.y ?? Infinity))).toBeLessThan(100)
}

test('each job is under its heading, the one that waits longest on top, and j and k go through them', async ({
  origin,
  people,
  desk,
  byHand,
  colleague,
  bookFor,
}) => {
  const token = await askByHand(origin, people)
  const driver = byHand(0)
  await driver.goOnline(valand)
  await colleague.goOnline(vasaplatsen)
  await desk.goto('/dashboard')
  const board = desk.getByRole('region', { name: t('board_title') })
  await expect(board.getByText(t('board_calm'))).toBeVisible()

  const riding = await bookFor(0, { from: valand, to: gotaplatsen })
  await call(origin, assignDriver, { id: riding.id, driver: driver.id }, token)
  await driver.accept(riding.id)
  const first = await bookFor(1, { from: vasaplatsen, to: korsvagen })
  await bookFor(2, { from: korsvagen, to: vasaplatsen })
  const later = { pickup: at(jarntorget), drop: at(valand), tripDate: Date.now() + 86_400_000 }
  const { carType } = await driver.me()
  if (!carType) throw new Error('driver 0 has no car type')
  const { quote, estimateFare } = await call(origin, quoteBooking, { ...later, carType })
  await call(origin, createBooking, { quote, estimateFare }, people.rider[0]?.token)

  const rows = board.getByRole('listitem')
  const under = async (heading: string, count: number, ...from: readonly Place[]) => {
    await board.getByText(t(`job_heading_${heading}`, { count }), { exact: true }).click()
    await expect(rows).toHaveCount(from.length)
    for (const [i, { name }] of from.entries()) await expect(rows.nth(i)).toContainText(`${name}→`)
  }
  await expectBeside(board, mapOf(desk).first())
  await under('waiting', 2, vasaplatsen, korsvagen)
  await expect(rows.first().locator('strong').first()).toHaveText('1 min')
  await under('coming', 1, valand)
  await expect(rows.first()).toContainText(driver.name)
  await under('scheduled', 1, jarntorget)
  await under('problems', 2, vasaplatsen, korsvagen)
  await driver.arrive(riding.id)
  await driver.start(riding.id, null)
  await under('onTrip', 1, valand)

  await board.getByText(t('bookings_all'), { exact: true }).click()
  await expect(rows).toHaveCount(4)
  await expect(rows.nth(0)).toContainText(`${vasaplatsen.name}→`)
  for (const [key, place] of [
    ['j', 0],
    ['j', 1],
    ['k', 0],
  ] as const) {
    await desk.keyboard.press(key)
    await expect(rows.nth(place)).toHaveAttribute('aria-current', 'true')
  }
  await call(origin, assignDriver, { id: first.id, driver: colleague.id }, token)
  await expect(rows.filter({ hasText: `${vasaplatsen.name}→` })).toContainText(t('board_asked_now', { names: colleague.name }))
  // in all, what needs the desk is on top; under its heading, whoever has waited longest
  await expect(rows.nth(0)).toContainText(`${korsvagen.name}→`)
  await under('waiting', 2, vasaplatsen, korsvagen)
  await expect(board.getByText(t('board_calm'))).toHaveCount(0)
})

/** What the row of a job says and offers at the moment it comes, before the page changes again. */
const watchFirstRow = (page: Page, job: string) =>
  page.evaluateHandle(
    (text) =>
      new Promise<{ words: string; buttons: string[] }>((resolve) => {
        new MutationObserver((_, observer) => {
          const row = [...document.querySelectorAll('li[data-row]')].find(({ textContent }) => textContent.includes(text))
          if (!row) return
          observer.disconnect()
          const buttons = [...row.querySelectorAll('button')].filter(({ disabled }) => !disabled)
          resolve({ words: row.textContent, buttons: buttons.map((button) => button.getAttribute('aria-label') ?? '') })
        }).observe(document.body, { childList: true, subtree: true })
      }).then((seen) => ({ seen })),
    job,
  )

test('a booking that nobody was asked for is an alert with Assign in it from the moment it comes', async ({
  origin,
  people,
  desk,
  byHand,
  bookFor,
}) => {
  await askByHand(origin, people)
  await byHand(0).goOnline(valand)
  const isRead = desk.waitForResponse('**/api/board')
  await desk.goto('/dashboard')
  await isRead
  const since = Date.now()
  const board = desk.getByRole('region', { name: t('board_title') })
  await expect(board.getByText(t('board_calm'))).toBeVisible()
  const first = watchFirstRow(desk, `${valand.name}→`)
  await bookFor(0, { from: valand, to: gotaplatsen })
  const { seen } = await (await first).jsonValue()
  // by itself the board is read again only after 15 seconds
  expect(Date.now() - since, 'from the first board to the row (ms)').toBeLessThan(14_000)
  expect(seen.words).toContain(t('job_no_taker_not_asked'))
  expect(seen.buttons).toContain(t('board_assign_job', { from: valand.name }))
  await expect(board.getByText(t('board_calm'))).toHaveCount(0)
})

test('who could be asked by hand can be asked from the moment the drawer and the list open', async ({
  origin,
  people,
  desk,
  byHand,
  bookFor,
}) => {
  await askByHand(origin, people)
  const driver = byHand(0)
  await driver.goOnline(valand)
  const { id } = await bookFor(0, { from: valand, to: gotaplatsen })
  // the settings come last, as they may over a slow network
  await desk.route('**/api/settings', async (route) => {
    await desk.waitForTimeout(1500)
    await route.continue()
  })
  const shutButton = await watchDisabled(desk, t('assign_driver'))
  const shutChoice = await watchDisabled(desk, t('assign_choose', { name: driver.name }))
  await desk.goto(`/bookings/${id}`)
  const drawer = desk.getByRole('dialog').filter({ hasText: id })
  await drawer.getByRole('button', { name: t('assign_driver') }).click()
  const choice = desk.getByRole('dialog', { name: t('assign_title', { id }) })
  await expect(choice.getByRole('button', { name: t('assign_choose', { name: driver.name }) })).toBeVisible()
  expect(await shutButton()).toEqual([])
  expect(await shutChoice()).toEqual([])
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
