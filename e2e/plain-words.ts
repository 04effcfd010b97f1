// What a person reads is words: no key of a text, no name of a status or a field as the code has it.
import type { Page } from '@playwright/test'
import { statuses } from '@wayfare/core/booking'
import { providerNames, getProviderTitle } from '@wayfare/core/providers'
import { expect } from './fixtures.ts'
import { t } from './texts.ts'

/** booking_id, tripEndAt, AdminCredit, DRIVER_ARRIVED, WITHDRAWS; addresses of pages and mail and folders are no words. */
const codes = new RegExp(`\\b([A-Za-z]+_\\w+|[a-z]+[A-Z]\\w*|[A-Z][a-z]+[A-Z]\\w*|[A-Z]{4,}|${statuses.join('|')})\\b`, 'g')
const addresses = /\S*(:\/\/|@)\S*|(?<!\S)\/\S+/g
/** The number of a booking or a payment: twelve of these, and now and then no digit among them. */
const ids = /\b[0-9A-HJKMNP-TV-Z]{12}\b/g
const names = new Set([
  'WebP',
  'iOS',
  'iPhone',
  'iPad',
  'OpenStreetMap',
  'PostgreSQL',
  // standards and kinds of files are called so by everybody
  'IBAN',
  'JPEG',
  'JSON',
  'SEPA',
  'XLSX',
  // whoever runs the installation is told which variables to set
  'WAYFARE_ALERT_MAIL',
  'WAYFARE_ALERT_WEBHOOK',
  ...providerNames.flatMap((name) => getProviderTitle(name).split(' ')),
])

/** Labels that are only heard count, too. */
const readWords = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const labels = [...document.querySelectorAll('[aria-label], [title], [placeholder]')].flatMap((element) =>
      ['aria-label', 'title', 'placeholder'].map((name) => element.getAttribute(name) ?? ''),
    )
    return [document.body.innerText, ...labels].join('\n')
  })

export const expectPlainWords = async (page: Page, where: string): Promise<void> => {
  // the one text with such a word that the specification words itself
  const text = (await readWords(page)).replaceAll(addresses, '').replaceAll(ids, '').replaceAll(t('no_withdraws'), '')
  const found = new Set((text.match(codes) ?? []).filter((word) => !names.has(word)))
  expect.soft([...found], `no codes on ${where}`).toEqual([])
}
