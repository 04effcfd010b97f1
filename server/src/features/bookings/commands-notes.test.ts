import { addNote, listNotes, removeNote } from '@wayfare/contract/bookings-desk'
import type { BookingId } from '@wayfare/core/ids'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'
import { jarntorget } from '../../../test/make.ts'
import { makeTrips } from '../../../test/trips.ts'

const app = await startApp({ settings: { autoDispatch: true } })
const trips = makeTrips(app)
const { call, refusal, make } = app
const admin = await make.admin()

test('admins write notes, the fleet’s admin reads them, and nobody else knows of them', async () => {
  const fleetAdmin = await make.fleetAdmin()
  const carType = await make.carType()
  const [rider, second] = [await make.rider(), await make.admin()]
  const driver = await make.driver({ carType, at: jarntorget, fleetAdminId: fleetAdmin.id })
  const { id } = await trips.book(rider, carType)
  await app.settle()
  await trips.accept(driver, id)
  const note = await call(addNote, { id, text: '  Rider calls from the hotel\u0007 ' }, { as: admin })
  expect(note).toMatchObject({
    text: 'Rider calls from the hotel',
    author: admin.id,
    authorName: `${admin.firstName} Testsson`,
    mine: true,
  })
  const read = await call(listNotes, { id }, { as: fleetAdmin })
  expect(read).toMatchObject({ notes: [{ id: note.id, mine: false }], mayWrite: false })
  for (const as of [rider, driver]) expect((await refusal(listNotes, { id }, { as })).key).toBe('forbidden')
  expect((await refusal(listNotes, { id }, { as: await make.fleetAdmin() })).key).toBe('not_found')
  for (const as of [rider, driver, fleetAdmin]) expect((await refusal(addNote, { id, text: 'Hi' }, { as })).key).toBe('forbidden')
  expect((await refusal(removeNote, { id, note: note.id }, { as: second })).key).toBe('forbidden')
  await call(removeNote, { id, note: note.id }, { as: admin })
  expect((await refusal(removeNote, { id, note: note.id }, { as: admin })).key).toBe('not_found')
  expect((await call(listNotes, { id }, { as: admin })).notes).toEqual([])
  expect(JSON.stringify(await trips.get(rider, id))).not.toContain('hotel')
})

test('a note is neither empty nor longer than it may be', async () => {
  const { id } = await trips.trip('NEW')
  for (const text of ['', '   ', 'x'.repeat(1001)])
    expect((await refusal(addNote, { id, text }, { as: admin })).key).toBe('proper_note')
  expect((await call(addNote, { id, text: 'x'.repeat(1000) }, { as: admin })).text).toHaveLength(1000)
  expect((await refusal(addNote, { id: 'NOSUCH' as BookingId, text: 'Hi' }, { as: admin })).key).toBe('not_found')
})
