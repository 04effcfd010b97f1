import { MantineProvider, TextInput } from '@mantine/core'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { AlertProvider } from './dialogs.tsx'
import { FormFoot } from './form-foot.tsx'
import { Form } from './form.tsx'
import { useForm, type FormOptions } from './use-form.ts'

afterEach(cleanup)

type Draft = { name: string; note: string }

const refusal = (key: string, details?: object) => ({ key, message: `${key} in words`, requestId: null, status: 409, details })

const NoteForm = ({ options }: { options: FormOptions<Draft> }) => {
  const form = useForm<Draft>({ name: '', note: '' }, options)
  return (
    <Form form={form}>
      <TextInput {...form.text('name')} label="name" />
      <TextInput {...form.text('note')} label="note" />
      <FormFoot label="send" busy={form.busy} />
    </Form>
  )
}

const field = (label: string) => screen.getByRole<HTMLInputElement>('textbox', { name: label })
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
const submit = () => fireEvent.submit(field('name').closest('form') ?? document.body)

const open = (options: FormOptions<Draft>, onSubmitAround = vi.fn()) => {
  render(
    <MantineProvider>
      <AlertProvider>
        <div onSubmit={onSubmitAround}>
          <NoteForm options={options} />
        </div>
      </AlertProvider>
    </MantineProvider>,
  )
}

const isWrong = (input: HTMLInputElement) => input.getAttribute('aria-invalid') === 'true'

test('what is wrong stands at its field, takes the cursor, and goes as soon as one types there', async () => {
  const send = vi.fn()
  open({ check: ({ note }) => (note === '' ? { note: 'note_missing' } : {}), send })
  submit()
  expect(screen.getByText('note_missing')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(field('note')))
  type('name', 'x')
  expect(isWrong(field('note'))).toBe(true)
  type('note', 'y')
  expect(isWrong(field('note'))).toBe(false)
  submit()
  await waitFor(() => expect(send).toHaveBeenCalledExactlyOnceWith({ name: 'x', note: 'y' }))
})

test('a check that takes its time is waited for, and meanwhile nothing is sent twice', async () => {
  const send = vi.fn()
  const checks: ((problems: object) => void)[] = []
  open({ check: () => new Promise((resolve) => checks.push(resolve)), send })
  submit()
  submit()
  expect(checks).toHaveLength(1)
  checks[0]?.({ name: 'taken' })
  expect(await screen.findByText('taken')).toBeTruthy()
  submit()
  checks[1]?.({})
  await waitFor(() => expect(send).toHaveBeenCalledOnce())
})

test('nothing is sent after a no, and the form may be sent again', async () => {
  const send = vi.fn()
  const ask = vi.fn(async () => ask.mock.calls.length > 1)
  open({ ask, send })
  submit()
  await waitFor(() => expect(ask).toHaveBeenCalledOnce())
  await waitFor(() => {
    submit()
    expect(send).toHaveBeenCalledOnce()
  })
})

test('a refusal stands at the fields that the server names, or at those that its key means', async () => {
  const causes = [refusal('too_long', { fields: [{ field: 'note' }, { field: 'elsewhere' }] }), refusal('name_taken')]
  const send = async () => {
    throw causes.shift()
  }
  open({ send, refused: (key) => (key === 'name_taken' ? { name: key } : {}) })
  submit()
  expect(await screen.findByText('too_long')).toBeTruthy()
  expect([isWrong(field('name')), isWrong(field('note'))]).toEqual([false, true])
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button').disabled).toBe(false))
  submit()
  expect(await screen.findByText('name_taken')).toBeTruthy()
  expect([isWrong(field('name')), isWrong(field('note'))]).toEqual([true, false])
})

test('any other refusal stands at the field it is for, or is told', async () => {
  open({ send: () => Promise.reject(refusal('server_error')), at: 'name' })
  submit()
  expect(await screen.findByText('server_error in words')).toBeTruthy()
  expect(isWrong(field('name'))).toBe(true)
})

test('without such a field the alert tells it, or who was asked to', async () => {
  const tell = vi.fn()
  const cause = refusal('server_error')
  open({ send: () => Promise.reject(cause), tell })
  submit()
  await waitFor(() => expect(tell).toHaveBeenCalledExactlyOnceWith(cause))
})

test('the form around a dialog does not hear that the dialog’s own was sent', () => {
  const around = vi.fn()
  open({}, around)
  submit()
  expect(around).not.toHaveBeenCalled()
})
