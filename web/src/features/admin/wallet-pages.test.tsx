import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { makeServer, press, refusal, show, writesOf } from '../../../test/server.tsx'
import { AddToWalletPage } from './add-to-wallet-page.tsx'
import { WithdrawsPage } from './withdraws-page.tsx'

const bank = { bankName: 'Handelsbanken', bankCode: '6112', bankAccount: '123' }
const paid = {
  id: 'W1',
  uid: 'd',
  date: 1,
  name: 'Amira Haddad',
  amount: '41.50',
  processed: true,
  processDate: 2,
  state: 'processed',
  endDate: null,
  endReason: '',
  ...bank,
}
const waiting = { ...paid, id: 'W2', name: '=cmd()', processed: false, processDate: null, state: 'waiting' }
const owner = {
  id: 'maja',
  userType: 'rider',
  firstName: 'Maja',
  lastName: 'Lund',
  email: null,
  mobile: null,
  contactHidden: true,
  walletBalance: '100.00',
}

const server = makeServer()

beforeEach(() => {
  Object.assign(server.answers, {
    'GET /api/withdraws': { withdraws: [waiting, paid], nextCursor: null, count: 2, waiting: { count: 1, amount: '41.50' } },
    'POST /api/withdraws/W2/complete': { ...waiting, processed: true, processDate: 3 },
    'GET /api/wallets/search': { owners: [owner] },
    'GET /api/people/maja': { person: { ...owner, createdAt: 0 } },
    'GET /api/people/ada': { person: { ...owner, id: 'ada', userType: 'admin' } },
    'GET /api/wallets/maja/credits': { credits: [] },
    'POST /api/wallets/credit': { user: 'maja', amount: '12.50', balance: '112.50' },
  })
})

const button = (name: string, place: HTMLElement = document.body) => within(place).getByRole('button', { name })

/** An action of a row's menu. */
const actionOf = async (row: RegExp, name: RegExp) => {
  press('table_actions', await screen.findByRole('row', { name: row }))
  return screen.findByRole('menuitem', { name })
}

test('a withdrawal is completed after a question, with a key; one that is paid out cannot be', async () => {
  show(server, <WithdrawsPage />)
  const done = await actionOf(/W1/, /withdraw_complete/)
  expect([done.getAttribute('data-disabled'), done.textContent]).toEqual(['true', expect.stringContaining('withdraw_processed')])
  cleanup()
  show(server, <WithdrawsPage />)
  fireEvent.click(await actionOf(/W2/, /withdraw_complete/))
  const dialog = await screen.findByRole('dialog', { name: 'withdraw_complete_title' })
  expect(writesOf(server)).toEqual([])
  press('withdraw_complete', dialog)
  await waitFor(() => expect(writesOf(server).map(({ way }) => way)).toEqual(['POST /api/withdraws/W2/complete']))
  expect(writesOf(server)[0]?.once).toMatch(/^[0-9a-f]{32}$/)
})

test('what narrows the list lies behind one button, which says how many do, and asks the server', async () => {
  show(server, <WithdrawsPage />, '/?role=driver')
  await screen.findByRole('row', { name: /W1/ })
  expect(screen.queryByRole('combobox', { name: 'withdraw_role' })).toBeNull()
  press('table_filters_count')
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'withdraw_role' }).value).toBe('driver')
  fireEvent.change(screen.getByRole('combobox', { name: 'withdraw_state_head' }), { target: { value: 'waiting' } })
  fireEvent.change(screen.getByLabelText('filter_from'), { target: { value: '2026-11-01' } })
  await waitFor(() => {
    const asked = server.sent.filter(({ way }) => way === 'GET /api/withdraws').at(-1)?.query ?? ''
    expect(Object.fromEntries(new URLSearchParams(asked))).toMatchObject({ role: 'driver', state: 'waiting', from: '2026-11-01' })
  })
  press('table_clear_filter')
  expect(await screen.findByRole('button', { name: 'table_filters' })).toBeTruthy()
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'withdraw_role' }).value).toBe('')
})

test('what another admin marked meanwhile is told, and the list shows it', async () => {
  show(server, <WithdrawsPage />)
  fireEvent.click(await actionOf(/W2/, /withdraw_complete/))
  const dialog = await screen.findByRole('dialog', { name: 'withdraw_complete_title' })
  server.answers['POST /api/withdraws/W2/complete'] = refusal('withdraw_processed')
  server.answers['GET /api/withdraws'] = {
    withdraws: [{ ...waiting, state: 'processed', processed: true, processDate: 3 }],
    nextCursor: null,
    count: 1,
    waiting: { count: 0, amount: '0.00' },
  }
  press('withdraw_complete', dialog)
  expect((await screen.findByRole('dialog', { name: 'failure_input_title' })).textContent).toContain('withdraw_processed')
  await waitFor(() =>
    expect(screen.getByRole('row', { name: /W2/, hidden: true }).textContent).toContain('withdraw_state_processed'),
  )
})

const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent?.replace(/\W/g, ''))
const always = ['select', 'id', 'date', 'name', 'processed_head', 'process_date'].map((name) => `withdraw_${name}`)
const bankHeads = ['name', 'code', 'account'].map((name) => `profile_bank_${name}`)

test('the bank is shown where it is asked for, and nothing is exported while critical edits are locked', async () => {
  server.settings = { bankFields: false, allowCriticalEditsAdmin: false }
  show(server, <WithdrawsPage />)
  await screen.findByRole('row', { name: /W1/ })
  expect(heads()).toEqual([...always.slice(0, 4), 'wallet_amount', ...always.slice(4), 'table_actions'])
  expect(button('report_export')).toHaveProperty('disabled', true)
  cleanup()
  server.settings = { bankFields: true, allowCriticalEditsAdmin: true }
  show(server, <WithdrawsPage />)
  await screen.findByRole('columnheader', { name: 'profile_bank_account' })
  expect(heads().slice(7, 10)).toEqual(bankHeads)
})

test('nothing is added without a person and an amount; with both it is sent once, and told', async () => {
  show(server, <AddToWalletPage />)
  press('nav_add_to_wallet')
  expect((await screen.findByRole('dialog')).textContent).toContain('no_details_error')
  expect(writesOf(server)).toEqual([])
  press('close')
  const who = screen.getByRole('combobox')
  await waitFor(() => expect(document.activeElement).toBe(who))
  fireEvent.change(who, { target: { value: 'maja' } })
  expect((await screen.findByRole('option')).textContent).toContain('contact_hidden')
  fireEvent.keyDown(who, { key: 'Enter' })
  fireEvent.change(screen.getByRole('textbox', { name: 'wallet_amount' }), { target: { value: '12,5' } })
  await waitFor(() => expect(screen.getByText(/112\.50/)).toBeDefined())
  press('nav_add_to_wallet')
  const question = await screen.findByRole('dialog', { name: 'add_wallet_confirm_title' })
  expect([question.textContent, writesOf(server)]).toEqual([expect.stringContaining('add_wallet_confirm_text'), []])
  press('nav_add_to_wallet', question)
  await waitFor(() => expect(writesOf(server)).toHaveLength(1))
  expect(writesOf(server)[0]).toMatchObject({
    way: 'POST /api/wallets/credit',
    body: { user: 'maja', amount: '12.50', note: '' },
  })
  expect((await screen.findByRole('dialog', { name: 'add_wallet_done_title' })).textContent).toContain('success')
})

test('an amount that may be two moves nothing until one of them is chosen, which is then asked about in full', async () => {
  show(server, <AddToWalletPage />, '/addtowallet?user=maja')
  await waitFor(() => expect(screen.getByRole('combobox')).toHaveProperty('value', 'Maja Lund'))
  const field = screen.getByRole('textbox', { name: 'wallet_amount' })
  fireEvent.change(field, { target: { value: '1.000' } })
  press('nav_add_to_wallet')
  expect((await screen.findByRole('dialog', { name: 'failure_input_title' })).textContent).toContain('amount_unsure')
  press('close')
  const choices = await screen.findByRole('group', { name: 'amount_unsure' })
  expect(
    within(choices)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['1.00\u00a0SEK', '1,000.00\u00a0SEK'])
  fireEvent.click(within(choices).getAllByRole('button')[1] as HTMLElement)
  expect(field).toHaveProperty('value', '1000')
  expect(writesOf(server)).toEqual([])
  press('nav_add_to_wallet')
  press('back', await screen.findByRole('dialog', { name: 'add_wallet_confirm_title' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(writesOf(server)).toEqual([])
})

test('what was added is taken back with a reason and after a question in full; the balance follows', async () => {
  const credit = { id: 'c1', date: 1, amount: '75.00', currency: 'SEK', note: 'Cash', by: 'Ada Boss', takenBack: null }
  const takenBack = { date: 2, amount: '50.00', by: 'Ada Boss', reason: 'A slip' }
  server.answers['GET /api/wallets/maja/credits'] = { credits: [credit] }
  server.answers['POST /api/wallets/credits/c1/take-back'] = { credit: { ...credit, takenBack }, balance: '50.00' }
  show(server, <AddToWalletPage />, '/addtowallet?user=maja')
  fireEvent.click(await screen.findByRole('button', { name: 'credit_take_back' }))
  const form = await screen.findByRole('dialog', { name: 'credit_take_back_title' })
  const amount = within(form).getByRole('textbox', { name: 'wallet_amount' })
  expect(amount).toHaveProperty('value', '75')
  press('credit_take_back', form)
  expect(await within(form).findByText('field_required')).toBeDefined()
  fireEvent.change(within(form).getByRole('textbox', { name: /credit_reason/ }), { target: { value: ' A slip ' } })
  fireEvent.change(amount, { target: { value: '76' } })
  press('credit_take_back', form)
  expect(await within(form).findByText('proper_amount')).toBeDefined()
  fireEvent.change(amount, { target: { value: '50' } })
  press('credit_take_back', form)
  const question = await screen.findByRole('dialog', { name: 'credit_confirm_title' })
  expect(writesOf(server)).toEqual([])
  press('credit_take_back', question)
  await waitFor(() => expect(writesOf(server).map(({ body }) => body)).toEqual([{ amount: '50.00', reason: 'A slip' }]))
  expect((await screen.findByRole('dialog', { name: 'credit_done_title' })).textContent).toContain('credit_done')
  expect(screen.getByText('add_wallet_before').parentElement?.textContent).toContain('50')
})

test('whom the address names is chosen already, unless they have no wallet', async () => {
  show(server, <AddToWalletPage />, '/addtowallet?user=maja')
  await waitFor(() => expect(screen.getByRole('combobox')).toHaveProperty('value', 'Maja Lund'))
  cleanup()
  show(server, <AddToWalletPage />, '/addtowallet?user=ada')
  await waitFor(() => expect(server.sent.map(({ way }) => way)).toContain('GET /api/people/ada'))
  expect(screen.getByRole('combobox')).toHaveProperty('value', '')
})

const boxes = () => screen.queryAllByRole('checkbox', { name: /withdraw_select_of/ })

test('several that wait are said to be paid out together, after a question with their sum; what is settled has no box', async () => {
  const third = { ...waiting, id: 'W3', name: 'Bo Ek', amount: '8.60' }
  server.answers['GET /api/withdraws'] = {
    withdraws: [waiting, third, paid],
    nextCursor: null,
    count: 3,
    waiting: { count: 2, amount: '50.10' },
  }
  server.answers['POST /api/withdraws/complete'] = {
    done: [{ ...waiting, state: 'processed' }],
    left: [{ id: 'W3', key: 'withdraw_processed' }],
  }
  show(server, <WithdrawsPage />)
  await screen.findByRole('row', { name: /W3/ })
  expect(boxes()).toHaveLength(2)
  press('withdraws_select_all')
  expect(screen.getByText('withdraws_selected')).toBeTruthy()
  const [bar] = screen.getAllByRole('button', { name: 'withdraw_complete' })
  if (bar) fireEvent.click(bar)
  const dialog = await screen.findByRole('dialog', { name: 'withdraw_complete_title' })
  press('withdraw_complete', dialog)
  await waitFor(() =>
    expect(writesOf(server).map(({ way, body }) => [way, body])).toEqual([
      ['POST /api/withdraws/complete', { ids: ['W2', 'W3'] }],
    ]),
  )
  expect((await screen.findByRole('dialog', { name: 'withdraws_left_title' })).textContent).toContain('withdraws_left')
})

test('a withdrawal is declined with a reason, and not without one', async () => {
  server.answers['POST /api/withdraws/W2/end'] = { ...waiting, state: 'declined', endDate: 4, endReason: 'No such account' }
  show(server, <WithdrawsPage />)
  fireEvent.click(await actionOf(/W2/, /withdraw_decline/))
  const dialog = await screen.findByRole('dialog', { name: 'withdraw_decline_title' })
  press('withdraw_decline', dialog)
  expect(within(dialog).getByText('withdraw_reason_missing')).toBeTruthy()
  fireEvent.change(within(dialog).getByLabelText('withdraw_reason'), { target: { value: ' No such account ' } })
  press('withdraw_decline', dialog)
  await waitFor(() =>
    expect(writesOf(server).map(({ way, body }) => [way, body])).toEqual([
      ['POST /api/withdraws/W2/end', { as: 'declined', reason: 'No such account' }],
    ]),
  )
})

test('whoever the address names stands in the field, also where somebody else was being typed', async () => {
  const answers: ((answer: unknown) => void)[] = []
  server.answers['GET /api/people/maja'] = () => new Promise((resolve) => answers.push(resolve))
  server.answers['GET /api/wallets/search'] = { owners: [] }
  show(server, <AddToWalletPage />, '/addtowallet?user=maja')
  const field = await screen.findByRole<HTMLInputElement>('combobox')
  fireEvent.change(field, { target: { value: 'Anna' } })
  await waitFor(() => expect(answers).toHaveLength(1))
  answers[0]?.({ person: { ...owner, createdAt: 0 } })
  await waitFor(() => expect(field.value).toBe('Maja Lund'))
})
