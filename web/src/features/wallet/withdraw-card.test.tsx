import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { Me } from '@wayfare/contract/accounts'
import { expect, test } from 'vitest'
import { makeServer, press, show, type } from '../../../test/server.tsx'
import { queryKeys } from '../../api/query-client.ts'
import { ProvingProvider } from '../../shared/proving.tsx'
import { useSession } from '../../api/session.tsx'
import { WithdrawCard } from './withdraw-card.tsx'

const server = makeServer()

const dora = {
  id: 'dora',
  userType: 'driver',
  firstName: 'Dora',
  lastName: 'Driver',
  email: 'dora@example.org',
  bankName: 'Old Bank',
  bankCode: null,
  bankAccount: 'old-1',
} as unknown as Me

const asked = {
  id: 'W1',
  date: 1,
  name: 'Dora Driver',
  amount: '50.00',
  processed: false,
  processDate: null,
  state: 'waiting',
  endDate: null,
  endReason: '',
  bankName: 'New Bank',
  bankCode: null,
  bankAccount: 'new-2',
}

const Card = () => {
  const { me } = useSession()
  return <ProvingProvider>{me && <WithdrawCard me={me} balance="100.00" />}</ProvingProvider>
}

test('a bank that was changed on another page is not changed back by the form that stood open', async () => {
  server.settings = { bankFields: true }
  server.session = { me: dora, demoSignIns: [], social: [] }
  server.answers['POST /api/wallet/withdraws'] = asked
  const { client } = show(server, <Card />)
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'profile_bank_account' })).value).toBe('old-1')
  type('wallet_amount', '50')
  act(() => {
    client.setQueryData(queryKeys.session, { ...server.session, me: { ...dora, bankName: 'New Bank', bankAccount: 'new-2' } })
  })
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'profile_bank_account' }).value).toBe('new-2'))
  press('withdraw_ask')
  const dialog = await screen.findByRole('dialog', { name: 'withdraw_confirm_title' })
  expect(dialog.textContent).toContain('new-2')
  fireEvent.click(within(dialog).getByRole('button', { name: 'withdraw_confirm' }))
  await waitFor(() => expect(server.sentTo('POST /api/wallet/withdraws')).toHaveLength(1))
  expect(server.sentTo('PUT /api/accounts/profile')).toEqual([])
})
