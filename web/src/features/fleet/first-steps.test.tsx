import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeServer, show } from '../../../test/server.tsx'
import { FirstSteps, useFirstSteps } from './first-steps.tsx'

const server = makeServer()

const Steps = () => {
  const { steps } = useFirstSteps()
  return steps && <FirstSteps steps={steps} />
}

const town = ({ carTypes = [] as object[], offline = 0 }) => {
  server.answers['GET /api/car-types'] = { carTypes }
  server.answers['GET /api/dashboard'] = { drivers: { online: 0, busy: 0, offline } }
  server.answers['GET /api/settings/all'] = { settings: { contactEmail: '' }, version: 2 }
}

test('an empty installation is led through what it needs, with what is done marked', async () => {
  town({})
  show(server, <Steps />)
  const steps = within(await screen.findByRole('list')).getAllByRole('listitem')
  const read = steps.map((step) => [
    within(step).getByRole('link').getAttribute('href'),
    within(step).getByRole('img').getAttribute('aria-label'),
  ])
  expect(read).toEqual([
    ['/appinfo', 'first_step_open'],
    ['/settings', 'first_step_done'],
    ['/cartypes', 'first_step_open'],
    ['/drivers', 'first_step_open'],
  ])
})

test('where rides can be driven there is nothing to say', async () => {
  town({ carTypes: [{ id: 'c1' }], offline: 1 })
  show(server, <Steps />)
  const reads = ['GET /api/car-types', 'GET /api/dashboard', 'GET /api/settings/all']
  await waitFor(() => expect(server.sent.map(({ way }) => way)).toEqual(expect.arrayContaining(reads)))
  await waitFor(() => expect(server.client.isFetching()).toBe(0))
  expect(screen.queryByRole('list')).toBeNull()
})
