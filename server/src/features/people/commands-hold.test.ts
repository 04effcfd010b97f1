import { listAudit } from '@wayfare/contract/audit'
import { getBookingRecord, reassignBooking, setBookingHold } from '@wayfare/contract/bookings-desk'
import { sendChat } from '@wayfare/contract/chat'
import { replaceLicense } from '@wayfare/contract/files'
import { getPerson, listPeople } from '@wayfare/contract/people'
import { removeUser, setPersonHold } from '@wayfare/contract/people-edit'
import { deleteMe } from '@wayfare/contract/people-profile'
import { asId } from '@wayfare/core/ids'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import * as images from '../../../test/images.ts'
import type { TestUser } from '../../../test/make.ts'
import { countRead, readPlan } from '../../../test/rows-read.ts'
import { makeTrips } from '../../../test/trips.ts'
import { pruneFiles } from '../files/commands.ts'
import { selectHeld } from './commands-privacy.ts'

const app = await startApp()
const { call, refusal, make } = app
const trips = makeTrips(app)
const admin = await make.admin()
const jpeg = { bytes: await images.image('jpeg'), type: 'image/jpeg' }

const hold = ({ id }: TestUser, held: boolean) => call(setPersonHold, { id, held }, { as: admin })
const entriesOf = async (object: string) => {
  const { entries } = await call(listAudit, {}, { as: admin })
  return entries.filter((entry) => entry.object === object).map(({ action, before, after }) => ({ action, before, after }))
}
/** The refusals that the person and the desk get. */
const removals = async (user: TestUser) => {
  const own = await refusal(deleteMe, { forfeit: true }, { as: user })
  const desk = await refusal(removeUser, { id: user.id, forfeit: true }, { as: admin })
  return [own.key, desk.key]
}

describe('a person under a legal hold', () => {
  it('is not deleted by anybody until an admin ends it, and the log says who began and ended it', async () => {
    const rider = await make.rider()
    expect(await hold(rider, true)).toMatchObject({ id: rider.id, legalHold: true })
    expect(await removals(rider)).toEqual(['legal_hold', 'legal_hold'])
    // repeating it changes nothing
    await hold(rider, true)
    expect(await hold(rider, false)).toMatchObject({ legalHold: false })
    expect(await entriesOf(rider.id)).toEqual([
      { action: 'accounts.setLegalHold', before: { legalHold: true }, after: { legalHold: false } },
      { action: 'accounts.setLegalHold', before: { legalHold: false }, after: { legalHold: true } },
    ])
    await call(removeUser, { id: rider.id }, { as: admin })
    expect((await refusal(setPersonHold, { id: rider.id, held: true }, { as: admin })).key).toBe('not_found')
  })

  it('keeps replaced licences, however old', async () => {
    const driver = await make.driver({ legalHold: true })
    for (let i = 0; i < 2; i++) await call(replaceLicense, {}, { as: driver, file: jpeg })
    const count = async () =>
      (await app.db.selectFrom('storedFile').select('id').where('ownerId', '=', driver.id).execute()).length
    const month = 31 * 24 * 3_600_000
    app.advance(month)
    await pruneFiles(app.deps)
    expect(await count()).toBe(2)
    await hold(driver, false)
    await pruneFiles(app.deps)
    expect(await count()).toBe(1)
    app.advance(-month)
  })

  it('is known to admins alone', async () => {
    const boss = await make.fleetAdmin()
    const driver = await make.driver({ fleetAdminId: boss.id })
    await hold(driver, true)
    expect((await call(getPerson, { id: driver.id }, { as: admin })).person.legalHold).toBe(true)
    const { people } = await call(listPeople, { userType: 'driver' }, { as: boss })
    expect(people.map(({ id, legalHold }) => [id, legalHold])).toEqual([[driver.id, null]])
    for (const as of [boss, driver, await make.rider()])
      expect((await refusal(setPersonHold, { id: driver.id, held: false }, { as })).key).toBe('forbidden')
    expect((await refusal(setPersonHold, { id: asId('nobody'), held: true }, { as: admin })).key).toBe('not_found')
  })
})

describe('a booking under a legal hold', () => {
  it('keeps its rider and its driver until an admin ends it, and the log says so', async () => {
    const { id, rider, driver } = await trips.trip('COMPLETE')
    const isHeld = async () => (await call(getBookingRecord, { id }, { as: admin })).legalHold
    expect(await isHeld()).toBe(false)
    expect(await call(setBookingHold, { id, held: true }, { as: admin })).toEqual({ legalHold: true })
    expect(await isHeld()).toBe(true)
    expect(await removals(rider)).toEqual(['legal_hold', 'legal_hold'])
    expect(await removals(driver)).toEqual(['legal_hold', 'legal_hold'])
    await call(setBookingHold, { id, held: false }, { as: admin })
    expect((await entriesOf(id)).map(({ after }) => after)).toEqual([{ legalHold: false }, { legalHold: true }])
    await call(removeUser, { id: rider.id, forfeit: true }, { as: admin })
    await call(removeUser, { id: driver.id, forfeit: true }, { as: admin })
  })

  it('keeps a driver who had it before another, and wrote in it', async () => {
    const { id, driver } = await trips.trip('ACCEPTED')
    await call(sendChat, { id, message: 'I am at the gate', clientKey: 'key-0001' }, { as: driver })
    await call(reassignBooking, { id }, { as: admin })
    await call(setBookingHold, { id, held: true }, { as: admin })
    expect(await removals(driver)).toEqual(['legal_hold', 'legal_hold'])
  })

  it('is an admin’s to begin, of a booking that is there', async () => {
    const { id, rider, driver } = await trips.trip('NEW')
    for (const as of [rider, driver, await make.fleetAdmin()])
      expect((await refusal(setBookingHold, { id, held: true }, { as })).key).toBe('forbidden')
    expect((await refusal(setBookingHold, { id: asId('nothing'), held: true }, { as: admin })).key).toBe('not_found')
  })
})

it('whose payment is disputed stays until that is settled', async () => {
  const { id, rider } = await trips.trip('COMPLETE')
  await sql`insert into payment (id, booking_id, user_id, provider, mode, purpose, amount_minor, currency, status, settled_at, settled_as, dispute)
    values ('disputed', ${id}, ${rider.id}, 'test', 'sandbox', 'booking', 1000, 'SEK', 'paid', now(), 'booking', 'open')`.execute(
    app.db,
  )
  expect(await removals(rider)).toEqual(['conflict', 'conflict'])
  await app.db.updateTable('payment').set({ dispute: 'won' }).where('id', '=', 'disputed').execute()
  await call(removeUser, { id: rider.id, forfeit: true }, { as: admin })
})

/** Copies a booking's row under other ids and for other people, with triggers off and so without dependent rows. */
const fillTown = async (like: string, count: number): Promise<void> => {
  const columns = sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_name = 'booking' and is_generated = 'NEVER'`
  const { rows } = await columns.execute(app.db)
  const own: Record<string, string> = {
    id: `id || '-' || n`,
    quote_id: 'null',
    customer_id: `'c' || n % 500`,
    driver_id: 'null',
  }
  const names = rows.map(({ name }) => name)
  const values = names.map((name) => own[name] ?? name)
  await app.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    const text = `insert into booking (${names.join(', ')}) select ${values.join(', ')} from booking, generate_series(1, ${count}) n where id = '${like}'`
    await sql.raw(text).execute(tx)
  })
  await sql`analyze booking`.execute(app.db)
}

describe('what is held of a person', () => {
  it('is found without reading the bookings of everybody else', async () => {
    const { rider, driver, id } = await trips.trip('STARTED')
    await call(sendChat, { id, message: 'On my way', clientKey: 'held-0001' }, { as: driver })
    await fillTown(id, 10_000)
    for (const { id: who } of [rider, driver])
      expect(countRead(await readPlan(app.db, selectHeld(app.db, who).compile()))).toBeLessThan(100)
  })
})
