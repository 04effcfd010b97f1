// What an admin does for newcomers: the settings, and the messages of the dev inbox.
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { t, type Locale } from './texts.ts'

export type Wish = {
  /** the settings to switch on, such as emailVerify */
  on?: readonly string[]
  /** the referral bonus (major units), paid as soon as the newcomer may use the product */
  bonus?: number
}

/** Changes settings on their page, the way an admin does. */
export const changeSettings = async (page: Page, { on = [], bonus }: Wish): Promise<void> => {
  await page.goto('/settings')
  for (const field of on) await page.getByRole('switch', { name: t(`setting_${field}`) }).check({ force: true })
  if (bonus !== undefined) {
    await page.getByRole('textbox', { name: t('setting_bonus') }).fill(String(bonus))
    await page.getByRole('combobox', { name: t('setting_bonusMoment') }).click()
    await page.getByRole('option', { name: t('bonus_moment_approval') }).click()
  }
  await page.getByRole('button', { name: t('save') }).click()
  await expect(page.getByText(t('settings_unchanged'))).toBeVisible()
}

/** Opens the newest message to this address or number that has this subject; an SMS has none. */
const openMessage = async (page: Page, to: string, subject: string): Promise<void> => {
  await page.goto('/dev-inbox')
  await page.getByRole('searchbox', { name: t('dev_inbox_search') }).fill(to)
  const list = page.getByRole('region', { name: t('dev_inbox_list') })
  await list.getByRole('button').filter({ hasText: to }).filter({ hasText: subject }).first().click()
}

/** The link on the button of a mail, such as reset_password, that was written in this language. */
export const readLink = async (page: Page, to: string, template: string, locale: Locale): Promise<string> => {
  const subject = t(`mail_${template}_subject`, { appName: 'Wayfare' }, locale)
  await openMessage(page, to, subject)
  const link = page
    .frameLocator(`iframe[title="${subject}"]`)
    .getByRole('link', { name: t(`mail_${template}_button`, {}, locale) })
  return (await link.getAttribute('href')) ?? ''
}

/** The code of the newest SMS. */
export const readCode = async (page: Page, to: string): Promise<string> => {
  await openMessage(page, to, 'Wayfare')
  const message = page.getByRole('region', { name: t('dev_inbox_reading') }).getByText(/\d{6}.*Wayfare|Wayfare.*\d{6}/)
  return /\d{6}/.exec((await message.textContent()) ?? '')?.[0] ?? ''
}
