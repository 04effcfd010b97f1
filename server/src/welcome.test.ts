import { expect, test } from 'vitest'
import { printWelcome } from './welcome.ts'

const demo = { demo: true, isProduction: false, publicOrigin: null, host: '0.0.0.0', mail: null, sms: null }
const production = { ...demo, demo: false, isProduction: true, publicOrigin: 'https://taxi.example' }
const mail = { url: 'smtp://mail.example', from: 'no-reply@taxi.example' }
const sms = { by: 'webhook', url: 'https://sms.example', secret: 'a secret of many letters' } as const

test('a demo says where its mail and SMS can be read, and warns of nothing', () => {
  const said = printWelcome(demo, 3000)
  expect(said).toContain('read the mail and SMS that would be sent: http://localhost:3000/dev-inbox')
  expect(said).not.toMatch(/not work|Not configured/i)
})

test('a demo names places of the city that is served', () => {
  expect(printWelcome(demo, 3000)).toContain('book from Järntorget to Korsvägen')
  const ride = { city: 'Porto', from: 'Estação de São Bento', to: 'Casa da Música' }
  const said = printWelcome({ ...demo, ride }, 3000)
  expect(said).toMatch(/The town is in Porto[^]*book from Estação de São Bento to Casa da Música/)
  expect(said).not.toContain('Järntorget')
  expect(said).not.toContain('fresh-town')
})

test('a demo that was made in another country says how it comes to the city that is served', () => {
  const ride = { city: 'Porto', from: 'Estação de São Bento', to: 'Casa da Música', isElsewhere: true }
  expect(printWelcome({ ...demo, ride }, 3000)).toMatch(/The map is that of Porto, but [^]*npm run fresh-town/)
})

test('production says what will not work without mail and SMS', () => {
  const said = printWelcome(production, 3000)
  expect(said).toMatch(/WILL NOT WORK[^]*Mail \(SMTP_URL, MAIL_FROM\): nobody can confirm an address, reset a password/)
  expect(said).toMatch(/SMS \(SMS_WEBHOOK_URL.*nobody can sign in by phone/)
  expect(said).not.toContain('dev-inbox')
})

test('production names only what is missing, and nothing when nothing is', () => {
  expect(printWelcome({ ...production, mail }, 3000)).not.toContain('SMTP_URL')
  expect(printWelcome({ ...production, mail }, 3000)).toContain('SMS_WEBHOOK_URL')
  expect(printWelcome({ ...production, sms }, 3000)).not.toContain('SMS_WEBHOOK_URL')
  expect(printWelcome({ ...production, mail, sms }, 3000)).not.toMatch(/WILL NOT WORK|SMTP|SMS/)
})

test('without a demo the start says so outside production, too: no page would show what is kept', () => {
  const said = printWelcome({ ...demo, demo: false }, 3000)
  expect(said).toMatch(/WILL NOT WORK[^]*Mail \(SMTP_URL[^]*SMS \(SMS_WEBHOOK_URL/)
  expect(said).not.toContain('dev-inbox')
})

test('the start says when backups are written and where, and in production that none is', () => {
  const backup = { at: '03:30', folder: '/mnt/backups', store: null, passphrase: null, keepDays: 30 }
  expect(printWelcome({ ...production, backup }, 3000)).toContain('A backup is written every night at 03:30, to /mnt/backups')
  expect(printWelcome({ ...production, backup: { ...backup, at: null } }, 3000)).toContain('set WAYFARE_BACKUP_AT')
  expect(printWelcome({ ...demo, backup: { ...backup, at: null } }, 3000)).not.toContain('backup')
})
