import { getDevMessage, listDevMessages } from '@wayfare/contract/messages'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { seedDatabase } from '../../db/seed.ts'
import { sendMessage } from '../../jobs/messages.ts'

const app = await startApp({ config: { demo: true } })
const { call, refusal, make, db, deps } = app
await seedDatabase(db, { demo: false })

const code = async (to: string): Promise<void> => {
  await sendMessage(deps, db, { kind: 'sms', to, locale: 'en', template: 'sign_in_code', params: { code: '123456' } })
  await app.runJobs()
}

test('an admin of a demo reads what would have been sent, newest first', async () => {
  const admin = await make.admin()
  await code('+46701000001')
  await sendMessage(deps, db, {
    kind: 'mail',
    to: 'Ann_1@example.org',
    locale: 'ar',
    template: 'verify_email',
    params: { name: 'Ann' },
    link: '/verify-email?token=abc',
  })
  await app.runJobs()
  await code('+46701000002')
  const { messages, total } = await call(listDevMessages, {}, { as: admin })
  expect(total).toBe(3)
  expect(messages.map(({ kind, to, direction }) => [kind, to, direction])).toEqual([
    ['sms', '+46701000002', 'ltr'],
    ['mail', 'Ann_1@example.org', 'rtl'],
    ['sms', '+46701000001', 'ltr'],
  ])
  expect(messages[0]).toMatchObject({
    subject: '',
    text: "123456 is your code to sign in to Wayfare. Don't share it with anyone.",
  })
  expect(Math.abs(Date.now() - (messages[0]?.createdAt ?? 0))).toBeLessThan(60_000)
  const mail = await call(getDevMessage, { id: messages[1]?.id ?? '' }, { as: admin })
  expect(mail).toMatchObject({
    ...messages[1],
    html: expect.stringContaining('href="http://localhost:3000/verify-email?token=abc"'),
  })
})

test('it can be searched by address, number or subject, and cut', async () => {
  const admin = await make.admin()
  const found = async (search: string) => (await call(listDevMessages, { search }, { as: admin })).messages.map(({ to }) => to)
  expect(await found('ANN_1@')).toEqual(['Ann_1@example.org'])
  expect(await found('000001')).toEqual(['+46701000001'])
  expect(await found('بريدك')).toEqual(['Ann_1@example.org'])
  // SQL wildcards are matched literally
  expect(await found('%')).toEqual([])
  expect(await found('Ann_2')).toEqual([])
  expect(await found('+4670100000_')).toEqual([])
  expect(await found('\\')).toEqual([])
  const { messages, total } = await call(listDevMessages, { limit: 1 }, { as: admin })
  expect([messages.length, total]).toEqual([1, 3])
  await app.settings({ allowCriticalEditsAdmin: false })
  expect(await found('ANN_1@')).toEqual([])
  expect(await found('بريدك')).toEqual([null])
  await app.settings({ allowCriticalEditsAdmin: true })
})

test('nobody but an admin sees it', async () => {
  for (const someone of [await make.rider(), await make.driver(), await make.fleetAdmin()]) {
    expect(await refusal(listDevMessages, {}, { as: someone })).toMatchObject({ status: 403, key: 'forbidden' })
    expect(await refusal(getDevMessage, { id: '1' }, { as: someone })).toMatchObject({ status: 403 })
  }
  expect(await refusal(listDevMessages, {})).toMatchObject({ status: 401 })
  expect(await refusal(getDevMessage, { id: '1' })).toMatchObject({ status: 401 })
})

test('a message that is not there, or no number, is refused', async () => {
  const admin = await make.admin()
  expect(await refusal(getDevMessage, { id: '999999999' }, { as: admin })).toMatchObject({ key: 'not_found' })
  expect(await refusal(getDevMessage, { id: '1 or 1=1' }, { as: admin })).toMatchObject({ key: 'bad_request' })
})

test('outside a demo there is no dev inbox, even for an admin and with messages kept', async () => {
  const other = await startApp()
  const admin = await other.make.admin()
  await other.db.insertInto('devMessage').values({ messageKey: 'k', kind: 'sms', recipient: '+46', body: '123456' }).execute()
  const { id } = await other.db.selectFrom('devMessage').select('id').executeTakeFirstOrThrow()
  expect(await other.refusal(listDevMessages, {}, { as: admin })).toMatchObject({ status: 404, key: 'not_found' })
  expect(await other.refusal(getDevMessage, { id: String(id) }, { as: admin })).toMatchObject({ status: 404 })
  await other.close()
})
