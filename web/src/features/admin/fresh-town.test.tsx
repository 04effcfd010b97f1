import { fireEvent, screen, within } from '@testing-library/react'
import type { Session } from '@wayfare/contract/sign-in'
import { beforeEach, expect, test, vi } from 'vitest'
import { json, makeServer, press, refusal, show } from '../../../test/server.tsx'
import { FreshTown } from './fresh-town.tsx'

const server = makeServer()

const signInWay = 'POST /api/accounts/sign-in'
const town = { startedAt: 1000, canMake: true, problem: null as string | null }
const admin = { email: 'admin@wayfare.example', password: 'wayfare-demo', name: 'Admin', userType: 'admin' as const }
const rider = { ...admin, email: 'rider@wayfare.example', userType: 'rider' as const }

/** Where the page went in the end. */
const went = vi.fn<(path: string) => void>()

beforeEach(() => {
  went.mockReset()
  vi.stubGlobal('location', Object.assign(Object.create(globalThis.location), { assign: went }))
})

const serve = (given: Partial<typeof town> = {}, demoSignIns: Session['demoSignIns'] = [rider, admin]) => {
  server.session = { ...server.session, demoSignIns }
  server.answers['GET /api/demo/town'] = { ...town, ...given }
  server.answers['POST /api/demo/town'] = { done: true }
  server.answers[signInWay] = json(200, {})
}
const open = async (isLocked = false) => {
  show(server, <FreshTown name="Porto" isLocked={isLocked} />)
  await screen.findByRole('heading', { name: 'town_title' })
}
const ask = async () => {
  press('town_make')
  return screen.findByRole('dialog', { name: 'town_title' })
}
const asked = () => server.sentTo('POST /api/demo/town')

test('says what is lost and what stays before anything is made, and takes no for an answer', async () => {
  serve()
  await open()
  const dialog = await ask()
  for (const text of ['town_lost', 'town_stays', 'town_signs_out']) expect(within(dialog).getByText(text)).toBeTruthy()
  press('back', dialog)
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(asked()).toEqual([])
})

test('waits while the server goes and comes back, and enters the new town as its admin', async () => {
  serve()
  await open()
  press('town_make', await ask())
  await screen.findByText('town_stopping')
  server.answers['GET /api/demo/town'] = () => Promise.reject(new TypeError('nobody answers'))
  await screen.findByText('town_making', {}, { timeout: 5000 })
  expect(went).not.toHaveBeenCalled()
  server.answers['GET /api/demo/town'] = { ...town, startedAt: 2000 }
  await expect.poll(() => went.mock.calls, { timeout: 5000 }).toEqual([['/dashboard']])
  expect(asked()).toHaveLength(1)
  expect(server.sent.find(({ way }) => way === signInWay)?.body).toMatchObject({ email: admin.email, password: admin.password })
})

test('whoever is no admin of the demo signs in with their own password', async () => {
  serve({}, [rider])
  await open()
  press('town_make', await ask())
  server.answers['GET /api/demo/town'] = { ...town, startedAt: 2000 }
  await expect.poll(() => went.mock.calls, { timeout: 5000 }).toEqual([['/login']])
  expect(server.sent.some(({ way }) => way === signInWay)).toBe(false)
})

test('tells why none was made, and the old town goes on', async () => {
  serve()
  await open()
  press('town_make', await ask())
  server.answers['GET /api/demo/town'] = { ...town, startedAt: 2000, problem: 'the disk is full' }
  expect(await screen.findByText('the disk is full', {}, { timeout: 5000 })).toBeTruthy()
  expect(screen.queryByText('town_stopping')).toBeNull()
  expect(went).not.toHaveBeenCalled()
})

test('a refusal stands in the question, and nothing is waited for', async () => {
  serve()
  server.answers['POST /api/demo/town'] = refusal('no_fresh_town')
  await open()
  const dialog = await ask()
  press('town_make', dialog)
  expect((await within(dialog).findAllByText('no_fresh_town')).length).toBeGreaterThan(0)
  expect(screen.getByRole('dialog', { name: 'town_title' })).toBe(dialog)
  expect(screen.queryByText('town_stopping')).toBeNull()
})

test('is not made from here where the database is not the server’s own, nor while the demo is locked', async () => {
  serve({ canMake: false, problem: 'as it was last time' })
  await open()
  expect(screen.queryByRole('button', { name: 'town_make' })).toBeNull()
  expect(screen.getByText('npm run fresh-town')).toBeTruthy()
  expect(screen.getByText('as it was last time')).toBeTruthy()
})

test('a locked demo keeps its town', async () => {
  serve()
  await open(true)
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'town_make' })
  fireEvent.click(button)
  expect(button.disabled).toBe(true)
  expect(screen.queryByRole('dialog')).toBeNull()
})
