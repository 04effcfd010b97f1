// How much of the desk's lists is in sight: close rows on large screens, icons instead of words on smaller ones, cards below that.
import type { Locator, Page } from '@playwright/test'
import { topUpWallet } from '@wayfare/contract/payments'
import { call } from './api.ts'
import { gotaplatsen, valand } from './city.ts'
import { expect, test } from './fixtures.ts'
import type { Person } from './people.ts'
import { like, t } from './texts.ts'

const highestRow = (page: Page): Promise<number> =>
  page.locator('tbody tr').evaluateAll((rows) => Math.max(...rows.map((row) => (row as HTMLElement).offsetHeight)))

/** So much of a table's width is reached by scrolling alone (px). */
const hiddenWidth = (page: Page): Promise<number> =>
  page.locator('table').evaluate(({ parentElement: frame }) => (frame ? frame.scrollWidth - frame.clientWidth : Number.NaN))

const wide = { width: 1280, height: 800 }

test('rows are one line from 1280 px on, the state is in sight, and whoever wants them apart has them so in every table', async ({
  people,
  open,
  onDuty,
  bookFor,
}) => {
  const { id } = await bookFor(0, { from: valand, to: gotaplatsen })
  await onDuty.waitForTask(id)
  const page = await open(people.admin[0] ?? null, { viewport: wide })
  for (const path of ['/drivers', '/riders', '/bookings']) {
    await page.goto(path)
    await expect(page.locator('tbody tr').first()).toBeVisible()
    expect(await highestRow(page), path).toBeLessThanOrEqual(40)
    expect(await hiddenWidth(page), `${path} has room for its columns`).toBe(0)
  }
  const row = page.getByRole('row', { name: id })
  await expect(row.getByText(t('status_new'))).toBeInViewport({ ratio: 1 })

  await page.getByRole('button', { name: t('table_columns') }).click()
  await page.getByRole('switch', { name: t('table_dense') }).press('Space')
  expect(await highestRow(page)).toBeGreaterThan(40)
  await page.goto('/drivers')
  await expect(page.locator('tbody tr').first()).toBeVisible()
  expect(await highestRow(page)).toBeGreaterThan(40)
})

test('rows are apart below 1280 px; who wants them close or apart has them so on this screen, and nobody else', async ({
  origin,
  people,
  open,
}) => {
  const [admin, other] = [people.admin[0], people.fleetadmin[0]]
  const page = await open(admin ?? null, { viewport: { width: 1279, height: 800 } })
  const isClose = async (): Promise<boolean> => {
    await page.goto('/drivers')
    await expect(page.locator('tbody tr').first()).toBeVisible()
    return (await highestRow(page)) <= 40
  }
  const become = (person: Person | undefined) =>
    page.context().addCookies([{ ...(person?.cookie ?? { name: '', value: '' }), url: origin, httpOnly: true, sameSite: 'Lax' }])
  const toggle = async () => {
    await page.getByRole('button', { name: t('table_columns') }).click()
    await page.getByRole('switch', { name: t('table_dense') }).press('Space')
  }
  expect(await isClose()).toBe(false)
  await page.setViewportSize(wide)
  expect(await isClose()).toBe(true)
  await toggle()
  expect(await isClose()).toBe(false)
  // somebody else at the same browser
  await become(other)
  expect(await isClose()).toBe(true)
  await page.setViewportSize({ width: 1279, height: 800 })
  expect(await isClose()).toBe(false)
  await toggle()
  expect(await isClose()).toBe(true)
  await become(admin)
  expect(await isClose()).toBe(false)
})

/** Scrolls the drawer by this part of its way (0 to 1); true where all of the button can be seen and pressed there. */
const isInSightAt = (button: Locator, part: number): Promise<boolean> =>
  button.evaluate((element, wanted) => {
    let scroller: Element | null = element
    while (scroller && !/auto|scroll/.test(getComputedStyle(scroller).overflowY)) scroller = scroller.parentElement
    const way = scroller ? scroller.scrollHeight - scroller.clientHeight : 0
    if (!scroller || way < 100) throw new Error(`there is nothing to scroll: ${way} px`)
    scroller.scrollTop = wanted * way
    const { left, right, top, bottom, x, y, width, height } = element.getBoundingClientRect()
    const isWhole = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight
    return isWhole && element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
  }, part)

test('the drawers of a booking, a person and a payment keep their buttons in sight, however far one scrolls', async ({
  origin,
  people,
  open,
  onDuty,
  bookFor,
}) => {
  const [rider] = people.rider
  const { id } = await bookFor(0, { from: valand, to: gotaplatsen })
  await onDuty.take(id)
  const { payment } = await call(origin, topUpWallet, { amount: '50', provider: 'test' }, rider?.token)
  const page = await open(people.admin[0] ?? null, { viewport: { width: 1280, height: 460 } })
  const drawers = [
    { title: like('booking_id'), path: `/bookings/${id}`, buttons: ['reassign', 'cancel_confirm'] },
    { title: t('person_account'), path: `/riders?person=${rider?.id ?? ''}`, buttons: ['table_edit', 'table_remove'] },
    { title: t('person_account'), path: `/drivers?person=${onDuty.id}`, buttons: ['table_edit', 'table_remove'] },
    { title: t('payment_page_title'), path: `/payments/${payment.id}`, buttons: ['payment_ask_again', 'refund_title'] },
  ]
  for (const { title, path, buttons } of drawers) {
    await page.goto(path)
    const drawer = page.getByRole('dialog', { name: title })
    for (const key of buttons) {
      const button = drawer.getByRole('button', { name: t(key), exact: true })
      await expect(button).toBeVisible()
      for (const part of [0, 0.5, 1]) expect(await isInSightAt(button, part), `${path}: ${t(key)} at ${part}`).toBe(true)
    }
  }
})

test('amounts of a column have the same decimals, in Arabic too', async ({ people, open }) => {
  for (const langLocale of ['en', 'ar'] as const) {
    const page = await open(people.admin[0] ?? null, { viewport: wide, langLocale })
    await page.route(/\/api\/people\?/, async (route) => {
      const response = await route.fetch()
      const text = await response.text()
      // whole ones and one that is not
      await route.fulfill({ response, body: text.replace(/"walletBalance":"[^"]*"/, '"walletBalance":"1200.50"') })
    })
    await page.goto('/riders')
    const header = page.getByRole('columnheader', { name: t('nav_wallet', {}, langLocale) })
    const at = await header.evaluate((cell: HTMLTableCellElement) => cell.cellIndex)
    const amounts = await page.locator(`tbody tr td:nth-child(${at + 1}) bdi`).allInnerTexts()
    expect(amounts.length).toBeGreaterThan(1)
    expect(amounts.filter((amount) => !/[.٫][\d٠-٩]{2}(?![\d٠-٩])/.test(amount))).toEqual([])
    expect(amounts.some((amount) => /[5٥][0٠]/.test(amount))).toBe(true)
  }
})

test('where one reads the other way, an address that is cut still begins as it does', async ({ people, open }) => {
  const page = await open(people.admin[0] ?? null, { viewport: wide, langLocale: 'ar' })
  await page.goto('/drivers')
  const cell = page.locator('tbody td > div[title*="@"]').first()
  await expect(cell).toBeVisible()
  const begins = await cell.evaluate((cut) => {
    const letters = document.createTreeWalker(cut, NodeFilter.SHOW_TEXT).nextNode()
    if (!letters) return false
    const first = document.createRange()
    first.setStart(letters, 0)
    first.setEnd(letters, 1)
    const [letter, frame] = [first.getBoundingClientRect(), cut.getBoundingClientRect()]
    return letter.width > 0 && letter.left >= frame.left && letter.right <= frame.right
  })
  expect(begins).toBe(true)
})

test('below 1100 px the links are icons that open to 240 px; below 900 px a booking is a card with its state and driver', async ({
  people,
  open,
  onDuty,
  bookFor,
}) => {
  const { id } = await bookFor(0, { from: valand, to: gotaplatsen })
  await onDuty.take(id)
  const page = await open(people.admin[0] ?? null, { viewport: { width: 1024, height: 768 } })
  await page.goto('/bookings')
  const rail = page.getByRole('navigation', { name: t('menu') })
  await expect(rail.getByRole('link', { name: t('nav_drivers') })).toBeVisible()
  expect((await rail.boundingBox())?.width).toBeLessThanOrEqual(72)
  await page.getByRole('button', { name: t('menu_open') }).click()
  const drawer = page.getByRole('dialog', { name: t('menu') })
  expect((await drawer.boundingBox())?.width).toBe(240)
  await drawer.getByRole('link', { name: t('nav_bookings') }).click()
  await expect(drawer).toHaveCount(0)

  await page.setViewportSize({ width: 860, height: 900 })
  const card = page.getByRole('listitem').filter({ hasText: id })
  await expect(card.getByText(t('status_accepted'))).toBeVisible()
  await expect(card.getByText(onDuty.name)).toBeVisible()
})
