import { foldSearch } from '@wayfare/core/fold'
import { sql, type Kysely } from 'kysely'
import { expect, it } from 'vitest'
import { startApp } from '../../test/harness.ts'
import { makeTrips } from '../../test/trips.ts'
import { up } from './migrations/0066-greek-words.ts'

const app = await startApp()
const { db, make } = app
const trips = makeTrips(app)

const fold = async (text: string): Promise<string> => {
  const { rows } = await sql<{ text: string }>`select booking_search_text(${text}) as text`.execute(db)
  return rows[0]?.text ?? ''
}

const names = [
  'Åsa Strömqvist',
  'Łuczak Straße',
  'İpek Işık',
  'أحمد',
  'فاطمة',
  'موسى',
  'مُحَمَّد',
  'مـحـمـد',
  'یوسف کریمی',
  'مسؤول',
  'सीता देवी',
  'ΓΙΩΡΓΟΣ Παπαδόπουλος',
  'ガブリエル',
  'วันดี',
]

it('folds what is typed as the database folds what it keeps', async () => {
  for (const name of names) expect(` ${foldSearch(name)}`, name).toBe(await fold(name))
})

it('takes for one what people who write Arabic type for each other', () => {
  const pairs = [
    ['أحمد', 'احمد'],
    ['إيمان', 'ايمان'],
    ['آمنة', 'امنه'],
    ['موسى', 'موسي'],
    ['مُحَمَّد', 'محمد'],
    ['مـحـمـد', 'محمد'],
    ['یوسف کریمی', 'يوسف كريمي'],
  ]
  expect(pairs.map(([name = '']) => foldSearch(name))).toEqual(pairs.map(([, typed]) => typed))
})

it('takes a Greek name in capitals for the same name', () => {
  expect(foldSearch('ΓΙΩΡΓΟΣ ΠΑΠΑΔΟΠΟΥΛΟΣ')).toBe(foldSearch('Γιώργος Παπαδόπουλος'))
})

it('folds anew what was kept before', async () => {
  const now = await sql<{ def: string }>`select pg_get_functiondef('booking_search_text'::regproc) as def`.execute(db)
  expect(now.rows[0]?.def).toContain('oddli')
  await sql`create or replace function booking_search_text(words text) returns text language sql immutable
    as $$ select ' ' || lower(normalize(words, nfd)) $$`.execute(db)
  const { carType } = await trips.cast()
  const rider = await make.rider({ firstName: 'Γιώργος', lastName: 'Παπάς' })
  const booking = await trips.book(rider, carType)
  const readWords = async () => {
    const person = await db.selectFrom('appUser').select('words').where('id', '=', rider.id).executeTakeFirstOrThrow()
    const line = await db.selectFrom('bookingSearch').select('text').where('id', '=', booking.id).executeTakeFirstOrThrow()
    return [person.words?.includes('γιωργοσ'), line.text.includes('γιωργοσ')]
  }
  expect(await readWords()).toEqual([false, false])
  await up(db as unknown as Kysely<unknown>)
  expect(await readWords()).toEqual([true, true])
})
