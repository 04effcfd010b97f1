// A town in whose database every table has a row: what happens when people play, and by hand what play does not bring.
import type { TestApp } from './harness.ts'
import { seedDatabase } from '../src/db/seed.ts'
import { proveAudit } from '../src/features/audit/commands.ts'
import { proveBooks } from '../src/features/wallet/commands-books.ts'
import { makeCity } from './random/city.ts'
import { deskMoves, runDue } from './random/moves-desk.ts'
import { driverMoves } from './random/moves-driver.ts'
import { moneyMoves } from './random/moves-money.ts'
import { riderMoves } from './random/moves-rider.ts'

const moves = [...riderMoves, ...driverMoves, ...deskMoves, ...moneyMoves]
const usualSteps = 500

const play = async (app: TestApp, steps: number): Promise<void> => {
  const city = await makeCity(app, 7)
  for (let i = 0; i < steps; i++) {
    await city.look()
    // what may not be done at the moment is refused, and nothing else
    await city.dice
      .weigh(moves)
      .plan(city)
      ?.go(`step-${i}`)
      .catch(() => {})
  }
  await runDue(city)
}

const rider = `(select id from app_user where user_type = 'rider' and removed_at is null order by id limit 1)`
const driver = `(select id from app_user where user_type = 'driver' and removed_at is null order by id limit 1)`
const admin = `(select id from app_user where user_type = 'admin' order by id limit 1)`
const booking = `(select id from booking where driver_id is not null order by id limit 1)`

/** One row of each table that play leaves empty. */
const rest = `
insert into attempt (kind, subject, window_start, count) values ('sign-in', 'somebody', date_trunc('hour', now()), 2);
insert into job_worker (id) values ('w1');
insert into secret_check (hash) values ('hash');
insert into demo_history (seed, ends_at, days_written) values (13, now(), 5);
insert into auth_verification (id, identifier, value, expires_at) values ('v1', 'reset:somebody', 'hash', now() + interval '1 hour');
insert into second_factor (user_id, sealed_secret, confirmed_at) values (${rider}, 'sealed', now());
insert into backup_code (user_id, code_hash) values (${rider}, 'hash');
insert into sign_in_code (user_id, id, code_hash, expires_at) values (${driver}, 'c1', 'hash', now() + interval '5 minutes');
insert into used_challenge (signature, expires_at) values ('signature', now() + interval '5 minutes');
insert into booking_note (id, booking_id, author_id, text) values ('n1', ${booking}, ${admin}, 'Called the rider.');
insert into chat_message (booking_id, driver_id, from_id, source, message, client_key, at)
  select id, driver_id, driver_id, 'driver', 'I am at the corner.', 'k1', now() from booking where driver_id is not null order by id limit 1;
insert into chat_read (booking_id, user_id, last_id) select booking_id, from_id, id from chat_message order by id limit 1;
insert into panic (id, booking_id, driver_id, at, lat, lng, address) values ('p1', ${booking}, ${driver}, now(), 57.7, 11.95, 'Järntorget');
insert into track_packed (booking_id, ended_at, points, way) values (${booking}, now(), 1, '\\x0120904e0204');
insert into trip_share (token_hash, booking_id, sent) values ('hash', ${booking}, true);
insert into dev_message (message_key, kind, recipient, subject, body) values ('m1', 'mail', 'somebody@test.example', 'Hello', 'Welcome');
insert into served_city (dataset) values ('gothenburg');
insert into operator_place (id, name, kind, lat, lng) values ('o1', 'Fish market', 'landmark', 57.7, 11.95);
insert into push_key (name, public_key, sealed_private_key) values ('vapid', 'public', 'sealed');
insert into push_device (id, user_id, session_id, kind, platform, token)
  select 'd1', user_id, id, 'expo', 'IOS', 'ExponentPushToken[1]' from auth_session order by id limit 1;
insert into push_sent (notice_id, device_id) values ('n1', 'd1');
insert into campaign (id, device_type, user_type, title, body, created_by, state, sent_at) values
  ('c1', 'All', 'rider', 'Hello', 'A new zone is served', ${admin}, 'sending', now());
insert into campaign_retry (campaign_id, device_id, tries, due_at) values ('c1', 'd1', 1, now());
insert into provider_key (provider, mode, enabled, sealed, hints) values ('stripe', 'sandbox', false, 'sealed', '{}');
insert into payment_event (provider, event_id, state, mode) values ('stripe', 'evt_1', 'done', 'sandbox');
insert into refund (id, payment_id, amount_minor, currency, target, source, state, created_by, problem, settled_at)
  select 'r1', id, 100, currency, 'provider', 'refunds', 'failed', ${admin}, 'declined', now() from payment order by payment.id limit 1;
insert into payment_reversal (id, payment_id, kind, ref, state, amount_minor, currency)
  select 'rv1', id, 'dispute', 'dp_1', 'inquiry', 0, currency from payment order by id limit 1;
insert into bank_deposit (id, source, provider, amount_minor, currency, created_by) values ('bd1', 'cashbox', null, 100, 'SEK', ${admin});
insert into stored_file (id, owner_id, purpose, name, storage_key, media_type, bytes) values
  ('f1', ${rider}, 'profileImage', 'profileImage', 'users/f1', 'image/webp', 1000);
insert into table_view (user_id, table_name, name, query) values (${admin}, 'bookings', 'Waiting', 'status=NEW');
`

/** The tables that play filled are left as they are. */
const fillRest = async ({ database }: TestApp): Promise<void> => {
  for (const statement of rest.split(/;\n(?=insert)/)) {
    const table = /^\s*insert into (\w+)/.exec(statement)?.[1] ?? ''
    const { rowCount } = await database.directPool.query(`select from ${table} limit 1`)
    if (rowCount === 0) await database.directPool.query(statement)
  }
}

export const fillTown = async (app: TestApp, steps = usualSteps): Promise<void> => {
  await seedDatabase(app.db, { demo: true })
  await play(app, steps)
  await fillRest(app)
  await proveBooks(app.deps, null)
  await proveAudit(app.deps, null)
}
