import { expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'

const app = await startApp()

it('opens a session for one who proved who they are in another way', async () => {
  const rider = await app.make.rider()
  const opened = await app.auth.openSession(rider.id, new Headers())
  expect(opened.cookies.join()).toMatch(/wayfare\.session_token=/)
  const bearer = await app.auth.authenticate(new Headers({ authorization: `Bearer ${opened.token}` }))
  expect(bearer?.actor).toEqual(rider.actor)
  const cookie = await app.auth.authenticate(new Headers({ cookie: opened.cookies.map((one) => one.split(';')[0]).join('; ') }))
  expect(cookie?.actor).toEqual(rider.actor)
})

it('opens none for one who is not approved, removed or unknown', async () => {
  const waiting = await app.make.driver({ approved: false })
  await expect(app.auth.openSession(waiting.id, new Headers())).rejects.toMatchObject({ key: 'require_approval' })
  const blocked = await app.make.driver({ approved: false })
  await app.db.updateTable('appUser').set({ blockedAt: new Date() }).where('id', '=', blocked.id).execute()
  for (const { id } of [blocked, await app.make.rider({ approved: false })])
    await expect(app.auth.openSession(id, new Headers())).rejects.toMatchObject({ key: 'account_blocked' })
  const gone = await app.make.rider({ removedAt: new Date() })
  await expect(app.auth.openSession(gone.id, new Headers())).rejects.toMatchObject({ key: 'user_issue_contact_admin' })
  await expect(app.auth.openSession('nobody', new Headers())).rejects.toMatchObject({ key: 'user_issue_contact_admin' })
})
