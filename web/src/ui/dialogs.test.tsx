import { MantineProvider } from '@mantine/core'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { specificationKeys } from '@wayfare/core/specification-keys'
import { afterEach, expect, test, vi } from 'vitest'
import english from '../../../server/src/db/texts/en.json' with { type: 'json' }
import { Dialog } from './dialog.tsx'
import { AlertProvider, useAlert, useProblem } from './dialogs.tsx'
import { FailureNote } from './failure-note.tsx'
import { TextProvider } from './text.ts'

afterEach(cleanup)

const texts: Record<string, string> = english
const t = (key: string, params: Record<string, string | number> = {}) =>
  (texts[key] ?? key).replaceAll(/{{(\w+)}}/g, (_all, name: string) => String(params[name]))

const failure = (key: string, message = 'the server’s own words') => ({ key, message, requestId: 'r-1', status: 409 })

type Tell = { alert: ReturnType<typeof useAlert>; problem: ReturnType<typeof useProblem> }

const Buttons = ({ run }: { run: (tell: Tell) => void }) => {
  const alert = useAlert()
  const problem = useProblem()
  return (
    <button type="button" onClick={() => run({ alert, problem })}>
      run
    </button>
  )
}

const open = (run: (tell: Tell) => void) => {
  render(
    <MantineProvider env="test">
      <TextProvider value={t}>
        <AlertProvider>
          <Buttons run={run} />
        </AlertProvider>
      </TextProvider>
    </MantineProvider>,
  )
  fireEvent.click(screen.getByText('run'))
}

test('an alert has its title and a button Close, which clears it', async () => {
  const closed = vi.fn<() => void>()
  open(({ alert }) => alert('It rains.', { title: 'Weather', onClose: closed }))
  const dialog = await screen.findByRole('dialog', { name: 'Weather' })
  expect(within(dialog).getByText('It rains.')).toBeTruthy()
  fireEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(closed).toHaveBeenCalledOnce()
})

const closeIt = async () => {
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Close' }))
}

test('closed, it gives the focus to the field it was about, else back to where it was', async () => {
  const field = document.body.appendChild(document.createElement('input'))
  const where = { after: () => field as HTMLElement | null }
  open(({ alert }) => alert('It rains.', { title: 'Weather', focusAfter: where.after }))
  const before = screen.getByText('run')
  before.focus()
  await closeIt()
  await waitFor(() => expect(document.activeElement).toBe(field))
  before.focus()
  where.after = () => null
  fireEvent.click(before)
  await closeIt()
  await waitFor(() => expect(document.activeElement).toBe(before))
  field.remove()
})

test.each([
  ['fetch_call_error', 'Fetch Call Error'],
  ['user_token_error', 'Unable to get user token'],
  ['no_route_found', 'No Route Found'],
  ['base_settings_error_1', 'Base Settings Error 1'],
  ['base_settings_error_2', 'Base Settings Error 2'],
])('%s reads "%s"', async (key, words) => {
  open(({ problem }) => problem(failure(key)))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText(words)).toBeTruthy()
  expect(dialog.textContent).toContain('r-1')
  expect(dialog.textContent).not.toContain(key)
})

test.each(specificationKeys.filter((key) => key !== 'not_logged_in'))(
  'every refusal of the catalogue is told in its English words: %s',
  async (key) => {
    open(({ problem }) => problem(failure(key)))
    const dialog = await screen.findByRole('dialog', { name: 'Alert' })
    expect(within(dialog).getByText(texts[key] ?? 'a text')).toBeTruthy()
    expect(dialog.textContent).not.toContain(key)
  },
)

test.each([
  [failure('row_changed'), 'Changed in the meantime'],
  [failure('wrong_step'), 'Not possible now'],
  [{ ...failure('forbidden'), status: 403 }, 'Not allowed'],
  [{ ...failure('not_found'), status: 404 }, 'Not found'],
  [{ ...failure('rate_limited'), status: 429 }, 'Too many attempts'],
  [{ ...failure('bad_request'), status: 400 }, 'Please check this'],
  [{ ...failure('server_error'), status: 500 }, 'Something went wrong'],
  [{ ...failure('not_ready'), status: 503 }, 'No connection'],
  [new TypeError('x is undefined'), 'Something went wrong'],
  [failure('no_route_found'), 'Alert'],
])('a failure of ours is titled for its kind, a literal message of the specification "Alert" (%#)', async (cause, title) => {
  open(({ problem }) => problem(cause))
  expect(await screen.findByRole('dialog', { name: title })).toBeTruthy()
})

test('a failure of a booking shows its code, too', async () => {
  open(({ problem }) => problem(failure('wrong_step'), { withCode: true }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText('wrong_step')).toBeTruthy()
  expect(within(dialog).getByText(texts['wrong_step'] ?? '')).toBeTruthy()
})

test('a key without a text is told in the server’s words, a fault of ours in general ones', async () => {
  open(({ problem }) => problem(failure('brand_new_key')))
  expect((await screen.findByRole('dialog')).textContent).toContain('the server’s own words')
  cleanup()
  open(({ problem }) => problem(new TypeError('x is undefined')))
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain(texts['server_error'])
  expect(dialog.textContent).not.toContain('undefined')
})

test.each(['not_logged_in', 'unauthorized'])('%s is passed over in silence', async (key) => {
  open(({ problem, alert }) => {
    problem(failure(key))
    alert('afterwards', { title: 'Weather' })
  })
  const dialog = await screen.findByRole('dialog')
  expect(dialog.textContent).toContain('afterwards')
  expect(dialog.textContent).not.toContain(texts['not_logged_in'])
})

const Note = ({ cause }: { cause: unknown }) => {
  const [shown, setShown] = useState(cause)
  return <FailureNote cause={shown} onClose={() => setShown(null)} />
}
const note = (cause: unknown) =>
  render(
    <MantineProvider env="test">
      <TextProvider value={t}>
        <Note cause={cause} />
      </TextProvider>
    </MantineProvider>,
  )

test('a note shows message, code and number, and closing it clears the error', () => {
  note(failure('wrong_step'))
  const alert = screen.getByRole('alert')
  for (const words of [texts['wrong_step'] ?? '', 'wrong_step', 'r-1']) expect(alert.textContent).toContain(words)
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each([null, failure('not_logged_in')])('there is no note of %j', (cause) => {
  note(cause)
  expect(screen.queryByRole('alert')).toBeNull()
})

const OneDialog = () => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        begin
      </button>
      {isOpen && (
        <Dialog opened onClose={() => setOpen(false)} title="one">
          <button type="button" onClick={() => setOpen(false)}>
            end
          </button>
        </Dialog>
      )}
    </>
  )
}

test('the focus goes back to what opened a dialog that is there only while it is open', async () => {
  render(
    <MantineProvider env="test">
      <TextProvider value={t}>
        <OneDialog />
      </TextProvider>
    </MantineProvider>,
  )
  const begin = screen.getByRole('button', { name: 'begin' })
  begin.focus()
  fireEvent.click(begin)
  const end = await screen.findByRole('button', { name: 'end' })
  end.focus()
  fireEvent.click(end)
  await waitFor(() => expect(document.activeElement).toBe(begin))
})
