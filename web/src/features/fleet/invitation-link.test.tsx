import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { choose, makeDesk, press, writesOf } from '../../shared/fake-desk.tsx'
import { driver, openPeople } from './fake-people.tsx'

const desk = makeDesk()

test('where no mail goes out the link is shown once and copied, and no mail is promised', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  desk.answers['POST /api/people/d1/invitation-link'] = { link: '/reset-password?token=a.b', expiresAt: 0 }
  openPeople(desk, 'driver', { people: [{ ...driver, invitation: 'unsent' }] })
  await choose(await screen.findByRole('row', { name: /Omar Lund/ }), 'invitation_link')
  expect((await screen.findByRole('dialog', { name: 'alert_title' })).textContent).toContain('invitation_link_text')
  press('copy')
  await waitFor(() => expect(writeText.mock.calls).toEqual([[`${window.location.origin}/reset-password?token=a.b`]]))
  expect(await screen.findByText('invitation_link_copied')).toBeTruthy()
  expect(writesOf(desk).map(({ way }) => way)).toEqual(['POST /api/people/d1/invitation-link'])
})
