// What remains of a removed person in bookings, however many there are.
import { removeUser } from '@wayfare/contract/people-edit'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { makeTrips } from '../../../test/trips.ts'

const app = await startApp()
const trips = makeTrips(app)

/** Adds this many copies of the booking. */
const copyBooking = async (id: string, count: number): Promise<void> => {
  const columns = sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_name = 'booking' and is_generated = 'NEVER'`
  const { rows } = await columns.execute(app.db)
  const own: Record<string, string> = { id: `id || '-' || n`, quote_id: 'null' }
  const names = rows.map(({ name }) => name)
  const values = names.map((name) => own[name] ?? name)
  const text = `insert into booking (${names.join(', ')}) select ${values.join(', ')} from booking, generate_series(1, ${count}) n where id = '${id}'`
  await sql.raw(text).execute(app.db)
}

/** A statement has ten seconds; a busy machine needs a few for this many rows. */
const limitStatements = async (): Promise<void> => {
  await sql
    .raw(
      `create function refuse_many() returns trigger language plpgsql as $$ begin
        if (select count(*) from changed) > 500 then raise exception 'too many at once'; end if; return null; end $$;
      create trigger refuse_many after update on booking referencing new table as changed for each statement execute function refuse_many()`,
    )
    .execute(app.db)
}

it('takes a driver of many trips out of all of them, some at a time', async () => {
  const { driver, rider, id } = await trips.trip('COMPLETE')
  await copyBooking(id, 1200)
  await limitStatements()
  await app.call(removeUser, { id: driver.id, forfeit: true }, { as: await app.make.admin() })
  await app.settle()
  const left = app.db
    .selectFrom('booking')
    .select((e) => [e.fn.countAll<bigint>().as('count'), 'driverName', 'driverContact', 'vehicleNumber', 'customerName'])
    .where('driverId', '=', driver.id)
    .groupBy(['driverName', 'driverContact', 'vehicleNumber', 'customerName'])
  const nobody = { driverName: ' ', driverContact: null, vehicleNumber: null }
  expect(await left.execute()).toEqual([{ count: 1201n, ...nobody, customerName: `${rider.firstName} Testsson` }])
  expect(app.takeErrors()).toEqual([])
})
