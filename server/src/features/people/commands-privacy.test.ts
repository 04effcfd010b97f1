import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { removeUser } from '@wayfare/contract/people-edit'
import { getSession } from '@wayfare/contract/sign-in'
import { addSavedPlace } from '@wayfare/contract/accounts-places'
import * as contract from '@wayfare/contract/people-profile'
import * as files from '@wayfare/contract/files'
import { getBooking } from '@wayfare/contract/bookings'
import { makeBonusPostings } from '@wayfare/core/ledger'
import { describe, expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { readAnswers } from '../../../test/answers.ts'
import * as images from '../../../test/images.ts'
import { makeConnect } from '../../../test/live.ts'
import type { TestUser } from '../../../test/make.ts'
import { makeTrips } from '../../../test/trips.ts'
import { inTx } from '../../db/tx.ts'
import { pruneIdempotencyKeys } from '../../http/once.ts'
import { writePosting } from '../wallet/post.ts'

const app = await startApp()
const { call, refusal, make } = app
const trips = makeTrips(app)
const address = await app.listen()
const { connect } = makeConnect(() => address.replace('http', 'ws'))
const jpeg = { bytes: await images.image('jpeg'), type: 'image/jpeg' }

const deleteMe = (as: TestUser, forfeit = false) => call(contract.deleteMe, { forfeit }, { as })
const refused = (as: TestUser, forfeit = false) => refusal(contract.deleteMe, { forfeit }, { as })

const isThere = async ({ id }: TestUser): Promise<boolean> => {
  const row = await app.db.selectFrom('appUser').select('removedAt').where('id', '=', id).executeTakeFirstOrThrow()
  return row.removedAt === null
}

const storedFiles = (): string[] =>
  readdirSync(join(app.deps.config.dataDir, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)

/** Moves money between the user and the opposite account. */
const pay = (user: TestUser, minor: bigint) =>
  inTx(app.deps, (tx) =>
    writePosting(tx, 'SEK', {
      kind: minor > 0n ? 'Credit' : 'Debit',
      reference: 'test',
      once: `test ${user.id} ${minor}`,
      legs: [
        { account: { kind: 'wallet', owner: user.id }, amount: minor },
        { account: { kind: 'trips' }, amount: -minor },
      ],
    }),
  )

/** All text in the database, except in tables about other people. */
const everythingKept = async (): Promise<string> => {
  const tables = ['appUser', 'authSession', 'authCredential', 'authVerification', 'savedAddress', 'signInCode'] as const
  const more = ['secondFactor', 'backupCode', 'storedFile', 'driverPosition', 'booking', 'event'] as const
  const rows = await Promise.all([...tables, ...more].map((table) => app.db.selectFrom(table).selectAll().execute()))
  return JSON.stringify([rows, await readAnswers(app.db)], (_key, value: unknown) =>
    typeof value === 'bigint' ? String(value) : value,
  )
}

describe('deleting the own account', () => {
  it('leaves nothing of the person: no name, contact, place, file, session, way in, link or answer', async () => {
    const { rider, driver, id } = await trips.trip('COMPLETE')
    await call(files.setProfileImage, {}, { as: rider, file: jpeg })
    await call(addSavedPlace, { name: 'Grandmother in Kungälv', lat: 57.87, lng: 11.97 }, { as: rider })
    const names = { firstName: 'Fredegunda', lastName: 'Quist' }
    await call(contract.updateProfile, names, { as: rider, once: 'kept-answer' })
    await app.db
      .insertInto('authVerification')
      .values({
        id: 'link-1',
        identifier: `verify_email ${rider.id} ${rider.email}`,
        value: 'x',
        expiresAt: new Date(Date.now() + 60_000),
      })
      .execute()
    await app.db
      .insertInto('signInCode')
      .values({ id: 'code-1', userId: rider.id, codeHash: 'x', expiresAt: new Date(Date.now() + 60_000) })
      .execute()
    await app.db.insertInto('secondFactor').values({ userId: rider.id, sealedSecret: 'x', confirmedAt: null }).execute()
    await app.db.insertInto('backupCode').values({ userId: rider.id, codeHash: 'x', usedAt: null }).execute()
    await app.db.updateTable('booking').set({ review: 'Fredegunda says thanks' }).where('id', '=', id).execute()
    const words = ['Fredegunda', 'Quist', 'Grandmother', rider.email, rider.mobile]
    const before = await everythingKept()
    for (const word of words) expect([word, before.includes(word)]).toEqual([word, true])
    const filesBefore = storedFiles().length

    await deleteMe(rider)
    await app.settle()

    const answers = app.db
      .selectFrom('idempotencyKey')
      .select('key')
      .where('actor', '=', rider.id)
      .where('key', '=', 'kept-answer')
    expect(await answers.execute()).toEqual([])
    // stored answers to others about the person are deleted after two days
    await pruneIdempotencyKeys(app.db, new Date(Date.now() + 49 * 3_600_000))
    const after = await everythingKept()
    for (const word of words) expect([word, after.includes(word)]).toEqual([word, false])
    expect(storedFiles()).toHaveLength(filesBefore - 1)
    const row = await app.db.selectFrom('booking').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      customerId: rider.id,
      customerName: ' ',
      customerEmail: null,
      customerContact: null,
      status: 'COMPLETE',
    })
    expect(row.driverName).not.toBe(' ')
    expect((await call(getBooking, { id }, { as: driver })).customerName).toBe(' ')
    expect((await call(getSession, {}, { as: rider })).me).toBeNull()
  })

  it('takes a driver out of the past bookings, the map and the storage, and keeps the rider’s', async () => {
    const { rider, driver, id } = await trips.trip('COMPLETE')
    const { licenseImage } = await call(files.replaceLicense, {}, { as: driver, file: jpeg })
    const admin = await make.admin()
    // a debt from the trip that was paid in cash
    const { balanceMinor } = await app.db
      .selectFrom('ledgerAccount')
      .select('balanceMinor')
      .where('ownerId', '=', driver.id)
      .executeTakeFirstOrThrow()
    if (balanceMinor !== 0n) await pay(driver, -balanceMinor)
    const entries = await app.db.selectFrom('ledgerEntry').selectAll().execute()
    await deleteMe(driver)
    await app.settle()
    const row = await app.db.selectFrom('booking').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      driverId: driver.id,
      driverName: ' ',
      driverContact: null,
      vehicleNumber: null,
      driverImage: null,
    })
    expect(row.customerName).toContain(rider.firstName)
    expect((await call(getBooking, { id }, { as: rider })).driverName).toBe(' ')
    expect(await app.db.selectFrom('driverPosition').selectAll().where('driverId', '=', driver.id).execute()).toEqual([])
    const licence = await app.inject({ url: licenseImage, headers: { authorization: `Bearer ${admin.token}` } })
    expect(licence.statusCode).toBe(404)
    expect(await app.db.selectFrom('ledgerEntry').selectAll().execute()).toEqual(entries)
  })

  it('ends every session and socket at once, and takes the cookie away', async () => {
    const rider = await make.rider()
    const other = await make.session(rider.id)
    const sockets = [await connect(rider), await connect({ ...rider, token: other.token })]
    const answer = await app.raw(
      contract.deleteMe,
      {},
      { headers: { cookie: `wayfare.session_token=${encodeURIComponent(rider.token)}` } },
    )
    expect(answer.statusCode).toBe(200)
    expect(String(answer.headers['set-cookie'])).toMatch(/wayfare\.session_token=;.*Max-Age=0/)
    for (const socket of sockets) await expect.poll(() => socket.closed()).not.toBeNull()
    expect(await app.db.selectFrom('authSession').select('id').where('userId', '=', rider.id).execute()).toEqual([])
  })

  it('wants a recent proof', async () => {
    const rider = await make.rider()
    await app.db
      .updateTable('authSession')
      .set({ provedAt: new Date(0) })
      .where('id', '=', rider.sessionId)
      .execute()
    expect(await refused(rider)).toMatchObject({ status: 403, key: 'prove_first' })
    expect(await refusal(contract.deleteMe, {})).toMatchObject({ status: 401 })
    expect(await isThere(rider)).toBe(true)
  })

  it('waits for open trips, on both sides, also when an admin removes one of them', async () => {
    const { rider, driver, id } = await trips.trip('ACCEPTED')
    const admin = await make.admin()
    for (const one of [rider, driver]) {
      expect(await refused(one)).toMatchObject({ status: 409, key: 'conflict', details: { bookingId: id } })
      expect((await refusal(removeUser, { id: one.id }, { as: admin })).key).toBe('conflict')
      expect(await isThere(one)).toBe(true)
    }
  })

  it('is refused under a legal hold, to the person and to an admin', async () => {
    const rider = await make.rider({ legalHold: true })
    expect(await refused(rider)).toMatchObject({ status: 409, key: 'legal_hold' })
    expect((await refusal(removeUser, { id: rider.id }, { as: await make.admin() })).key).toBe('legal_hold')
    expect(await isThere(rider)).toBe(true)
  })

  it('does not lose money by a slip: who has some gives it up on purpose, who owes some pays first', async () => {
    const [rich, owing] = [await make.driver(), await make.driver()]
    await pay(rich, 12_345n)
    await pay(owing, -500n)
    expect(await refused(rich)).toMatchObject({
      status: 409,
      key: 'balance_not_zero',
      details: { balance: '123.45', currency: 'SEK', mayForfeit: true },
    })
    for (const forfeit of [false, true])
      expect(await refused(owing, forfeit)).toMatchObject({
        key: 'balance_not_zero',
        details: { balance: '-5.00', mayForfeit: false },
      })
    await deleteMe(rich, true)
    expect([await isThere(rich), await isThere(owing)]).toEqual([false, true])
    const kept = app.db.selectFrom('ledgerAccount').select('balanceMinor').where('ownerId', '=', rich.id)
    expect(await kept.execute()).toEqual([{ balanceMinor: 12_345n }])
  })

  it('sees money that comes at the same moment, or comes too late for it', async () => {
    const [newcomer, referrer] = [await make.rider(), await make.rider()]
    const bonus = inTx(app.deps, async (tx) => {
      for (const posting of makeBonusPostings(newcomer.id, referrer.id, 700n)) await writePosting(tx, 'SEK', posting)
    })
    const [gone] = await Promise.allSettled([deleteMe(newcomer), bonus])
    if (gone.status === 'rejected') expect(gone.reason).toMatchObject({ key: 'balance_not_zero' })
    expect(await isThere(newcomer)).toBe(gone.status === 'rejected')
  })

  it('keeps the last admin', async () => {
    const admins = await app.db
      .selectFrom('appUser')
      .select('id')
      .where('userType', '=', 'admin')
      .where('removedAt', 'is', null)
      .execute()
    const last = await make.admin()
    for (const { id } of admins) await call(removeUser, { id: id as never }, { as: last })
    expect(await refused(last)).toMatchObject({ status: 409, key: 'last_admin' })
    const second = await make.admin()
    await Promise.allSettled([deleteMe(last), deleteMe(second)])
    expect([await isThere(last), await isThere(second)].filter(Boolean)).toHaveLength(1)
  })

  it('is refused while the operator locks critical edits', async () => {
    const rider = await make.rider()
    await app.settings({ allowCriticalEditsAdmin: false })
    expect(await refused(rider)).toMatchObject({ status: 403, key: 'demo_mode' })
    await app.settings({ allowCriticalEditsAdmin: true })
    await deleteMe(rider)
  })

  it('frees address and number for a new beginning', async () => {
    const rider = await make.rider()
    await deleteMe(rider)
    const again = await make.rider({ email: rider.email, mobile: rider.mobile })
    expect(again.id).not.toBe(rider.id)
  })
})
