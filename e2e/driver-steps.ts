// What a driver does on the console, step by step, in the words a person reads.
import type { Page } from '@playwright/test'
import { like, t } from './texts.ts'

/** Presses the one button of the next step. */
export const pressStep = (page: Page, key: string): Promise<void> => page.getByRole('button', { name: like(key) }).click()

/** The digits as the rider's page shows them. */
export const readCode = async (page: Page): Promise<string> => {
  const label = (await page.getByRole('img', { name: like('otp_label') }).getAttribute('aria-label')) ?? ''
  return label.replaceAll(/\D/g, '')
}

/** Taps the rider's code, whose last digit starts the trip. */
export const enterCode = async (page: Page, code: string): Promise<void> => {
  const dialog = page.getByRole('dialog', { name: t('otp_ask_title') })
  await dialog.getByRole('button', { name: t('otp_clear') }).click()
  for (const digit of code) await dialog.getByRole('button', { name: digit, exact: true }).click()
}
