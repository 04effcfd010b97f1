// A notice of the desk to many: written and looked at, refused while nobody is there for it, sent once, and kept in the history.
import type { Page } from '@playwright/test'
import { registerDevice } from '@wayfare/contract/messages-push'
import { call } from './api.ts'
import { expect, expectNoSidewaysScroll, phone, test } from './fixtures.ts'
import { like, t } from './texts.ts'

/** No browser has this key, so the server forgets it at once, without a network. */
const device = {
  kind: 'web',
  token: 'https://fcm.googleapis.com/fcm/send/e2e-notifications',
  keys: {
    p256dh: Buffer.from(Uint8Array.from({ length: 65 }, (_, at) => (at === 0 ? 4 : at))).toString('base64url'),
    auth: Buffer.alloc(16, 7).toString('base64url'),
  },
} as const

const pick = (page: Page, group: string, option: string) =>
  page
    .getByRole('radiogroup', { name: t(group) })
    .getByText(t(option), { exact: true })
    .click()

/** The question with its number, which other tests' riders may raise. */
const howMany = new RegExp([like('notification_send_text_one').source, like('notification_send_text_other').source].join('|'))

test('an admin writes a notice, is told when nobody matches, sends it to riders once and finds it in the history', async ({
  open,
  people,
  origin,
  watch,
}) => {
  watch.allow(/status of 422 .*\/send\)$/)
  await call(origin, registerDevice, device, people.rider[2]?.token)
  const page = await open(people.admin[0] ?? null, { viewport: phone })
  await page.goto('/notifications')
  const title = `Half price ${Date.now()}`

  await test.step('the words are looked at while they are written', async () => {
    await page.getByRole('button', { name: t('notification_add') }).click()
    await page.getByRole('textbox', { name: t('notification_title'), exact: true }).fill(title)
    await page.getByRole('textbox', { name: t('notification_body'), exact: true }).fill('Every ride after 22:00.')
    await expect(page.getByRole('region', { name: t('notification_preview') }).getByText(title)).toHaveCount(2)
    await expectNoSidewaysScroll(page)
  })

  await test.step('nobody has an iPhone: it stays a draft', async () => {
    await pick(page, 'notification_users', 'notification_user_rider')
    await pick(page, 'notification_devices', 'notification_device_IOS')
    await expect(page.getByText(t('no_user_match'))).toBeVisible()
    await page.getByRole('button', { name: t('notification_send'), exact: true }).click()
    await page.getByRole('button', { name: t('notification_send_now') }).click()
    const alert = page.getByRole('dialog', { name: t('alert_title') })
    await expect(alert).toContainText(t('no_user_match'))
    await alert.getByRole('button', { name: t('close'), exact: true }).click()
  })

  await test.step('to riders on all devices it goes, after a question that names how many', async () => {
    await pick(page, 'notification_devices', 'notification_device_All')
    await page.getByRole('button', { name: t('notification_send'), exact: true }).click()
    const question = page.getByRole('dialog', { name: t('notification_send_title') })
    await expect(question.getByText(howMany)).toBeVisible()
    await question.getByRole('button', { name: t('notification_send_now') }).click()
    const detail = page.getByRole('dialog', { name: t('notification_one'), exact: true })
    await expect(detail.getByRole('status')).toHaveText(t('notification_state_sent'))
    await expect(detail.getByText(t('notification_failed'), { exact: true }).locator('..')).toContainText(/[1-9]/)
    await page.keyboard.press('Escape')
    await expect(detail).toBeHidden()
    // its entry in the browser's history goes after it, and would call off what is loaded meanwhile
    await expect.poll(() => page.evaluate(() => (history.state as { layer?: unknown } | null)?.layer ?? null)).toBeNull()
  })

  await test.step('the history has it once, as sent', async () => {
    await page.reload()
    await page.getByRole('searchbox', { name: t('notification_search') }).fill(title)
    await expect(page.getByText(title)).toHaveCount(1)
    await expect(page.getByText(t('notification_state_sent'), { exact: true }).last()).toBeVisible()
  })
})
