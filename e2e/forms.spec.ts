// What is missing in a form is marked, has the cursor, and is explained where it is missing.
import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import type { People } from './people.ts'
import { askButton } from './rider-steps.ts'
import { t } from './texts.ts'

type Form = {
  who: keyof People | null
  path: string
  /** from the page to the form */
  open?: (page: Page) => Promise<void>
  send: (page: Page) => Locator
  /** the first field that lacks something */
  field: (page: Page) => Locator
  /** it is told in the alert as well, which is closed first */
  isTold?: boolean
}

const press =
  (key: string) =>
  (page: Page): Promise<void> =>
    page
      .getByRole('button', { name: t(key), exact: true })
      .first()
      .click()
const button = (key: string) => (page: Page) => page.getByRole('button', { name: t(key), exact: true }).last()
const box = (key: string) => (page: Page) => page.getByRole('textbox', { name: t(key), exact: true })
const combobox = (key: string) => (page: Page) => page.getByRole('combobox', { name: t(key), exact: true })

const forms: Record<string, Form> = {
  'signing in': { who: null, path: '/login', send: button('sign_in'), field: box('email'), isTold: true },
  registering: { who: null, path: '/register', send: button('register'), field: box('first_name') },
  'a trip': { who: null, path: '/', send: (page) => askButton(page), field: combobox('pickup'), isTold: true },
  'a booking of the desk': {
    who: 'admin',
    path: '/addbookings',
    send: button('desk_check_price'),
    field: combobox('pickup'),
    isTold: true,
  },
  'money for a wallet': {
    who: 'admin',
    path: '/addtowallet',
    send: button('nav_add_to_wallet'),
    field: combobox('add_wallet_user'),
    isTold: true,
  },
  'a promo': { who: 'admin', path: '/promos', open: press('promo_add'), send: button('save'), field: box('promo_name') },
  'a car type': { who: 'admin', path: '/cartypes', open: press('car_type_add'), send: button('save'), field: box('car_name') },
  'a driver': { who: 'admin', path: '/drivers?person=new', send: button('save'), field: box('first_name') },
}

/** What is said of a field and can be seen. */
const readWords = (field: Locator): Promise<string> =>
  field.evaluate((element) =>
    (element.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.innerText ?? '')
      .join(' ')
      .trim(),
  )

for (const [name, form] of Object.entries(forms))
  test(`what lacks for ${name} is marked, explained there, and has the cursor`, async ({ open, people }) => {
    const page = await open(form.who && (people[form.who][0] ?? null))
    await page.goto(form.path)
    await form.open?.(page)
    const field = form.field(page)
    await expect(field).toBeVisible()
    await expect(field).not.toHaveAttribute('aria-invalid', 'true')
    const before = await readWords(field)
    await form.send(page).click()
    if (form.isTold) {
      const alert = page.getByRole('dialog').filter({ has: page.getByRole('button', { name: t('close'), exact: true }) })
      await alert
        .getByRole('button', { name: t('close'), exact: true })
        .last()
        .click()
      await expect(alert).toBeHidden()
    }
    await expect(field).toBeFocused()
    await expect(field).toHaveAttribute('aria-invalid', 'true')
    await expect.poll(() => readWords(field), { message: 'words that were not there before' }).not.toBe(before)
    expect((await readWords(field)).length).toBeGreaterThan(5)
  })
