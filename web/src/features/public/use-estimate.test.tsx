import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { asId } from '@wayfare/core/ids'
import { expect, test } from 'vitest'
import { useCarTypes, useSettings } from '../../api/queries.ts'
import { noParcel } from '../../shared/parcel.ts'
import { makeServer, press, refusal, show, writesOf } from '../../../test/server.tsx'
import { useEstimate } from './use-estimate.ts'

const server = makeServer()
const valand = { lat: 57.7005, lng: 11.9745, add: 'Valand' }
const points = {
  pickup: valand,
  drop: { lat: 57.6967, lng: 11.9867, add: 'Korsvägen' },
  carType: asId<'carType'>('city'),
  selected: 'drop' as const,
}

const Form = () => {
  const { start, close, describe, changeParcel, busy, estimate, parcelStep, payment, choosePayment } = useEstimate({
    ...points,
    later: false,
    date: '',
  })
  return (
    <>
      <button type="button" disabled={busy} onClick={start}>
        {estimate === null ? 'ask' : 'priced'}
      </button>
      <button type="button" onClick={close}>
        shut
      </button>
      <button type="button" onClick={() => choosePayment({ mode: 'wallet', useWallet: false })}>
        {payment?.mode ?? 'unchosen'}
      </button>
      <button type="button" onClick={changeParcel}>
        change
      </button>
      {parcelStep && (
        <button type="button" onClick={() => describe(noParcel)}>
          describe
        </button>
      )}
    </>
  )
}

const Known = () => (
  <p>
    {useCarTypes().data?.length} for {useSettings().data?.category}
  </p>
)

/** Of a parcel: its description comes first. */
const askForParcel = async (quote: unknown): Promise<void> => {
  server.settings = { category: 'delivery' }
  server.answers = {
    'GET /api/car-types': { carTypes: [{ id: 'city', category: 'delivery', parcelTypes: [], options: [] }] },
    'POST /api/bookings/quotes': quote,
  }
  show(
    server,
    <>
      <Form />
      <Known />
    </>,
  )
  await screen.findByText('1 for delivery')
  press('ask')
}

test.each(['place_to_coords_error', 'no_route_found'])(
  'a way that cannot be found is told as %s, and may be asked for again',
  async (key) => {
    server.answers['POST /api/bookings/quotes'] = refusal(key)
    show(server, <Form />)
    press('ask')
    const dialog = await screen.findByRole('dialog', { name: 'alert_title' })
    expect(dialog.textContent).toContain(key)
    fireEvent.click(screen.getByRole('button', { name: 'close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    press('ask')
    await waitFor(() => expect(writesOf(server)).toHaveLength(2))
  },
)

test('an estimate that comes after it was closed does not open it again', async () => {
  const answers: ((quote: unknown) => void)[] = []
  server.answers['POST /api/bookings/quotes'] = () => new Promise((resolve) => answers.push(resolve))
  show(server, <Form />)
  press('ask')
  await waitFor(() => expect(answers).toHaveLength(1))
  press('shut')
  press('ask')
  await waitFor(() => expect(answers).toHaveLength(2))
  await act(async () => answers[0]?.({}))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'ask' }).disabled).toBe(true)
  await act(async () => answers[1]?.({}))
  await screen.findByRole('button', { name: 'priced' })
})

test('an estimate that comes after its parcel was closed does not close the one described now', async () => {
  const answers: ((quote: unknown) => void)[] = []
  await askForParcel(() => new Promise((resolve) => answers.push(resolve)))
  press('describe')
  await waitFor(() => expect(answers).toHaveLength(1))
  press('shut')
  press('ask')
  await act(async () => answers[0]?.({}))
  press('describe')
  await waitFor(() => expect(answers).toHaveLength(2))
  await act(async () => answers[1]?.({}))
  await screen.findByRole('button', { name: 'priced' })
  expect(screen.queryByRole('button', { name: 'describe' })).toBeNull()
})

test('a parcel that is described anew is paid as was chosen before, and one that is closed is not', async () => {
  await askForParcel({ carType: 'city', expiresAt: 0 })
  press('describe')
  await screen.findByRole('button', { name: 'priced' })
  press('unchosen')
  press('change')
  press('describe')
  await screen.findByRole('button', { name: 'priced' })
  expect(screen.getByRole('button', { name: 'wallet' })).toBeTruthy()
  press('shut')
  expect(screen.getByRole('button', { name: 'unchosen' })).toBeTruthy()
})
