// What a newcomer does on the pages, in the words of the language they read.
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { t, type Locale } from './texts.ts'

export type Newcomer = {
  firstName: string
  lastName: string
  email: string
  password: string
  /** as typed: digits without the dial code */
  mobile: string
  referralId: string
}

export type Speech = (key: string, params?: Record<string, string | number>) => string

/** The texts of one language. */
export const speak =
  (locale: Locale): Speech =>
  (key, params = {}) =>
    t(key, params, locale)

const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true })

/** The part of a registration that riders and drivers share. */
export const fillPerson = async (page: Page, say: Speech, person: Newcomer): Promise<void> => {
  await field(page, say('first_name')).fill(person.firstName)
  await field(page, say('last_name')).fill(person.lastName)
  await field(page, say('email')).fill(person.email)
  await page.getByLabel(say('password'), { exact: true }).fill(person.password)
  await field(page, say('mobile')).fill(person.mobile)
  if (person.referralId === '') return
  await field(page, say('referral_id')).fill(person.referralId)
  await field(page, say('referral_id')).blur()
  await expect(page.getByText(say('referral_known'))).toBeVisible()
}

export const signInByEmail = async (page: Page, say: Speech, { email, password }: Newcomer): Promise<void> => {
  await page.goto('/login')
  await field(page, say('email')).fill(email)
  await page.getByLabel(say('password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: say('sign_in'), exact: true }).click()
}

const accountOf = (page: Page, say: Speech, { firstName, lastName }: Pick<Newcomer, 'firstName' | 'lastName'>) =>
  page.getByRole('button', { name: say('account_menu', { name: `${firstName} ${lastName}` }) })

export const expectSignedIn = async (
  page: Page,
  say: Speech,
  person: Pick<Newcomer, 'firstName' | 'lastName'>,
): Promise<void> => {
  await expect(accountOf(page, say, person)).toBeVisible()
}

export const signOut = async (page: Page, say: Speech, person: Pick<Newcomer, 'firstName' | 'lastName'>): Promise<void> => {
  await accountOf(page, say, person).click()
  await page.getByRole('menuitem', { name: say('sign_out') }).click()
  await expect(accountOf(page, say, person)).toHaveCount(0)
}

/** The one alert says this, and is closed. */
export const expectTold = async (page: Page, say: Speech, message: string): Promise<void> => {
  const alert = page.getByRole('dialog', { name: say('alert_title') })
  await expect(alert).toContainText(message)
  await alert.getByRole('button', { name: say('close'), exact: true }).click()
  await expect(alert).toBeHidden()
}
