import { expect, it } from 'vitest'
import { describeStatement } from './traced.ts'

it.each([
  ['select "id" from "booking" where "id" = $1', 'SELECT', 'booking'],
  ['insert into "event" ("type", "payload") values ($1, $2)', 'INSERT', 'event'],
  ['\n  update app_user set x = $1 from other', 'UPDATE', 'app_user'],
  ['delete from only "wayfare"."trip_point" where true', 'DELETE', 'trip_point'],
  ['with old as (select e.id from event e) delete from event', 'WITH', 'event'],
  ['with "made" as (insert into "booking" ("id") values ($1)) select * from "made"', 'INSERT', 'booking'],
  ['select count(*)::int from (select from event limit 3) as found', 'SELECT', 'event'],
  ['select from graphile_worker.add_job(identifier => $1)', 'SELECT', null],
  ['select s.token from unnest($1::text[]) as asked, lateral (select 1 from auth_session s) as f', 'SELECT', 'auth_session'],
  ['select extract(epoch from created_at) from booking where a is distinct from b', 'SELECT', 'booking'],
  ["select set_config('from secret_place', 'it''s from anna', true)", 'SELECT', null],
  ["select 'from anna", 'SELECT', null],
  ['begin', 'BEGIN', null],
  ['', 'QUERY', null],
])('%s', (sql, operation, table) => {
  expect(describeStatement(sql)).toEqual({ operation, table })
})
