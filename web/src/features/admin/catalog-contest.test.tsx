import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { queryKeys } from '../../api/query-client.ts'
import { CancelReasonsPage } from './cancel-reasons-page.tsx'
import { CarTypesPage } from './car-types-page.tsx'
import { bike, reasonsOf, summer } from './fake-catalogue.ts'
import { choose, makeServer, press, refusal, show, type, writesOf } from '../../../test/server.tsx'
import { PromosPage } from './promos-page.tsx'

const server = makeServer()

const van = {
  ...bike,
  id: 'van',
  name: 'Van',
  category: 'taxi',
  parcelTypes: [],
  cancelSlabs: [{ minsDelayed: 5, amount: '20.00' }],
}

/** Another admin saves first: the next save is refused, and the list is what that admin made it. */
const meanwhile = (put: string, get: string, saved: unknown) => {
  server.answers[get] = saved
  const answer = server.answers[put]
  server.answers[put] = () => {
    server.answers[put] = answer
    return refusal('row_changed')
  }
}

const note = () => screen.findByRole('alert')
const textOf = (name: string) => (screen.getByRole('textbox', { name }) as HTMLInputElement).value

beforeEach(() => {
  Object.assign(server.answers, {
    'GET /api/car-types': { carTypes: [van] },
    'GET /api/cancel-reasons': reasonsOf(['Late', 'Lost', 'Other'], 7),
    'GET /api/promos': { promos: [summer] },
    'PUT /api/car-types/van': (body: object) => ({ ...van, ...body, version: 10 }),
    'PUT /api/cancel-reasons': ({ reasons }: { reasons: string[] }) => reasonsOf(reasons, 10),
    'PUT /api/promos/one': (body: object) => ({ ...summer, ...body, version: 10 }),
  })
})

test('a car type that another saved meanwhile is shown with what differs; mine is saved on top of theirs', async () => {
  show(server, <CarTypesPage />)
  await choose(await screen.findByRole('row', { name: /Van/ }), 'table_edit')
  type('car_min_fare', '75')
  meanwhile('PUT /api/car-types/van', 'GET /api/car-types', {
    carTypes: [{ ...van, name: 'Minibus', minFare: '60.00', version: 9 }],
  })
  press('save')
  const said = await note()
  await waitFor(() => expect(document.activeElement).toBe(said))
  const rows = within(said).getAllByRole('row')
  expect(rows.map((row) => row.textContent)).toEqual(['row_changed_fieldrow_changed_minerow_changed_theirs', 'car_min_fare7560'])
  expect([textOf('car_name'), textOf('car_min_fare')]).toEqual(['Minibus', '75'])
  press('row_changed_save', said)
  await waitFor(() => expect(writesOf(server)).toHaveLength(2))
  expect(writesOf(server)[0]?.body).toMatchObject({ name: 'Van', minFare: '75.00', version: 4 })
  expect(writesOf(server)[1]?.body).toMatchObject({ name: 'Minibus', minFare: '75.00', version: 9, cancelSlabs: van.cancelSlabs })
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'car_name' })).toBeNull())
})

test('a promo that another saved meanwhile can be taken as they saved it', async () => {
  show(server, <PromosPage />)
  await choose(await screen.findByRole('row', { name: /SUMMER/ }), 'table_edit')
  type('promo_description', 'Hot')
  meanwhile('PUT /api/promos/one', 'GET /api/promos', {
    promos: [{ ...summer, promoDescription: 'Sunny', promoDiscountType: 'flat', version: 2 }],
  })
  press('save')
  const said = await note()
  expect(said.textContent).toContain('promo_descriptionHotSunny')
  press('row_changed_load', said)
  expect(textOf('promo_description')).toBe('Sunny')
  await waitFor(() => expect(screen.queryByText('row_changed_text')).toBeNull())
  press('save')
  await waitFor(() => expect(writesOf(server)).toHaveLength(2))
  expect(writesOf(server)[1]?.body).toMatchObject({ promoDescription: 'Sunny', promoDiscountType: 'flat', version: 2 })
  await screen.findByText('saved_from_now')
})

test('a row that another deleted meanwhile is told; what was typed stays', async () => {
  show(server, <PromosPage />)
  await choose(await screen.findByRole('row', { name: /SUMMER/ }), 'table_edit')
  type('promo_description', 'Hot')
  meanwhile('PUT /api/promos/one', 'GET /api/promos', { promos: [] })
  press('save')
  await screen.findByText('table_row_gone')
  press('close')
  expect(textOf('promo_description')).toBe('Hot')
})

test('a reason is saved into the list as another left it, without a question', async () => {
  show(server, <CancelReasonsPage />)
  await choose(await screen.findByRole('row', { name: /Lost/ }), 'table_edit')
  type('cancel_reason', 'Lost my way')
  meanwhile('PUT /api/cancel-reasons', 'GET /api/cancel-reasons', reasonsOf(['Late', 'Lost', 'Other', 'New'], 8))
  press('save')
  await waitFor(() => expect(writesOf(server)).toHaveLength(2))
  expect(writesOf(server).map(({ body }) => body)).toEqual([
    { reasons: ['Late', 'Lost my way', 'Other'], version: 7 },
    { reasons: ['Late', 'Lost my way', 'Other', 'New'], version: 8 },
  ])
})

test('a reason that another rewrote is shown beside mine, and mine takes its place', async () => {
  show(server, <CancelReasonsPage />)
  await choose(await screen.findByRole('row', { name: /Lost/ }), 'table_edit')
  type('cancel_reason', 'Mine')
  meanwhile('PUT /api/cancel-reasons', 'GET /api/cancel-reasons', reasonsOf(['Late', 'Theirs', 'Other'], 8))
  press('save')
  const said = await note()
  expect(said.textContent).toContain('cancel_reasonMineTheirs')
  await waitFor(() => expect(within(said).getByRole('button', { name: 'row_changed_save' })).toHaveProperty('disabled', false))
  press('row_changed_save', said)
  await waitFor(() => expect(writesOf(server)).toHaveLength(2))
  expect(writesOf(server)[1]?.body).toEqual({ reasons: ['Late', 'Mine', 'Other'], version: 8 })
})

test('the news that a reason is gone does not take away what is typed in its place', async () => {
  show(server, <CancelReasonsPage />)
  await choose(await screen.findByRole('row', { name: /Lost/ }), 'table_edit')
  type('cancel_reason', 'Mine')
  server.client.setQueryData(queryKeys.cancelReasons, reasonsOf(['Late', 'Other'], 8))
  const said = await note()
  expect(said.textContent).toContain('row_changed_deleted')
  expect(textOf('cancel_reason')).toBe('Mine')
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'cancel_reason' }))
  press('row_changed_save', said)
  await waitFor(() => expect(writesOf(server)).toHaveLength(1))
  expect(writesOf(server)[0]?.body).toEqual({ reasons: ['Late', 'Other', 'Mine'], version: 8 })
})

test('a fee for cancelling is saved with the tariff as another left it', async () => {
  show(server, <CarTypesPage />)
  press('table_details', await screen.findByRole('row', { name: /Van/ }))
  press('car_slab_add')
  type('slab_minutes', '10')
  type('extra_amount', '30')
  meanwhile('PUT /api/car-types/van', 'GET /api/car-types', { carTypes: [{ ...van, minFare: '99.00', version: 5 }] })
  press('save')
  await waitFor(() => expect(writesOf(server)).toHaveLength(2))
  expect(writesOf(server)[1]?.body).toMatchObject({
    minFare: '99.00',
    version: 5,
    cancelSlabs: [...van.cancelSlabs, { minsDelayed: 10, amount: '30.00' }],
  })
})
