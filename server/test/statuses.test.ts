// What stands beside the core's table of statuses, where no compiler sees that a new one is missing.
import { readFileSync } from 'node:fs'
import { busyStatuses, isUnassigned, paidStatuses, statuses, waitingStatuses, type Status } from '@wayfare/core/booking'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startApp } from './harness.ts'

const { db } = await startApp()

const listed = (text: string): string[] => [...text.matchAll(/'([A-Z_]+)'/g)].map(([, word = '']) => word).toSorted()

test('the database takes the statuses that the core knows, and no others', async () => {
  const { rows } = await sql<{ rule: string }>`
    select pg_get_constraintdef(oid) as rule from pg_constraint where conname = 'booking_status_check'`.execute(db)
  expect(rows.map(({ rule }) => listed(rule))).toEqual([statuses.toSorted()])
})

test.each<[string, readonly Status[]]>([
  ['booking_one_per_driver', busyStatuses],
  ['booking_waiting', waitingStatuses],
  ['booking_paid', paidStatuses],
])('the index %s covers the statuses it is for', async (name, expected) => {
  const { rows } = await sql<{ made: string }>`
    select indexdef as made from pg_indexes where indexname = ${name}`.execute(db)
  expect(rows.map(({ made }) => listed(made))).toEqual([expected.toSorted()])
})

const busyOf = (status: Status): string => {
  if (isUnassigned(status)) return '–'
  return busyStatuses.includes(status) ? 'yes' : 'no'
}

test('the glossary says of every status whether it keeps the driver busy', () => {
  const glossary = readFileSync(new URL('../../docs/GLOSSARY.md', import.meta.url), 'utf8')
  const rows = [...glossary.matchAll(/^\| ([A-Z_]+) +\|[^|]+\| (–|yes|no) +\|$/gm)].map(([, status, busy]) => [status, busy])
  expect(rows).toEqual(statuses.map((status) => [status, busyOf(status)]))
})
