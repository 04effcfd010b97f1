import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { FootButtonsProps } from './foot-buttons.tsx'
import { FormFoot } from './form-foot.tsx'

afterEach(cleanup)

const open = (props: Omit<FootButtonsProps, 'label'>) => {
  const onSubmit = vi.fn((event: { preventDefault: () => void }) => event.preventDefault())
  render(
    <MantineProvider>
      <form onSubmit={onSubmit}>
        <FormFoot label="save" {...props} />
      </form>
    </MantineProvider>,
  )
  return onSubmit
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('the deed sends the form, and the way back does not', () => {
  const onCancel = vi.fn()
  const onSubmit = open({ busy: false, onCancel })
  press('cancel')
  expect([onCancel.mock.calls.length, onSubmit.mock.calls.length]).toEqual([1, 0])
  press('save')
  expect([onCancel.mock.calls.length, onSubmit.mock.calls.length]).toEqual([1, 1])
})

test('where there is something to press, no form around it is sent', () => {
  const onPress = vi.fn()
  const onSubmit = open({ busy: false, onPress })
  press('save')
  expect([onPress.mock.calls.length, onSubmit.mock.calls.length]).toEqual([1, 0])
})

test('while it is being done it can neither be done again nor left', () => {
  const [onPress, onCancel] = [vi.fn(), vi.fn()]
  open({ busy: true, onPress, onCancel, cancelLabel: 'back' })
  press('back')
  press('save')
  expect([onPress.mock.calls.length, onCancel.mock.calls.length]).toEqual([0, 0])
})
