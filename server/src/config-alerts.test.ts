import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const mail = { SMTP_URL: 'smtp://taxi:p%40ss@mail.example:587', MAIL_FROM: 'Taxi <no-reply@taxi.example>' }
const secret = 'a secret of many letters'

test('nobody is told without a variable', () => {
  expect(readConfig({}).alerts).toEqual({ mail: [], webhook: null })
})

test('addresses and a webhook are read whole', () => {
  const env = { ...mail, WAYFARE_ALERT_MAIL: 'ops@taxi.example, chief@taxi.example' }
  expect(readConfig(env).alerts.mail).toEqual(['ops@taxi.example', 'chief@taxi.example'])
  const WAYFARE_ALERT_WEBHOOK = 'http://10.0.0.7/alerts'
  expect(readConfig({ WAYFARE_ALERT_WEBHOOK }).alerts.webhook).toEqual({ url: WAYFARE_ALERT_WEBHOOK, secret: null })
  expect(readConfig({ WAYFARE_ALERT_WEBHOOK, WAYFARE_ALERT_SECRET: secret }).alerts.webhook).toEqual({
    url: WAYFARE_ALERT_WEBHOOK,
    secret,
  })
})

test.each([
  [{ ...mail, WAYFARE_ALERT_MAIL: 'ops' }, 'WAYFARE_ALERT_MAIL must list addresses'],
  [{ ...mail, WAYFARE_ALERT_MAIL: 'a@b.example,' }, 'WAYFARE_ALERT_MAIL must list addresses'],
  [{ WAYFARE_ALERT_MAIL: 'a@b.example' }, 'WAYFARE_ALERT_MAIL needs SMTP_URL beside it'],
  [{ WAYFARE_ALERT_WEBHOOK: 'ftp://taxi.example' }, 'WAYFARE_ALERT_WEBHOOK must be an http or https address'],
  [{ WAYFARE_ALERT_WEBHOOK: 'https://a:b@taxi.example' }, 'WAYFARE_ALERT_WEBHOOK must be an http or https address'],
  [
    { WAYFARE_ALERT_WEBHOOK: 'https://taxi.example', WAYFARE_ALERT_SECRET: 'short' },
    'WAYFARE_ALERT_SECRET must have at least 16',
  ],
  [{ WAYFARE_ALERT_SECRET: secret }, 'WAYFARE_ALERT_SECRET needs WAYFARE_ALERT_WEBHOOK beside it.'],
])('%o is refused with one clear sentence', (env, sentence) => {
  expect(() => readConfig(env)).toThrow(sentence)
})
