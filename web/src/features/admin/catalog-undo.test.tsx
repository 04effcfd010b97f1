import { fireEvent, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { CancelReasonsPage } from './cancel-reasons-page.tsx'
import { reasonsOf, summer } from './fake-catalogue.ts'
import { choose, makeServer, press, refusal, show, writesOf } from '../../../test/server.tsx'
import { PromosPage } from './promos-page.tsx'

const server = makeServer()

beforeEach(() => {
  server.answers['GET /api/promos'] = { promos: [summer] }
  server.answers['GET /api/cancel-reasons'] = reasonsOf(['Late', 'Lost', 'Other'], 7)
  server.answers['PUT /api/cancel-reasons'] = ({ reasons, version }: { reasons: string[]; version: number }) =>
    (server.answers['GET /api/cancel-reasons'] = reasonsOf(reasons, version + 1))
  server.answers['DELETE /api/promos/one'] = () => {
    server.answers['GET /api/promos'] = { promos: [] }
    return { done: true }
  }
  server.answers['POST /api/promos/one/restore'] = () => {
    server.answers['GET /api/promos'] = { promos: [summer] }
    return summer
  }
})

const findToast = async () => {
  await screen.findByRole('button', { name: 'undo' })
  const toast = screen.getAllByRole('status').find((each) => each.textContent?.includes('table_removed'))
  if (!toast) throw new Error('no notice says that it is gone')
  return toast
}

const removeSummer = async () => {
  show(server, <PromosPage />)
  await choose(await screen.findByRole('row', { name: /SUMMER/ }), 'table_remove')
  await screen.findByText('table_remove_undo')
  press('table_remove')
  await screen.findByText('no_promos')
  return findToast()
}

test('a deleted promo is named with a way back, which brings the very same one back', async () => {
  const toast = await removeSummer()
  expect(toast.textContent).toContain('table_removed')
  press('undo', toast)
  await screen.findByRole('row', { name: /SUMMER/ })
  await screen.findByText('table_restored')
  expect(writesOf(server).map(({ way }) => way)).toEqual(['DELETE /api/promos/one', 'POST /api/promos/one/restore'])
})

test('the way back is a key away, too', async () => {
  await removeSummer()
  fireEvent.keyDown(document.body, { key: 'u' })
  await screen.findByRole('row', { name: /SUMMER/ })
})

test('a promo whose name was taken meanwhile stays deleted, and the page says why', async () => {
  server.answers['POST /api/promos/one/restore'] = refusal('name_taken')
  press('undo', await removeSummer())
  await screen.findByText('name_taken')
  expect(screen.queryByText('table_restored')).toBeNull()
})

test('a deleted reason comes back to its old place, among what another added meanwhile', async () => {
  show(server, <CancelReasonsPage />)
  await choose(await screen.findByRole('row', { name: /Lost/ }), 'table_remove')
  await screen.findByText('table_remove_undo')
  press('table_remove')
  await waitFor(() => expect(screen.queryByText('Lost')).toBeNull())
  const toast = await findToast()
  server.answers['GET /api/cancel-reasons'] = reasonsOf(['Late', 'Other', 'New'], 9)
  press('undo', toast)
  await screen.findByText('Lost')
  expect(writesOf(server).at(-1)?.body).toEqual({ reasons: ['Late', 'Lost', 'Other', 'New'], version: 9 })
})
