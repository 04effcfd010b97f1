import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import type { PaymentDetail } from '@wayfare/contract/payments-admin'
import type { Reversal } from '@wayfare/contract/payments-reversal'
import { expect, test } from 'vitest'
import { makeServer, press, show, type, writesOf } from '../../../test/server.tsx'
import { ReversalRows } from './reversal-rows.tsx'

const server = makeServer()

const payment = {
  id: 'P1',
  provider: 'culqi',
  amount: '149.50',
  currency: 'PEN',
  refunded: '0.00',
  disputed: '20.00',
  userName: 'Maja Lund',
}
const told: Reversal = {
  id: 'R1',
  kind: 'dispute',
  ref: 'CASE-1',
  state: 'open',
  amount: '20.00',
  currency: 'PEN',
  reason: 'fraudulent',
  dueAt: null,
  fee: '15.00',
  feeCurrency: 'USD',
  by: null,
  createdAt: 1_763_812_800_000,
  updatedAt: 1_763_812_800_000,
}
const detailOf = (reversals: Reversal[], records: PaymentDetail['records'] = ['dispute']) =>
  ({ payment, reversals, records, leftThere: '129.50' }) as unknown as PaymentDetail

const open = (reversals: Reversal[], records?: PaymentDetail['records'], locked = false) => {
  show(server, <ReversalRows detail={detailOf(reversals, records)} locked={locked} />)
}

const dialog = (name: string) => screen.findByRole('dialog', { name })

test('a dispute told by e-mail is written down after a question with amount, currency and person, once', async () => {
  server.answers['POST /api/payments/P1/reversals'] = detailOf([])
  open([])
  press('reversal_record')
  const form = await dialog('reversal_record')
  // all that is left, unless another amount is typed
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /wallet_amount/ }).value).toBe('129.50')
  type(/wallet_amount/, '20.5')
  type('reversal_ref', ' CASE-9 ')
  press('reversal_record_it', form)
  expect(await within(form).findByText('reversal_reason_missing')).toBeTruthy()
  // what a browser says of a date of which only a part is typed
  const due = within(form).getByLabelText('reversal_due_field')
  Object.defineProperty(due, 'validity', { configurable: true, value: { badInput: true } })
  type('refund_reason', 'Says he never rode')
  type(/reversal_fee_field/, '15')
  press('reversal_record_it', form)
  await within(form).findByText('field_required')
  Object.defineProperty(due, 'validity', { value: { badInput: false } })
  press('reversal_record_it', form)
  const question = await dialog('reversal_confirm_title')
  expect(question.textContent).toContain('reversal_confirm_text')
  expect(writesOf(server)).toEqual([])
  press('reversal_record_it', question)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(writesOf(server)).toMatchObject([
    {
      way: 'POST /api/payments/P1/reversals',
      once: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      body: { kind: 'dispute', state: 'open', amount: '20.50', fee: '15.00', ref: 'CASE-9', reason: 'Says he never rode' },
    },
  ])
})

test('more than is left is refused in place, and a refund has no fee and no end to choose', async () => {
  open([], ['refund', 'dispute'])
  press('reversal_record')
  const form = await dialog('reversal_record')
  fireEvent.change(within(form).getByRole('combobox', { name: 'reversal_what' }), { target: { value: 'refund' } })
  expect(within(form).queryByRole('textbox', { name: /reversal_fee_field/ })).toBeNull()
  expect(within(form).queryByRole('combobox', { name: 'reversal_stands' })).toBeNull()
  type(/wallet_amount/, '129.51')
  press('reversal_record_it', form)
  expect(await within(form).findByText('proper_amount')).toBeTruthy()
  expect(writesOf(server)).toEqual([])
})

test('a dispute of what was given back into the wallet is written down, as the provider has that money still', async () => {
  const detail = { ...detailOf([]), payment: { ...payment, refunded: '149.50', disputed: '0.00' }, leftThere: '149.50' }
  server.answers['POST /api/payments/P1/reversals'] = detail
  show(server, <ReversalRows detail={detail as unknown as PaymentDetail} locked={false} />)
  press('reversal_record')
  const form = await dialog('reversal_record')
  expect(within(form).getByRole<HTMLInputElement>('textbox', { name: /wallet_amount/ }).value).toBe('149.50')
  type('reversal_ref', 'CASE-9')
  type('refund_reason', 'Says he never rode')
  press('reversal_record_it', form)
  press('reversal_record_it', await dialog('reversal_confirm_title'))
  await waitFor(() => expect(writesOf(server)).toMatchObject([{ body: { amount: '149.50', ref: 'CASE-9' } }]))
})

test('of a dispute that the provider told only the fee can be changed, of one written down its end, too', async () => {
  server.answers['POST /api/reversals/R2'] = detailOf([])
  open([told, { ...told, id: 'R2', ref: 'CASE-2', by: 'Astrid Berg' }])
  press('reversal_change: CASE-1')
  const there = await dialog('reversal_dispute CASE-1')
  expect(within(there).queryByRole('combobox')).toBeNull()
  press('cancel', there)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  press('reversal_change: CASE-2')
  const own = await dialog('reversal_dispute CASE-2')
  const stands = within(own).getByRole('combobox', { name: 'reversal_stands' })
  expect(
    within(stands)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['reversal_state_open', 'reversal_state_lost', 'reversal_state_won'])
  fireEvent.change(stands, { target: { value: 'lost' } })
  press('save', own)
  press('save', await dialog('reversal_confirm_title'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(writesOf(server)).toMatchObject([{ way: 'POST /api/reversals/R2', body: { state: 'lost', fee: '15.00' } }])
})

test('what ended is told so, and the demo lock keeps all of it from being changed', () => {
  open([{ ...told, kind: 'refund', state: 'done', by: null, fee: '0.00' }], ['dispute'], true)
  expect(screen.queryByRole('button', { name: /reversal_change/ })).toBeNull()
  expect(screen.getByRole('button', { name: 'reversal_record' }).getAttribute('data-disabled')).toBe('true')
})
