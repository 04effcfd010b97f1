import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { defaultSettings, publicSettings } from '@wayfare/core/settings'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { makeQueryClient } from '../../api/query-client.ts'
import { SessionProvider } from '../../api/session.tsx'
import { AlertProvider } from '../../ui/dialogs.tsx'
import { CancelReasonsPage } from './cancel-reasons-page.tsx'
import { CarTypesPage } from './car-types-page.tsx'
import { PromosPage } from './promos-page.tsx'

// the dialogs are files of their own, fetched when they are needed
configure({ asyncUtilTimeout: 10_000 })

const bike = {
  id: 'bike',
  name: 'Bike',
  image: '/images/cars/cargo-bike.svg',
  extraInfo: '',
  baseFare: '40.00',
  ratePerUnitDistance: '8.00',
  ratePerHour: '0.00',
  minFare: '59.00',
  convenienceFees: '10.00',
  convenienceFeeType: 'percentage',
  category: 'delivery',
  parcelTypes: [{ description: 'Box', amount: '20.00' }],
  options: [],
  cancelSlabs: [],
  createdAt: 0,
}

const reasons = Array.from({ length: 12 }, (_, value) => ({ value, label: `Reason ${value}` }))

type Sent = { way: string; body: unknown }
let sent: Sent[] = []
let answers: Record<string, unknown> = {}
let locked = false

const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status })
const refusal = (key: string, details?: unknown) => json(422, { error: { key, message: key, requestId: 'r', details } })

const serve = (url: string, { method, body }: { method: string; body: string | null }): Promise<Response> => {
  const { pathname } = new URL(url, 'https://taxi.example')
  const way = `${method} ${pathname}`
  if (method !== 'GET') sent.push({ way, body: body && (JSON.parse(body) as unknown) })
  const settings = { ...publicSettings(defaultSettings), category: 'both', allowCriticalEditsAdmin: !locked }
  const all: Record<string, unknown> = {
    'GET /api/settings': { settings, demo: true, serverTime: 0 },
    'GET /api/accounts/session': { me: null, demoSignIns: [], social: [] },
    'GET /api/car-types': { carTypes: [bike] },
    'GET /api/cancel-reasons': { cancelReasons: reasons },
    'GET /api/promos': { promos: [] },
    ...answers,
  }
  const answer = all[way]
  return Promise.resolve(answer instanceof Response ? answer.clone() : json(200, answer ?? {}))
}

const show = (page: ReactNode) =>
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={makeQueryClient()}>
        <SessionProvider>
          <AlertProvider>{page}</AlertProvider>
        </SessionProvider>
      </QueryClientProvider>
    </MantineProvider>,
  )

const press = (name: string | RegExp, place: HTMLElement = document.body) =>
  fireEvent.click(within(place).getByRole('button', { name }))

const act = async (row: HTMLElement, action: string) => {
  press('table_actions', row)
  fireEvent.click(await screen.findByRole('menuitem', { name: new RegExp(action) }))
}

const type = (name: string, value: string) => fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } })

beforeEach(() => {
  sent = []
  answers = {}
  locked = false
  localStorage.clear()
  vi.stubGlobal('fetch', serve)
  vi.stubGlobal(
    'WebSocket',
    class {
      addEventListener() {}
      close() {}
      send() {}
    },
  )
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

test('reasons come ten a page and are saved as a whole; while edits are locked nothing can be done with them', async () => {
  const view = show(<CancelReasonsPage />)
  await screen.findByText('Reason 9')
  expect(screen.queryByText('Reason 10')).toBeNull()
  const labels = reasons.map(({ label }) => label)
  answers['PUT /api/cancel-reasons'] = { cancelReasons: reasons.slice(1).map(({ label }, value) => ({ value, label })) }
  await act(screen.getByRole('row', { name: /Reason 1/ }), 'table_move_up')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toEqual({
    way: 'PUT /api/cancel-reasons',
    body: { reasons: ['Reason 1', 'Reason 0', ...labels.slice(2)] },
  })
  expect(screen.getByRole('row', { name: /Reason 1/ }).getAttribute('aria-busy')).toBe('true')
  await screen.findByText('Reason 10')

  await waitFor(() => expect(screen.getByRole('button', { name: 'cancel_reason_add' })).toHaveProperty('disabled', false))
  press('cancel_reason_add')
  type('cancel_reason', 'Reason 11')
  press('save')
  await screen.findByText('field_taken')
  type('cancel_reason', 'Another')
  press('save')
  await waitFor(() => expect(sent).toHaveLength(2))
  expect(sent[1]?.body).toEqual({ reasons: [...labels.slice(1), 'Another'] })

  view.unmount()
  locked = true
  show(<CancelReasonsPage />)
  await screen.findByText('cancel_reasons_locked')
  expect(screen.queryByRole('button', { name: 'table_actions' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'cancel_reason_add' })).toBeNull()
  expect(screen.getByRole('button', { name: 'table_export' })).toHaveProperty('disabled', true)
})

test('a refused car type is told at its field, and its parcel types are saved with all the rest of it', async () => {
  show(<CarTypesPage />)
  await act(await screen.findByRole('row', { name: /Bike/ }), 'table_edit')
  answers['PUT /api/car-types/bike'] = refusal('name_taken')
  type('car_name', 'Van')
  type('car_min_fare', '60,5')
  press('save')
  await screen.findByText('name_taken')
  const { id: _id, createdAt: _at, ...fields } = bike
  expect(sent[0]?.body).toEqual({ ...fields, name: 'Van', minFare: '60.5' })
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'car_name' }))
  press('cancel')
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'car_name' })).toBeNull())

  press('table_details', screen.getByRole('row', { name: /Bike/ }))
  press('car_parcel_type_add')
  type('extra_description', 'Box')
  type('extra_amount', '1.234')
  press('save')
  await screen.findByText('field_taken')
  expect(screen.getByText('proper_amount')).toBeTruthy()
  const parcelTypes = [...bike.parcelTypes, { description: 'Crate', amount: '35' }]
  answers['PUT /api/car-types/bike'] = { ...bike, parcelTypes }
  type('extra_description', 'Crate')
  type('extra_amount', '35')
  press('save')
  await screen.findByRole('row', { name: /Crate/ })
  expect(sent.at(-1)?.body).toEqual({ ...fields, parcelTypes })
})

test('without promos there is the text for it; one may be added while edits are locked, but not changed', async () => {
  locked = true
  const view = show(<PromosPage />)
  await screen.findByText('no_promos')
  press('promo_add')
  type('promo_name', 'summer')
  type('promo_value', '15')
  press('save')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ way: 'POST /api/promos', body: { promoName: 'summer', promoDiscountValue: '15' } })
  view.unmount()
  const promo = { ...(sent[0]?.body as object), id: 'one', userAvail: 0, createdAt: 0 }
  answers['GET /api/promos'] = { promos: [promo] }
  show(<PromosPage />)
  press('table_actions', await screen.findByRole('row', { name: /summer/ }))
  for (const name of [/table_edit/, /table_remove/]) {
    const item = await screen.findByRole('menuitem', { name })
    expect(item.getAttribute('data-disabled')).toBe('true')
    expect(item.textContent).toContain('demo_mode')
  }
})
