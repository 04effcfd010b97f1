import { listViews, mostViews, removeView, saveView } from '@wayfare/contract/accounts-views'
import { expect, test } from 'vitest'
import { startApp } from '../../../test/harness.ts'

const app = await startApp()
const { call, refusal, make } = app
const table = 'bookings' as const
const view = { table, name: 'Late ones', query: 'status=NEW&sort=date', layout: null }

test('a view is saved under its name, replaced under the same, and seen by nobody else', async () => {
  const [as, other] = [await make.admin(), await make.admin()]
  const layout = { order: ['id', 'date'], hidden: ['date'], dense: true }
  await call(saveView, view, { as })
  const { views } = await call(saveView, { ...view, query: 'scope=unpaid', layout }, { as })
  expect(views).toEqual([{ name: 'Late ones', query: 'scope=unpaid', layout }])
  expect(await call(listViews, { table }, { as: other })).toEqual({ views: [] })
  expect((await refusal(removeView, { table, name: 'Late ones' }, { as: other })).key).toBe('not_found')
  await call(removeView, { table, name: 'Late ones' }, { as })
  expect(await call(listViews, { table }, { as })).toEqual({ views: [] })
})

test('a person has so many views and no more, and each has a name', async () => {
  const as = await make.admin()
  for (let at = 0; at < mostViews; at++) await call(saveView, { ...view, name: `View ${at}` }, { as })
  expect((await refusal(saveView, { ...view, name: 'One more' }, { as })).key).toBe('quota_reached')
  await call(saveView, { ...view, name: 'View 3', query: 'scope=past' }, { as })
  expect((await call(listViews, { table }, { as })).views).toHaveLength(mostViews)
  expect((await refusal(saveView, { ...view, name: '  ' }, { as })).key).toBe('bad_request')
})

test('without a session there are no views', async () => {
  expect((await refusal(listViews, { table })).key).toBe('unauthorized')
})

test('a view that was removed is removed once: the same key again has the same answer', async () => {
  const as = await make.admin()
  await call(saveView, view, { as })
  const options = { as, once: 'the answer was lost' }
  expect(await call(removeView, { table, name: view.name }, options)).toEqual({ done: true })
  expect(await call(removeView, { table, name: view.name }, options)).toEqual({ done: true })
  // and does not remove a view saved under that name since
  await call(saveView, view, { as })
  expect(await call(removeView, { table, name: view.name }, options)).toEqual({ done: true })
  expect((await call(listViews, { table }, { as })).views).toHaveLength(1)
})
