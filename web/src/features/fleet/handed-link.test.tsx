import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { choose, makeServer, press, writesOf } from '../../../test/server.tsx'
import { driver, openPeople, rider } from './fake-people.tsx'

const server = makeServer()

test('where no mail goes out the link is shown once and copied, and no mail is promised', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  server.answers['POST /api/people/d1/invitation-link'] = { link: '/reset-password?token=a.b', expiresAt: 0 }
  openPeople(server, 'driver', { people: [{ ...driver, invitation: 'unsent' }] })
  await choose(await screen.findByRole('row', { name: /Omar Lund/ }), 'invitation_link')
  expect((await screen.findByRole('dialog', { name: 'handed_link_title' })).textContent).toContain('invitation_link_text')
  press('copy')
  await waitFor(() => expect(writeText.mock.calls).toEqual([[`${window.location.origin}/reset-password?token=a.b`]]))
  expect(await screen.findByText('invitation_link_copied')).toBeTruthy()
  expect(writesOf(server).map(({ way }) => way)).toEqual(['POST /api/people/d1/invitation-link'])
})

test.each([
  ['service', 'invitation_sent_to'],
  ['dev_inbox', 'invitation_sent_to mail_in_dev_inbox'],
] as const)('an invitation by %s says where it lies', async (mail, told) => {
  const invited = { ...driver, invitation: 'sent', mail } as const
  server.answers['POST /api/people/d1/invitation'] = invited
  openPeople(server, 'driver', { people: [invited] })
  await choose(await screen.findByRole('row', { name: /Omar Lund/ }), 'invitation_again')
  expect(await screen.findByText(told)).toBeTruthy()
})

test.each([
  ['service', 'none', 'driver_approve_text', false],
  ['dev_inbox', 'none', 'driver_approve_text mail_in_dev_inbox', false],
  ['none', 'none', 'driver_approve_no_mail', false],
  ['none', 'unsent', 'driver_approve_no_mail', true],
] as const)(
  'an approval where mail leaves by %s, of one whose invitation is %s, says %s',
  async (mail, invitation, told, isHanded) => {
    const waiting = { ...driver, approved: false, blocked: false, invitation, mail }
    server.answers['PUT /api/people/d1/approval'] = { ...waiting, approved: true }
    server.answers['POST /api/people/d1/invitation-link'] = { link: '/reset-password?token=a.b', expiresAt: 0 }
    openPeople(server, 'driver', { people: [waiting] })
    await choose(await screen.findByRole('row', { name: /Omar Lund/ }), 'driver_approve')
    const dialog = await screen.findByRole('dialog', { name: 'driver_approve_title' })
    expect(within(dialog).getByText(told)).toBeTruthy()
    fireEvent.click(within(dialog).getByRole('button', { name: 'driver_approve' }))
    expect(await screen.findByText('driver_now_approved')).toBeTruthy()
    if (isHanded)
      expect((await screen.findByRole('dialog', { name: 'handed_link_title' })).textContent).toContain('invitation_link_text')
    const links = writesOf(server).filter(({ way }) => way.endsWith('invitation-link'))
    expect(links).toHaveLength(isHanded ? 1 : 0)
  },
)

test('an admin gives a link for a new password, shown once with its end, to be copied', async () => {
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  server.answers['POST /api/people/u1/reset-link'] = { link: '/reset-password?token=c.d', expiresAt: 0 }
  openPeople(server, 'rider', { people: [rider] })
  await choose(await screen.findByRole('row', { name: /Åsa Ek/ }), 'reset_link')
  expect((await screen.findByRole('dialog', { name: 'handed_link_title' })).textContent).toContain('reset_link_text')
  press('copy')
  await waitFor(() => expect(writeText.mock.calls.at(-1)).toEqual([`${window.location.origin}/reset-password?token=c.d`]))
  expect(writesOf(server).map(({ way }) => way)).toEqual(['POST /api/people/u1/reset-link'])
})

test('an admin vouches for an address, after being asked', async () => {
  const unproven = { ...rider, emailVerified: false }
  server.answers['POST /api/people/u1/verified-email'] = rider
  openPeople(server, 'rider', { people: [unproven] })
  await choose(await screen.findByRole('row', { name: /Åsa Ek/ }), 'verify_person')
  const dialog = await screen.findByRole('dialog', { name: 'verify_person_title' })
  expect(writesOf(server)).toEqual([])
  fireEvent.click(within(dialog).getByRole('button', { name: 'verify_person' }))
  expect(await screen.findByText('verify_person_done')).toBeTruthy()
  expect(writesOf(server).map(({ way }) => way)).toEqual(['POST /api/people/u1/verified-email'])
})

test('an admin turns off the second step of one who has lost the app, after being asked', async () => {
  const careful = { ...rider, secondFactor: true }
  server.answers['DELETE /api/people/u1/second-factor'] = rider
  openPeople(server, 'rider', { people: [careful] })
  await choose(await screen.findByRole('row', { name: /Åsa Ek/ }), 'drop_factor')
  const dialog = await screen.findByRole('dialog', { name: 'drop_factor_title' })
  expect([dialog.textContent?.includes('drop_factor_text'), writesOf(server)]).toEqual([true, []])
  fireEvent.click(within(dialog).getByRole('button', { name: 'drop_factor' }))
  expect(await screen.findByText('drop_factor_done')).toBeTruthy()
  expect(writesOf(server).map(({ way }) => way)).toEqual(['DELETE /api/people/u1/second-factor'])
})

test.each([
  ['to a fleet admin', 'fleetadmin', { ...driver, emailVerified: false }, []],
  ['for one without an address', 'admin', { ...driver, email: null, emailVerified: false }, []],
  ['for an address that is verified', 'admin', driver, ['reset_link']],
] as const)('no word for an address is asked %s', async (_whom, viewer, one, offered) => {
  openPeople(server, 'driver', { people: [one], viewer })
  press('table_actions', await screen.findByRole('row', { name: /Omar Lund/ }))
  await screen.findByRole('menuitem', { name: 'table_edit' })
  const names = screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
  expect(names.filter((name) => ['verify_person', 'reset_link', 'drop_factor'].includes(name ?? ''))).toEqual(offered)
})
