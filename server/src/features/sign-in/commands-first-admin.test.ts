import { listAudit } from '@wayfare/contract/audit'
import { getSession } from '@wayfare/contract/sign-in'
import { createFirstAdmin, getFirstAdmin } from '@wayfare/contract/sign-in-first-admin'
import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { startApp, type TestApp } from '../../../test/harness.ts'
import { makeSecrets } from '../../secrets.ts'
import { computeFirstAdminCode, findFirstAdminCode } from './queries-first-admin.ts'

const ada = { firstName: ' Ada ', lastName: 'Boss', email: 'Ada@Town.example', password: 'secret1' }

let app: TestApp
let code = ''

beforeEach(async () => {
  app = await startApp()
  code = computeFirstAdminCode(app.deps.secrets)
})

const listAdmins = () => app.db.selectFrom('appUser').select(['email', 'firstName']).where('userType', '=', 'admin').execute()

const refused = async (change: object) => (await app.refusal(createFirstAdmin, { ...ada, code, ...change })).key

it('prints a code of the secret for as long as there is no admin', async () => {
  expect(await findFirstAdminCode(app.deps)).toBe(code)
  expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
  expect(computeFirstAdminCode(makeSecrets('another secret'))).not.toBe(code)
  await app.make.admin()
  expect(await findFirstAdminCode(app.deps)).toBeNull()
})

it('makes the first admin, who is signed in and stands in the audit log', async () => {
  expect(await app.call(getFirstAdmin, {})).toEqual({ isWanted: true })
  const { me, token } = await app.call(createFirstAdmin, { ...ada, code })
  expect(me).toMatchObject({ userType: 'admin', email: 'ada@town.example', firstName: 'Ada' })
  const as = { id: me.id, token } as Awaited<ReturnType<typeof app.make.admin>>
  expect((await app.call(getSession, {}, { as })).me?.id).toBe(me.id)
  expect(await app.call(getFirstAdmin, {})).toEqual({ isWanted: false })
  const [entry] = (await app.call(listAudit, {}, { as })).entries
  expect(entry).toMatchObject({ action: 'accounts.createFirstAdmin', object: me.id, actor: null })
})

it('takes the code as people type it: in lower case, with spaces, with O and I for 0 and 1', async () => {
  const tries = Array.from({ length: 100 }, (_none, at) => makeSecrets(`secret ${at}`))
  app.deps.secrets = tries.find((secrets) => /^(?=.*0)(?=.*1)/.test(computeFirstAdminCode(secrets))) ?? app.deps.secrets
  const typed = computeFirstAdminCode(app.deps.secrets)
    .toLowerCase()
    .replaceAll('-', ' ')
    .replaceAll('0', 'o')
    .replaceAll('1', 'i')
  expect((await app.call(createFirstAdmin, { ...ada, code: typed })).me.userType).toBe('admin')
})

it('refuses a wrong code and what is no name, address or password, and makes nobody', async () => {
  expect(await refused({ code: '0000-0000-0000-0000' })).toBe('first_admin_code')
  expect(await refused({ code: '' })).toBe('first_admin_code')
  expect(await refused({ firstName: ' ' })).toBe('proper_input_name')
  expect(await refused({ email: 'ada' })).toBe('proper_email')
  expect(await refused({ password: 'abc' })).toBe('password_alphaNumeric_check')
  expect(await listAdmins()).toEqual([])
})

it('refuses the right code once there is an admin', async () => {
  await app.make.admin()
  expect(await app.refusal(createFirstAdmin, { ...ada, code })).toMatchObject({ status: 409, key: 'first_admin_there' })
  expect(await listAdmins()).toHaveLength(1)
})

it('refuses an address that a rider has, and goes on waiting for an admin', async () => {
  await app.make.rider({ email: 'ada@town.example' })
  expect((await app.refusal(createFirstAdmin, { ...ada, code })).key).toBe('user_exists')
  expect(await app.call(getFirstAdmin, {})).toEqual({ isWanted: true })
})

const countWaiting = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_locks
    where locktype = 'advisory' and not granted
      and database = (select oid from pg_database where datname = current_database())`.execute(app.db)
  return rows[0]?.n ?? 0
}

it('makes one of two that come together', async () => {
  const both = await app.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('first admin', 0))`.execute(tx)
    const calls = [ada.email, 'bo@town.example'].map((email) => app.call(createFirstAdmin, { ...ada, email, code }))
    // both have seen that there is no admin
    await expect.poll(countWaiting, { timeout: 20_000 }).toBe(2)
    return { settled: Promise.allSettled(calls) }
  })
  const settled = await both.settled
  expect(settled.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await listAdmins()).toHaveLength(1)
})
