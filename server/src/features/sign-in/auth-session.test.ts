// Only what the library has signed is accepted, and a session is extended as people come back.
import type { UserId } from '@wayfare/core/ids'
import { describe, expect, it } from 'vitest'
import { startApp } from '../../../test/harness.ts'

const app = await startApp()

/** A new rider's only session, as a cookie and as a bearer token. */
const open = async () => {
  const rider = await app.make.rider()
  await app.db.deleteFrom('authSession').where('userId', '=', rider.id).execute()
  const { cookies, token } = await app.auth.openSession(rider.id, new Headers())
  const cookie = (cookies[0] ?? '').split(';')[0] ?? ''
  return { rider, cookie, token }
}

const askWith = (headers: Record<string, string>) => app.auth.authenticate(new Headers(headers))

const daysMs = 24 * 3_600_000

const moveSession = (userId: UserId, set: { updatedAt?: Date; expiresAt?: Date }) =>
  app.db.updateTable('authSession').set(set).where('userId', '=', userId).execute()

const readSession = (userId: UserId) =>
  app.db.selectFrom('authSession').selectAll().where('userId', '=', userId).executeTakeFirstOrThrow()

describe('what proves a session', () => {
  it('is the cookie, wherever it stands among others and in quotes, too', async () => {
    const { rider, cookie } = await open()
    const [name = '', value = ''] = cookie.split(/=(.*)/s)
    for (const sent of [cookie, `a=b; ${cookie}; c=d`, `broken; ${name}="${value}"`, `${name}=${decodeURIComponent(value)}`])
      expect((await askWith({ cookie: sent }))?.actor, sent).toEqual(rider.actor)
    expect(await askWith({ cookie: `x${cookie}` })).toBeNull()
    expect(await askWith({ cookie: `${name}=; ${cookie}` })).toBeNull()
  })

  it('is the bearer token, encoded or not; a bad one leaves the cookie to speak', async () => {
    const [one, other] = [await open(), await open()]
    const raw = decodeURIComponent(one.token)
    for (const authorization of [`Bearer ${raw}`, `bearer  ${encodeURIComponent(raw)}`])
      expect((await askWith({ authorization }))?.actor).toEqual(one.rider.actor)
    expect((await askWith({ authorization: `Bearer ${raw}`, cookie: other.cookie }))?.actor).toEqual(one.rider.actor)
    for (const authorization of ['Bearer made.up', 'Basic YTpi', 'Bearer'])
      expect((await askWith({ authorization, cookie: other.cookie }))?.actor).toEqual(other.rider.actor)
  })

  it('is nothing with another signature, without one, or with more than one', async () => {
    const { token } = await open()
    const raw = decodeURIComponent(token)
    const [id = '', signature = ''] = raw.split('.')
    const turned = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1)
    const forged = [
      id,
      `${id}.`,
      `${id}.${turned}`,
      `${id}x.${signature}`,
      `${id}.${signature.slice(0, -1)}`,
      `${id}.${signature}=`,
    ]
    const worse = [`.${signature}`, `${id}.${signature}.${signature}`, `${id}.%E0%A4%A`, '.', '%', `${id}.${'A'.repeat(43)}=`]
    for (const sent of [...forged, ...worse]) {
      expect(await askWith({ authorization: `Bearer ${sent}` }), sent).toBeNull()
      expect(await askWith({ cookie: `wayfare.session_token=${encodeURIComponent(sent)}` }), sent).toBeNull()
    }
  })
})

describe('a session', () => {
  it('is none once it has run out, once it is gone, or when its user may not come in', async () => {
    const { rider, token } = await open()
    const bearer = { authorization: `Bearer ${token}` }
    await app.db.updateTable('appUser').set({ approved: false }).where('id', '=', rider.id).execute()
    expect(await askWith(bearer)).toBeNull()
    await app.db.updateTable('appUser').set({ approved: true }).where('id', '=', rider.id).execute()
    expect(await askWith(bearer)).not.toBeNull()
    await moveSession(rider.id, { expiresAt: new Date(Date.now() - 1) })
    expect(await askWith(bearer)).toBeNull()
    await app.db.deleteFrom('authSession').where('userId', '=', rider.id).execute()
    expect(await askWith(bearer)).toBeNull()
  })

  it('is marked as seen every five minutes, and lasts thirty days from a day on', async () => {
    const { rider, token } = await open()
    const ask = async () => {
      await askWith({ authorization: `Bearer ${token}` })
      return readSession(rider.id)
    }
    const [fourMinutes, sixMinutes] = [new Date(Date.now() - 4 * 60_000), new Date(Date.now() - 6 * 60_000)]
    await moveSession(rider.id, { updatedAt: fourMinutes })
    expect((await ask()).updatedAt).toEqual(fourMinutes)
    const within = new Date(Date.now() + 29.1 * daysMs)
    await moveSession(rider.id, { updatedAt: sixMinutes, expiresAt: within })
    const seen = await ask()
    expect(seen.updatedAt.getTime()).toBeGreaterThan(Date.now() - 10_000)
    expect(seen.expiresAt).toEqual(within)
    await moveSession(rider.id, { expiresAt: new Date(Date.now() + 28.9 * daysMs) })
    expect((await ask()).expiresAt.getTime()).toBeGreaterThan(Date.now() + 29.9 * daysMs)
  })

  it('goes on for whoever comes every day: no browser drops the cookie before', async () => {
    const rider = await app.make.rider()
    await app.db.deleteFrom('authSession').where('userId', '=', rider.id).execute()
    const { cookies } = await app.auth.openSession(rider.id, new Headers())
    const [cookie = '', ...attributes] = cookies[0]?.split('; ') ?? []
    const keptDays = Number(attributes.join().match(/Max-Age=(\d+)/)?.[1]) / (24 * 3600)
    let days = 0
    for (; days < 60 && days < keptDays; days++) {
      const { expiresAt } = await readSession(rider.id)
      await moveSession(rider.id, { expiresAt: new Date(expiresAt.getTime() - daysMs) })
      expect(await askWith({ cookie })).not.toBeNull()
    }
    expect(days).toBe(60)
  })

  it('is one where nothing can be written, too: with a full disk people read on', async () => {
    const { rider, token } = await open()
    await moveSession(rider.id, { updatedAt: new Date(Date.now() - 6 * 60_000) })
    for (const code of ['53100', '25006']) {
      await app.database.directPool.query(`
        create function refuse_write() returns trigger language plpgsql as $$ begin raise exception 'no' using errcode = '${code}'; end $$;
        create trigger refuse_write before update on auth_session for each row execute function refuse_write()`)
      const asked = await askWith({ authorization: `Bearer ${token}` }).catch((error: unknown) => error)
      await app.database.directPool.query('drop function refuse_write cascade')
      expect(asked).toMatchObject({ actor: rider.actor })
    }
  })
})
