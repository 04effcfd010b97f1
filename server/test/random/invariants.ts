// What must hold after whatever happened: each rule is a question to the database whose answer must be empty.
import { activeStatuses, busyStatuses, type Status } from '@wayfare/core/booking'
import type { Actor, Role } from '@wayfare/core/accounts'
import { asId } from '@wayfare/core/ids'
import { decideTransition, type Move, type MoveType } from '@wayfare/core/lifecycle'
import { sql } from 'kysely'
import type { TestApp } from '../harness.ts'
import { moneyRules } from './invariants-money.ts'

const list = (statuses: readonly Status[]): string => statuses.map((status) => `'${status}'`).join(',')

const rules: Record<string, string> = {
  'a driver has one trip at a time': `select driver_id, count(*) from booking
    where status in (${list(busyStatuses)}) group by driver_id having count(*) > 1`,
  'a driver is busy exactly when on a trip': `select u.id, u.queue from app_user u where u.user_type = 'driver' and u.queue <>
    exists (select from booking b where b.driver_id = u.id and b.status in (${list(busyStatuses)}))`,
  'nobody is asked for a booking that does not wait': `select o.booking_id, b.status from booking_offer o
    join booking b on b.id = o.booking_id where o.state = 'asked' and b.status <> 'NEW'`,
  'who drives is known from the acceptance on': `select id, status from booking
    where (status in (${list([...busyStatuses, 'PENDING', 'PAID', 'COMPLETE'])}) and (driver_id is null or accepted_at is null))
    or (status in ('PAYMENT_PENDING','NEW') and driver_id is not null)`,
  'who is gone has nothing left to finish': `select u.id, b.id as booking, b.status from app_user u
    join booking b on (b.customer_id = u.id and b.status in (${list(activeStatuses)}) and b.status <> 'PAID')
      or (b.driver_id = u.id and b.status in (${list(busyStatuses)}))
    where u.removed_at is not null`,
  'a driver without approval is neither on duty nor asked': `select u.id from app_user u where u.user_type = 'driver' and not u.approved
    and (u.driver_active_status or u.queue)`,
  'the moments of a booking are in order': `select id from booking where accepted_at < created_at or driver_arrive_at < accepted_at
    or trip_start_at < driver_arrive_at or trip_end_at < trip_start_at or paid_at < trip_end_at or completed_at < paid_at`,
  'ratings are what riders gave': `select u.id, u.rating_sum, u.rating_count from app_user u where u.user_type = 'driver'
    and (u.rating_sum, u.rating_count) <> (select coalesce(sum(rating), 0), count(rating) from booking where driver_id = u.id)`,
  'what is unpaid runs out': `select id from booking b where status = 'PAYMENT_PENDING'
    and not exists (select from graphile_worker._private_jobs where key = 'expire:' || b.id)`,
  'what is paid completes by itself': `select id from booking b where status = 'PAID'
    and not exists (select from graphile_worker._private_jobs where key = 'complete:' || b.id)`,
  'a chat is between rider and driver': `select m.id from chat_message m join booking b on b.id = m.booking_id
    where m.from_id <> b.customer_id and m.from_id <> m.driver_id`,
  ...moneyRules,
}

type Row = { booking: string; customer: string; now: Status; from: Status | null; to: Status; actor: string | null; role: string }

const actorOf = ({ actor, role }: Row): Actor =>
  actor === null ? { kind: 'system' } : { kind: 'user', id: asId(actor), role: role as Role }

const moves: { [Type in MoveType]: Extract<Move, { type: Type }> } = {
  prepay: { type: 'prepay' },
  accept: { type: 'accept' },
  reassign: { type: 'reassign' },
  arrive: { type: 'arrive' },
  start: { type: 'start', otp: null },
  reach: { type: 'reach' },
  awaitPayment: { type: 'awaitPayment' },
  pay: { type: 'pay', mode: 'cash' },
  complete: { type: 'complete' },
  cancel: { type: 'cancel', reason: '' },
}

/** Some move of the lifecycle leads from here to there for this person. */
const isLawful = (row: Row): boolean => {
  const { from, to, role } = row
  if (from === null) return row.role !== 'driver' && (to === 'NEW' || to === 'PAYMENT_PENDING')
  const driver = role === 'driver' && row.actor !== null ? asId<'user'>(row.actor) : null
  const booking = {
    id: asId<'booking'>(row.booking),
    status: from,
    customer: asId<'user'>(row.customer),
    driver,
    fleetAdmin: null,
    requestedDrivers: driver ? [driver] : [],
    otp: null,
    otpTries: 0,
    rated: false,
    claim: null,
  }
  return Object.values(moves).some((move) => {
    const decision = decideTransition(booking, actorOf(row), move)
    return decision.ok && decision.next === to
  })
}

const readSteps = async (app: TestApp): Promise<Row[]> => {
  const { rows } = await sql<Row>`select b.id as booking, b.customer_id as customer, b.status as now, s.from_status as "from",
    s.to_status as "to", s.actor_id as actor, s.actor_role as role
    from booking b join booking_step s on s.booking_id = b.id order by b.id, s.version`.execute(app.db)
  return rows
}

/** Each step begins where the one before ended, the last one where the booking is now, and each one is lawful. */
const findBrokenSteps = async (app: TestApp): Promise<object[]> => {
  const steps = await readSteps(app)
  return steps.filter((step, i) => {
    const before = steps[i - 1]
    const after = steps[i + 1]
    const isFirst = before?.booking !== step.booking
    const isLast = after?.booking !== step.booking
    if (step.from !== (isFirst ? null : before.to)) return true
    return (isLast && step.to !== step.now) || !isLawful(step)
  })
}

export type Breach = { rule: string; rows: readonly object[] }

/** The rules that do not hold now. */
export const findBreaches = async (app: TestApp): Promise<Breach[]> => {
  const breaches: Breach[] = [{ rule: 'every change of a status is lawful', rows: await findBrokenSteps(app) }]
  for (const [rule, question] of Object.entries(rules)) {
    const { rows } = await sql.raw<object>(question).execute(app.db)
    breaches.push({ rule, rows })
  }
  return breaches.filter(({ rows }) => rows.length > 0)
}
