import { cleanup, render } from '@testing-library/react'
import type { Me } from '@wayfare/contract/accounts'
import { afterEach, expect, test } from 'vitest'
import { CardForm } from './card-form.tsx'

afterEach(cleanup)

const order = { id: 'B1', amount: '120.00', currency: 'SEK', product: 'Wayfare B1' }
const me = { id: 'maja', firstName: 'Maja', lastName: 'Lund', email: ' ', mobile: null } as Me

test('the form posts the ten fields of the specification to the link of the provider, hidden, and nothing else', () => {
  const { container } = render(
    <CardForm link="/pay/stripe" order={order} me={me}>
      <button>Pay</button>
    </CardForm>,
  )
  const form = container.querySelector('form') as HTMLFormElement
  expect([form.method, new URL(form.action).pathname]).toEqual(['post', '/pay/stripe'])
  expect([...form.querySelectorAll('input')].every(({ type }) => type === 'hidden')).toBe(true)
  expect(Object.fromEntries(new FormData(form))).toEqual({
    order_id: 'B1',
    amount: '120.00',
    currency: 'SEK',
    product_name: 'Wayfare B1',
    first_name: 'Maja',
    last_name: 'Lund',
    quantity: '1',
    cust_id: 'maja',
    mobile_no: '',
    email: '',
  })
})
