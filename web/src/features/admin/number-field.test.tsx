import { parseNonNegative } from '@wayfare/core/settings-checks'
import { fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { makeServer, press, show } from '../../../test/server.tsx'
import { NumberField } from './number-field.tsx'
import { SettingField } from './setting-field.tsx'
import type { SettingsForm } from './use-settings-form.ts'

const server = makeServer()

const Bonus = ({ decimal }: { decimal: number | '' }) => {
  const [bonus, setBonus] = useState<number | ''>(25)
  const form = {
    draft: { bonus, decimal, code: 'SEK', symbol: 'kr' },
    problems: {},
    all: { currencyInUse: false },
    change: (_field: string, typed: string) => setBonus(parseNonNegative(typed)),
  }
  return (
    <SettingField
      item={{ kind: 'number', field: 'bonus', unit: 'currency' }}
      form={form as never as SettingsForm}
      locked={false}
    />
  )
}

const box = () => screen.getByRole('textbox') as HTMLInputElement
const type = (value: string) => fireEvent.change(box(), { target: { value } })

test('an amount of the settings is written with the decimals that amounts will have, and stays as it is typed meanwhile', () => {
  const { unmount } = show(server, <Bonus decimal={2} />)
  expect(box().value).toBe('25.00')
  type('12,5')
  expect(box().value).toBe('12,5')
  fireEvent.blur(box())
  expect(box().value).toBe('12.50')
  unmount()
  show(server, <Bonus decimal={0} />)
  expect(box().value).toBe('25')
  type('12.5')
  fireEvent.blur(box())
  expect(box().value).toBe('12.50')
})

test('a number that may be two stays as it was typed until one of them is chosen', () => {
  show(server, <Bonus decimal={0} />)
  type('1.000')
  expect(screen.queryByRole('group')).toBeNull()
  fireEvent.blur(box())
  expect(box().value).toBe('1.000')
  const choices = within(screen.getByRole('group', { name: 'amount_unsure' })).getAllByRole('button')
  expect(choices.map(({ textContent }) => textContent)).toEqual(['1', '1,000'])
  press('1,000')
  fireEvent.blur(box())
  expect([box().value, screen.queryByRole('group')]).toEqual(['1000', null])
})

test('any other number is written as it is', () => {
  show(server, <NumberField aria-label="radius" digits={3} value={7.5} onChange={() => {}} />)
  expect(box().value).toBe('7.5')
})
