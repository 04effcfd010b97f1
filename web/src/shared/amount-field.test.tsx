import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { AmountField } from './amount-field.tsx'
import { makeServer, show } from '../../test/server.tsx'

const server = makeServer()

const Field = ({
  label,
  first,
  ...rest
}: {
  label: string
  first: string
  tidy?: boolean
  error?: string
  currency?: string
}) => {
  const [value, setValue] = useState(first)
  return <AmountField name={label} label={label} value={value} onChange={setValue} {...rest} />
}

test('once one leaves it, an amount has the digits that amounts have; not where money moves, nor one that is told to be wrong', () => {
  show(
    server,
    <>
      <Field label="tariff" first="40,5" tidy />
      <Field label="whole" first="٤٥.00" tidy />
      <Field label="payment" first="40,5" />
      <Field label="refused" first="40,5" tidy error="too much" />
      <Field label="wrong" first="1.234" tidy />
    </>,
  )
  const left = ['tariff', 'whole', 'payment', 'refused', 'wrong'].map((name) => {
    const field = screen.getByRole('textbox', { name }) as HTMLInputElement
    fireEvent.blur(field)
    return field.value
  })
  expect(left).toEqual(['40.50', '45', '40,5', '40,5', '1.234'])
  // what nobody writes so in this language is asked back
  expect(screen.getByRole('group', { name: 'amount_unsure' }).textContent).toBe('1,234.00\u00a0SEK')
})

test('what was paid in another currency stands in it', () => {
  const { container } = show(
    server,
    <>
      <Field label="ours" first="7" currency="SEK" />
      <Field label="theirs" first="7" currency="USD" />
    </>,
  )
  expect([...container.querySelectorAll('[data-position=right]')].map((unit) => unit.textContent)).toEqual(['kr', 'USD'])
})
