// A notice as a device shows it, in the person's language; text written by people stays unchanged and keeps its own direction.
import { campaignUsefulS, detectDirection } from '@wayfare/core/campaigns'
import type { PushOrder } from '@wayfare/core/events'
import type { Format } from '@wayfare/core/format'
import { fillAmounts } from '@wayfare/core/notices'
import type { PushNotice } from '../../adapters/ports.ts'
import type { Texts } from './queries.ts'

/** Notices that can wait until the device wakes up anyway. */
const calm = new Set([
  'notice_booking_paid_rider',
  'notice_booking_paid_driver',
  'notice_rated',
  'notice_wallet_credited',
  'notice_wallet_taken_back',
  'notice_withdraw_paid',
  'notice_withdraw_declined',
  'notice_withdraw_returned',
])
/** Notices that stay on the screen, because they need an answer. */
const lasting = new Set(['notice_new_task', 'notice_panic', 'notice_panic_rider'])

/** Isolates a value, so that it keeps its own direction within the sentence. */
const isolate = (value: string): string => `\u2068${value}\u2069`

const fill = (text: string, params: Record<string, string>, isRtl: boolean): string =>
  text.replaceAll(/{{(\w+)}}/g, (_match, name: string) => {
    const value = params[name] ?? ''
    return isRtl && !/^\d+$/.test(value) ? isolate(value) : value
  })

/** Text written by people is shown unchanged; its language is unknown. */
const presentWritten = ({ title, msg }: { title: string; msg: string }) => ({
  title,
  msg,
  locale: '',
  direction: detectDirection(`${title} ${msg}`),
  stays: false,
  alone: true,
})

type Campaign = { id: string; title: string; body: string }

/** A campaign's notice; if it is handed over twice, a device shows it once. */
export const presentCampaign = ({ id, title, body }: Campaign): PushNotice => ({
  ...presentWritten({ title, msg: body }),
  screen: 'home',
  params: {},
  collapse: `notification:${id}`,
  urgency: 'normal',
  ttlS: campaignUsefulS,
})

type Setting = Texts & { appName: string; format: Pick<Format, 'exactMoney'> }

export const presentPush = (
  push: PushOrder,
  { locale, direction, texts, appName, format }: Setting,
  ttlS: number,
): PushNotice => {
  const { screen, collapse, words } = push
  const params = fillAmounts(push.params, format)
  const frame = { screen, params, collapse, locale, direction, ttlS }
  if ('title' in words) return { ...frame, ...presentWritten(words), urgency: 'high' }
  return {
    ...frame,
    title: appName,
    msg: fill(texts[words.key] ?? words.key, params, direction === 'rtl'),
    urgency: calm.has(words.key) ? 'normal' : 'high',
    stays: lasting.has(words.key),
  }
}
