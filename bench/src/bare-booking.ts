// The bare script that bookings are compared with: the same reads, rows and jobs in one transaction, using only named statements.
import { randomBytes } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'

/** Inserts another booking with its step, event and jobs; returns its id. */
export type BareInsert = () => Promise<string>

type TemplateRow = Record<string, unknown>

/** Converts a value for insertion: jsonb columns are read parsed but written as text. */
const valueOf = (value: unknown): unknown =>
  value !== null && typeof value === 'object' && !(value instanceof Date) ? JSON.stringify(value) : value

const readRow = async (pool: Pool, sql: string, id: string): Promise<TemplateRow> => {
  const { rows } = await pool.query<TemplateRow>(sql, [id])
  if (!rows[0]) throw new Error('the booking to copy is not there')
  return rows[0]
}

const insertOf = (table: string, row: TemplateRow): { name: string; text: string } => {
  const columns = Object.keys(row)
  const marks = columns.map((_, i) => `$${i + 1}`)
  return { name: `bare-${table}`, text: `insert into ${table} (${columns.join(', ')}) values (${marks.join(', ')})` }
}

const job = {
  name: 'bare-job',
  text: `select from graphile_worker.add_job(
    identifier => $1, payload => $2::json, run_at => $4::timestamptz, max_attempts => 8, job_key => $3::text)`,
}

/** Locks the customer, as the command does. */
const customer = {
  name: 'bare-customer',
  text: `select id, first_name, last_name, email, mobile, profile_image from app_user
    where id = $1 and user_type = 'rider' and removed_at is null for key share`,
}

/** Checks which nearby drivers are eligible, as the command does. */
const eligible = {
  name: 'bare-eligible',
  text: `select id, car_type_id from app_user where id = any($1) and user_type = 'driver' and removed_at is null and approved and not queue
    and driver_active_status and car_type_id = $2`,
}

const warnAfterMs = 600_000

/** Reads the rows to copy, which contain the booking's id. */
const readTemplate = async (pool: Pool, id: string): Promise<Record<'booking' | 'step' | 'event', TemplateRow>> => ({
  // an estimate can be booked only once: each copy gets its own, with the booking's id
  booking: { ...(await readRow(pool, 'select * from booking where id = $1', id)), quote_id: id },
  step: await readRow(pool, 'select * from booking_step where booking_id = $1 and version = 1', id),
  event: await readRow(pool, `select type, payload from event where type = 'BookingCreated' and payload->>'bookingId' = $1`, id),
})

const putId = (all: readonly unknown[], id: string, fresh: string): unknown[] =>
  all.map((value) => (typeof value === 'string' ? value.replace(id, fresh) : value))

/** Inserts the same rows and jobs, without the reads, in one statement: PostgreSQL's minimum cost, in one round trip. */
export const makeOneStatement = async (pool: Pool, id: string): Promise<BareInsert> => {
  const rows = Object.entries({ ...(await readTemplate(pool, id)) })
  const tables: Record<string, string> = { booking: 'booking', step: 'booking_step', event: 'event' }
  const values = rows.flatMap(([, row]) => Object.values(row).map(valueOf))
  let mark = 0
  const inserts = rows.map(([name, row]) => {
    const marks = Object.keys(row).map(() => `$${++mark}`)
    return `${name} as (insert into ${tables[name]} (${Object.keys(row).join(', ')}) values (${marks.join(', ')}))`
  })
  const [payload, warnAt] = [`$${mark + 1}`, `$${mark + 2}`]
  const addJob = (identifier: string, key: string, at: string): string =>
    `graphile_worker.add_job(identifier => '${identifier}', payload => ${payload}::text::json, run_at => ${at}::timestamptz,
      max_attempts => 8, job_key => '${key}:' || (${payload}::text::json ->> 'bookingId'))`
  const text = `with ${inserts.join(', ')} select ${addJob('dispatch.warn', 'warn', warnAt)}, ${addJob('dispatch.offer', 'offer', 'null')}`
  return async () => {
    const fresh = randomBytes(6).toString('hex')
    const jobs = [JSON.stringify({ bookingId: fresh }), new Date(Date.now() + warnAfterMs)]
    await pool.query({ name: 'bare-one', text, values: [...putId(values, id, fresh), ...jobs] })
    return fresh
  }
}

/** Copies the booking with this id; `near`: the drivers checked each time. */
export const makeBareBooking = async (pool: Pool, id: string, near: readonly string[] = []): Promise<BareInsert> => {
  const { booking, step, event } = await readTemplate(pool, id)
  const statements = {
    booking: insertOf('booking', booking),
    step: insertOf('booking_step', step),
    event: insertOf('event', event),
  }
  const values = {
    booking: Object.values(booking).map(valueOf),
    step: Object.values(step).map(valueOf),
    event: Object.values(event).map(valueOf),
  }
  const withId = (all: readonly unknown[], fresh: string): unknown[] => putId(all, id, fresh)

  const insert = async (client: PoolClient, fresh: string): Promise<void> => {
    await client.query({ ...eligible, values: [near, booking['car_type_id']] })
    await client.query({ ...customer, values: [booking['customer_id']] })
    await client.query({ ...statements.booking, values: withId(values.booking, fresh) })
    await client.query({ ...statements.step, values: withId(values.step, fresh) })
    await client.query({ ...statements.event, values: withId(values.event, fresh) })
    const payload = JSON.stringify({ bookingId: fresh })
    const warnAt = new Date(Date.now() + warnAfterMs)
    await client.query({ ...job, values: ['dispatch.warn', payload, `warn:${fresh}`, warnAt] })
    await client.query({ ...job, values: ['dispatch.offer', payload, `offer:${fresh}`, null] })
  }
  return async () => {
    const fresh = randomBytes(6).toString('hex')
    const client = await pool.connect()
    try {
      await client.query('begin')
      await insert(client, fresh)
      await client.query('commit')
    } finally {
      client.release()
    }
    return fresh
  }
}
