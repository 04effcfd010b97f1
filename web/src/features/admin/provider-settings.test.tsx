import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeServer, press, refusal, show, writesOf } from '../../../test/server.tsx'
import { ProviderSettings } from './provider-settings.tsx'
import { useProviderStates } from './use-payments.ts'

const server = makeServer()

const provider = (accountId: string, updatedAt: number, webhookUrl: string | null = null) => ({
  name: 'stripe',
  modes: [
    {
      mode: 'sandbox',
      source: 'saved',
      enabled: true,
      keys: [
        { name: 'secretKey', secret: true, optional: false, isSet: true, hint: 'WXYZ' },
        { name: 'accountId', secret: false, optional: true, isSet: true, hint: accountId },
      ],
      webhookUrl,
      updatedAt,
    },
  ],
  currencies: null,
  takesCurrency: true,
  offered: true,
  refunds: 'part',
  signedNotices: true,
})

const listed = (accountId: string, updatedAt: number, webhookUrl: string | null = null) => {
  server.answers['GET /api/payments/providers'] = {
    providers: [provider(accountId, updatedAt, webhookUrl)],
    currency: 'SEK',
    lacksOrigin: false,
  }
}

const Page = () => {
  const given = useProviderStates().data?.providers[0]
  return given ? <ProviderSettings provider={given} locked={false} /> : null
}

test('the page names the events to choose at the provider, and how else we learn of refunds and disputes', async () => {
  listed('acct-1', 1, 'https://town.example/pay/stripe/webhook/secret')
  show(server, <Page />)
  expect((await screen.findByText('charge.dispute.created')).textContent).toBe('charge.dispute.created')
  expect(screen.getByText('charge.refunded')).toBeTruthy()
  expect(screen.getByText('provider_reversals_asked')).toBeTruthy()
})

test('keys that another admin saved meanwhile are not saved over unawares, and what was typed stays', async () => {
  listed('acct-1', 1)
  server.answers['PUT /api/payments/providers/stripe'] = ({ updatedAt }: { updatedAt: number }) => {
    if (updatedAt === 2) return provider('acct-2', 3)
    listed('acct-2', 2)
    return refusal('row_changed')
  }
  show(server, <Page />)
  const secret = await screen.findByLabelText('provider_key_secretKey')
  fireEvent.change(secret, { target: { value: 'sk_of_mine' } })
  press('provider_save')
  expect((await screen.findByRole('dialog', { name: 'failure_changed_title' })).textContent).toContain('row_changed')
  expect(secret).toHaveProperty('value', 'sk_of_mine')
  expect(screen.getByLabelText('provider_key_accountId')).toHaveProperty('value', 'acct-2')
  press('close')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  press('provider_save')
  await waitFor(() => expect(secret).toHaveProperty('value', ''))
  expect(await screen.findByText('updated')).toBeTruthy()
  expect(writesOf(server).map(({ body }) => body)).toEqual(
    [1, 2].map((updatedAt) => ({ mode: 'sandbox', keys: { secretKey: 'sk_of_mine' }, updatedAt })),
  )
})

test.each([
  [true, 'updated'],
  [false, 'provider_saved_off'],
])('keys of a provider that riders are offered (%s) are told to be saved as %s', async (offered, told) => {
  listed('acct-1', 1)
  server.answers['PUT /api/payments/providers/stripe'] = { ...provider('acct-1', 2), offered }
  show(server, <Page />)
  fireEvent.change(await screen.findByLabelText('provider_key_secretKey'), { target: { value: 'sk_of_mine' } })
  press('provider_save')
  expect(await screen.findByText(told)).toBeTruthy()
})
