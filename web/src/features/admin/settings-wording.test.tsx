import { screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { choose, makeServer, press, show, type } from '../../../test/server.tsx'
import { CancelReasonsPage } from './cancel-reasons-page.tsx'
import { CarTypesPage } from './car-types-page.tsx'
import { bike, summer } from './fake-catalogue.ts'
import { PromosPage } from './promos-page.tsx'

const server = makeServer()

const reasons = { cancelReasons: ['Late', 'Dear'].map((label, value) => ({ value, label })), version: 7 }

beforeEach(() => {
  server.settings.category = 'both'
  Object.assign(server.answers, {
    'GET /api/car-types': { carTypes: [bike] },
    'GET /api/cancel-reasons': reasons,
    'GET /api/promos': { promos: [summer] },
    'PUT /api/car-types/bike': { ...bike, version: 2 },
    'PUT /api/cancel-reasons': { ...reasons, version: 8 },
    'PUT /api/promos/one': { ...summer, version: 2 },
  })
})

type Page = [name: string, page: ReactNode, told: string, save: () => Promise<void>]

const pages: Page[] = [
  [
    'car types',
    <CarTypesPage key="page" />,
    'saved_from_now',
    async () => {
      await choose(await screen.findByRole('row', { name: /Bike/ }), 'table_edit')
      type('car_name', 'Van')
      press('save')
    },
  ],
  [
    'the lists of a car type',
    <CarTypesPage key="page" />,
    'saved_from_now',
    async () => {
      press('table_details', await screen.findByRole('row', { name: /Bike/ }))
      press('car_parcel_type_add')
      type('extra_description', 'Crate')
      type('extra_amount', '35')
      press('save')
    },
  ],
  [
    'promos',
    <PromosPage key="page" />,
    'saved_from_now',
    async () => {
      await choose(await screen.findByRole('row', { name: /SUMMER/ }), 'table_edit')
      type('promo_description', 'Hot')
      press('save')
    },
  ],
  [
    'reasons for cancelling',
    <CancelReasonsPage key="page" />,
    'updated',
    async () => choose(await screen.findByRole('row', { name: /Dear/ }), 'table_move_up'),
  ],
]

test.each(pages)('a save of %s says from when it applies', async (_name, page, told, save) => {
  show(server, page)
  await waitFor(() => expect(screen.queryByText(told)).toBeNull())
  await save()
  expect(await screen.findByText(told)).toBeTruthy()
})
