import { describe, expect, test } from 'vitest'
import { getSite, readConfig } from './config.ts'

const mail = { SMTP_URL: 'smtp://taxi:p%40ss@mail.example:587', MAIL_FROM: 'Taxi Göteborg <no-reply@taxi.example>' }
const webhook = { SMS_WEBHOOK_URL: 'https://sms.example/send', SMS_WEBHOOK_SECRET: 'a secret of many letters' }
const sid = `AC${'0a'.repeat(16)}`
const twilio = { TWILIO_ACCOUNT_SID: sid, TWILIO_AUTH_TOKEN: 'token', TWILIO_FROM: '+15005550006' }

test('without a variable neither mail nor SMS is configured', () => {
  expect(readConfig({})).toMatchObject({ mail: null, sms: null })
})

test('mail, webhook and Twilio are read whole', () => {
  expect(readConfig({ ...mail, ...webhook })).toMatchObject({
    mail: { url: mail.SMTP_URL, from: mail.MAIL_FROM },
    sms: { by: 'webhook', url: webhook.SMS_WEBHOOK_URL, secret: webhook.SMS_WEBHOOK_SECRET },
  })
  expect(readConfig(twilio)).toMatchObject({
    mail: null,
    sms: { by: 'twilio', accountSid: sid, authToken: 'token', from: '+15005550006' },
  })
})

test.each(['smtps://mail.example', 'smtp://127.0.0.1:25?requireTLS=false'])('%s is a mail server', (url) => {
  expect(readConfig({ ...mail, SMTP_URL: url }).mail?.url).toBe(url)
})

test.each([`MG${'2c'.repeat(16)}`, 'TaxiTown', '+46701234567'])('%s may send by Twilio', (from) => {
  expect(readConfig({ ...twilio, TWILIO_FROM: from }).sms).toMatchObject({ from })
})

describe('one clear sentence refuses', () => {
  test.each([
    [{ ...mail, SMTP_URL: 'mail.example' }, 'SMTP_URL must look like smtp://'],
    [{ ...mail, SMTP_URL: 'https://mail.example' }, 'SMTP_URL must look like smtp://'],
    [{ ...mail, MAIL_FROM: 'Taxi' }, 'MAIL_FROM must be an address'],
    [{ ...mail, MAIL_FROM: 'a@b.example\r\nBcc: c@d.example' }, 'MAIL_FROM must be an address'],
    [{ ...mail, MAIL_FROM: 'a@b.example, c@d.example' }, 'MAIL_FROM must be an address'],
    [{ SMTP_URL: mail.SMTP_URL }, 'SMTP_URL needs MAIL_FROM beside it.'],
    [{ MAIL_FROM: mail.MAIL_FROM }, 'MAIL_FROM needs SMTP_URL beside it.'],
    [{ ...webhook, SMS_WEBHOOK_URL: 'ftp://sms.example' }, 'SMS_WEBHOOK_URL must be an http or https address'],
    [{ ...webhook, SMS_WEBHOOK_URL: 'https://me:pw@sms.example' }, 'SMS_WEBHOOK_URL must be an http or https address without'],
    [{ ...webhook, SMS_WEBHOOK_SECRET: 'short' }, 'SMS_WEBHOOK_SECRET must have at least 16 characters.'],
    [{ SMS_WEBHOOK_URL: webhook.SMS_WEBHOOK_URL }, 'SMS_WEBHOOK_URL needs SMS_WEBHOOK_SECRET beside it.'],
    [{ ...twilio, TWILIO_ACCOUNT_SID: 'AC1' }, 'TWILIO_ACCOUNT_SID must be AC and 32 hexadecimal digits.'],
    [{ ...twilio, TWILIO_FROM: '0701234567890' }, 'TWILIO_FROM must be a number such as +46701234567'],
    [{ TWILIO_FROM: '+15005550006' }, 'TWILIO_FROM needs TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN beside it.'],
    [{ ...twilio, TWILIO_FROM: '' }, 'TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN need TWILIO_FROM beside them.'],
    [{ ...webhook, ...twilio }, 'SMS_WEBHOOK_URL and TWILIO_ACCOUNT_SID are both set: choose the one by which SMS leave.'],
  ])('%j', (env, message) => {
    expect(() => readConfig(env)).toThrow(message)
  })

  test('mail in production without an address for its links', () => {
    const production = { NODE_ENV: 'production', TRUST_PROXY: 'loopback', ...mail }
    expect(() => readConfig(production)).toThrow('In production SMTP_URL needs PUBLIC_ORIGIN beside it')
    expect(readConfig({ ...production, PUBLIC_ORIGIN: 'https://taxi.example' }).mail).not.toBeNull()
  })
})

test('links lead to the public address, or to where the server listens', () => {
  expect(getSite(readConfig({ PUBLIC_ORIGIN: 'https://taxi.example/' }))).toBe('https://taxi.example')
  expect(getSite(readConfig({}))).toBe('http://localhost:3000')
  expect(getSite(readConfig({ HOST: '::', PORT: '4000' }))).toBe('http://localhost:4000')
  expect(getSite(readConfig({ HOST: '::1' }))).toBe('http://[::1]:3000')
  expect(getSite(readConfig({ HOST: '192.168.1.5' }))).toBe('http://192.168.1.5:3000')
})
