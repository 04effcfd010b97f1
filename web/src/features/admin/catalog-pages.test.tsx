import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { CancelReasonsPage } from './cancel-reasons-page.tsx'
import { CarTypesPage } from './car-types-page.tsx'
import { bike } from './fake-catalogue.ts'
import { choose, makeServer, press, refusal, show, type, writesOf } from '../../../test/server.tsx'
import { PromosPage } from './promos-page.tsx'

const server = makeServer()

const reasons = Array.from({ length: 12 }, (_, value) => ({ value, label: `Reason ${value}` }))

beforeEach(() => {
  server.settings.category = 'both'
  Object.assign(server.answers, {
    'GET /api/car-types': { carTypes: [bike] },
    'GET /api/cancel-reasons': { cancelReasons: reasons, version: 7 },
    'GET /api/promos': { promos: [] },
  })
})

test('reasons come ten a page and are saved as a whole; while edits are locked nothing can be done with them', async () => {
  const view = show(server, <CancelReasonsPage />)
  await screen.findByText('Reason 9')
  expect(screen.queryByText('Reason 10')).toBeNull()
  const labels = reasons.map(({ label }) => label)
  const saved = { cancelReasons: reasons.slice(1).map(({ label }, value) => ({ value, label })), version: 8 }
  const answers: ((body: unknown) => void)[] = []
  server.answers['PUT /api/cancel-reasons'] = () => new Promise((resolve) => answers.push(resolve))
  await choose(screen.getByRole('row', { name: /Reason 1/ }), 'table_move_up')
  await waitFor(() => expect(writesOf(server)).toHaveLength(1))
  expect(writesOf(server)[0]).toMatchObject({
    way: 'PUT /api/cancel-reasons',
    body: { reasons: ['Reason 1', 'Reason 0', ...labels.slice(2)], version: 7 },
  })
  expect(screen.getByRole('row', { name: /Reason 1/ }).getAttribute('aria-busy')).toBe('true')
  answers[0]?.(saved)
  server.answers['PUT /api/cancel-reasons'] = saved
  await screen.findByText('Reason 10')

  await waitFor(() => expect(screen.getByRole('button', { name: 'cancel_reason_add' })).toHaveProperty('disabled', false))
  press('cancel_reason_add')
  type('cancel_reason', 'Reason 11')
  press('save')
  await screen.findByText('field_taken')
  type('cancel_reason', 'Another')
  press('save')
  await waitFor(() => expect(writesOf(server)).toHaveLength(2))
  expect(writesOf(server)[1]?.body).toEqual({ reasons: [...labels.slice(1), 'Another'], version: 8 })

  view.unmount()
  server.settings.allowCriticalEditsAdmin = false
  show(server, <CancelReasonsPage />)
  await screen.findByText('cancel_reasons_locked')
  expect(screen.queryByRole('button', { name: 'table_actions' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'cancel_reason_add' })).toBeNull()
  expect(screen.getByRole('button', { name: 'report_export' })).toHaveProperty('disabled', true)
})

const valueOf = (name: string) => (screen.getByRole('textbox', { name }) as HTMLInputElement).value

test('a refused car type is told at its field, and its parcel types are saved with all the rest of it', async () => {
  show(server, <CarTypesPage />)
  await choose(await screen.findByRole('row', { name: /Bike/ }), 'table_edit')
  server.answers['PUT /api/car-types/bike'] = refusal('name_taken')
  type('car_name', 'Van')
  type('car_min_fare', '60,5')
  // as many decimals as amounts have here, none; half a krona needs both
  fireEvent.blur(screen.getByRole('textbox', { name: 'car_min_fare' }))
  expect([valueOf('car_base_fare'), valueOf('car_min_fare'), valueOf('car_fee')]).toEqual(['40', '60.50', '10'])
  press('save')
  await screen.findByText('name_taken')
  const { id: _id, createdAt: _at, ...fields } = bike
  expect(writesOf(server)[0]?.body).toEqual({
    ...fields,
    name: 'Van',
    baseFare: '40.00',
    minFare: '60.50',
    ratePerUnitDistance: '8.00',
    ratePerHour: '0.00',
    convenienceFees: '10',
  })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'car_name' })))
  press('cancel')
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'car_name' })).toBeNull())

  press('table_details', screen.getByRole('row', { name: /Bike/ }))
  press('car_parcel_type_add')
  type('extra_description', 'Box')
  type('extra_amount', '1.234')
  press('save')
  await screen.findByText('field_taken')
  // nobody writes 1234 so here: it is asked back in the cell
  expect(screen.getByRole('group', { name: 'amount_unsure' }).textContent).toBe('1,234.00\u00a0SEK')
  const parcelTypes = [...bike.parcelTypes, { description: 'Crate', amount: '35.00' }]
  server.answers['PUT /api/car-types/bike'] = { ...bike, parcelTypes }
  type('extra_description', 'Crate')
  type('extra_amount', '35')
  press('save')
  await screen.findByRole('row', { name: /Crate/ })
  expect(writesOf(server).at(-1)?.body).toEqual({ ...fields, parcelTypes })
})

test('what is typed into a drawer is not lost by a slip: closing it asks, unless nothing was changed', async () => {
  show(server, <CarTypesPage />)
  await choose(await screen.findByRole('row', { name: /Bike/ }), 'table_edit')
  type('car_name', 'Van')
  press('close_dialog')
  expect(await screen.findByText('settings_leave_text')).toBeTruthy()
  press('back')
  await waitFor(() => expect(screen.queryByText('settings_leave_text')).toBeNull())
  expect(valueOf('car_name')).toBe('Van')
  type('car_name', 'Bike')
  press('close_dialog')
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'car_name' })).toBeNull())
  await choose(screen.getByRole('row', { name: /Bike/ }), 'table_edit')
  type('car_name', 'Van')
  press('close_dialog')
  await screen.findByText('settings_leave_text')
  press('settings_leave')
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'car_name' })).toBeNull())
  expect(writesOf(server)).toEqual([])
})

/** The first cells of the rows. */
const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.querySelector('td')?.textContent)

test('promos can be looked at by whether riders can use them now', async () => {
  const code = { promoDiscountType: 'percentage', promoDiscountValue: '10.00', minOrder: '0.00', version: 1, createdAt: 0 }
  const limits = { maxPromoDiscountValue: null, promoValidity: null, promoUsageLimit: null, perUserLimit: null, userAvail: 3 }
  server.answers['GET /api/promos'] = {
    promos: [
      { ...code, ...limits, id: 'a', promoName: 'GOOD', promoDescription: '', promoUsageLimit: 4 },
      { ...code, ...limits, id: 'b', promoName: 'OLD', promoDescription: '', promoValidity: 1 },
      { ...code, ...limits, id: 'c', promoName: 'EMPTIED', promoDescription: '', promoUsageLimit: 3 },
    ],
  }
  show(server, <PromosPage />)
  await screen.findByRole('row', { name: /GOOD/ })
  const shown = ['promo_state_valid', 'promo_state_over', 'promo_state_used', 'bookings_all'].map((name) => {
    fireEvent.click(screen.getByRole('radio', { name }))
    return names()
  })
  expect(shown).toEqual([['GOOD'], ['OLD'], ['EMPTIED'], ['GOOD', 'OLD', 'EMPTIED']])
})

test('an end of which only the day is typed is asked for, and is not taken for none', async () => {
  show(server, <PromosPage />)
  await screen.findByText('no_promos')
  press('promo_add')
  type('promo_name', 'summer')
  type('promo_value', '15')
  // what a browser says of a date without its time
  Object.defineProperty(screen.getByLabelText('promo_until'), 'validity', { value: { badInput: true } })
  press('save')
  await screen.findByText('proper_date')
  expect(writesOf(server)).toEqual([])
})

test('without promos there is the text for it; one may be added while edits are locked, but not changed', async () => {
  server.settings.allowCriticalEditsAdmin = false
  const view = show(server, <PromosPage />)
  await screen.findByText('no_promos')
  press('promo_add')
  type('promo_name', 'summer')
  type('promo_value', '15')
  press('save')
  await waitFor(() => expect(writesOf(server)).toHaveLength(1))
  expect(writesOf(server)[0]).toMatchObject({ way: 'POST /api/promos', body: { promoName: 'summer', promoDiscountValue: '15' } })
  view.unmount()
  const promo = { ...(writesOf(server)[0]?.body as object), id: 'one', userAvail: 0, createdAt: 0 }
  server.answers['GET /api/promos'] = { promos: [promo] }
  show(server, <PromosPage />)
  press('table_actions', await screen.findByRole('row', { name: /summer/ }))
  for (const name of [/table_edit/, /table_remove/]) {
    const item = await screen.findByRole('menuitem', { name })
    expect(item.getAttribute('data-disabled')).toBe('true')
    expect(item.textContent).toContain('demo_mode')
  }
})
