import { getSession } from '@wayfare/contract/sign-in'
import { signInSecondFactor } from '@wayfare/contract/sign-in-second-factor'
import { signInSocial } from '@wayfare/contract/sign-in-social'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { publicOrigin, startSocialApp } from '../../../test/social.ts'
import { totp } from '../../../test/totp.ts'
import { makeFactorSecret } from './auth-second-factor.ts'
import { makeSecretContext } from './commands-second-factor.ts'

const { app, facebook, apple, begin, comeBack, signIn, whoIs } = await startSocialApp()
const { call, refusal, make, db, deps } = app

let count = 0
const nextId = (): string => `9${String((count += 1)).padStart(6, '0')}`

/** A new person in both providers' browsers, unknown to either. */
const freja = () => {
  const id = nextId()
  const email = `freja${id}@people.example`
  facebook.be({ id, first_name: 'Freja', last_name: 'Berg', email })
  apple.be({ sub: `000.${id}`, email, firstName: 'Freja', lastName: 'Berg' })
  return { id, email }
}

const usersOf = (accountId: string) =>
  db
    .selectFrom('authCredential')
    .innerJoin('appUser', 'appUser.id', 'authCredential.userId')
    .selectAll('appUser')
    .where('accountId', '=', accountId)
    .execute()

beforeEach(() => void freja())
afterEach(() => {
  facebook.feel('ok')
  apple.feel('ok')
  apple.claim({})
})

describe('the providers on offer', () => {
  it('are those that are configured, while the operator has them switched on', async () => {
    expect((await call(getSession, {})).social).toEqual(['facebook', 'apple'])
    const { url, cookie } = await begin('facebook')
    const back = await facebook.answer(url)
    await app.settings({ facebookLoginEnabled: false })
    expect((await call(getSession, {})).social).toEqual([])
    expect((await refusal(signInSocial, { provider: 'apple' })).key).toBe('not_configured')
    expect((await comeBack.facebook(back, cookie)).location).toBe('/login?problem=not_configured')
    await app.settings({ facebookLoginEnabled: true })
  })

  it('are no others', async () => {
    expect((await refusal(signInSocial, { provider: 'myspace' as 'apple' })).status).toBe(400)
    expect((await app.inject('/api/accounts/sign-in/social/myspace/callback?code=x')).statusCode).toBe(404)
  })
})

describe('a first visit', () => {
  it.each(['facebook', 'apple'] as const)('by %s makes an approved rider with an empty wallet', async (provider) => {
    const { id, email } = freja()
    const left = await signIn(provider)
    expect(left).toMatchObject({ status: 303, location: `/login?social=${provider}` })
    const me = await whoIs(left)
    expect(me).toMatchObject({
      userType: 'rider',
      approved: true,
      firstName: 'Freja',
      lastName: 'Berg',
      email,
      walletBalance: '0.00',
      mobile: ' ',
    })
    expect(me?.referralId).toMatch(provider === 'facebook' ? /^freja[1-9]\d{3}$/ : /^rider[1-9]\d{3}$/)
    const [user] = await usersOf(provider === 'facebook' ? id : `000.${id}`)
    expect(user).toMatchObject({ loginType: provider, createdByAdmin: false, emailVerified: provider === 'apple' })
    const told = await db.selectFrom('event').select('payload').where('type', '=', 'AccountApproved').execute()
    expect(told.filter(({ payload }) => payload['userId'] === user?.id)).toHaveLength(1)
  })

  it('leaves single spaces where the provider leaves gaps, and no address that mail could go to', async () => {
    const id = nextId()
    facebook.be({ id })
    const me = await whoIs(await signIn('facebook'))
    expect(me).toMatchObject({ firstName: ' ', lastName: ' ', email: ' ', mobile: ' ' })
    expect(me?.referralId).toMatch(/^temp[1-9]\d{3}$/)
    const [user] = await usersOf(id)
    expect(user?.email).toMatch(/^[0-9a-z]+@social\.invalid$/)
  })

  it('takes no name that could break out of its line', async () => {
    facebook.be({ id: nextId(), first_name: `Fre\r\nBcc: all@x.example\u202eja`, last_name: 'x'.repeat(500) })
    const me = await whoIs(await signIn('facebook'))
    expect(me?.firstName).not.toMatch(/[\p{C}]/u)
    expect(me?.lastName).toHaveLength(80)
  })

  it('makes one rider of two browsers at once', async () => {
    const { id } = freja()
    const rounds = await Promise.all([begin('facebook'), begin('facebook'), begin('facebook')])
    const backs = await Promise.all(rounds.map(({ url }) => facebook.answer(url)))
    const lefts = await Promise.all(rounds.map(({ cookie }, index) => comeBack.facebook(backs[index] ?? '', cookie)))
    expect(lefts.map(({ location }) => location)).toEqual(Array(3).fill('/login?social=facebook'))
    const ids = await Promise.all(lefts.map(async (left) => (await whoIs(left))?.id))
    expect(new Set(ids).size).toBe(1)
    expect(await usersOf(id)).toHaveLength(1)
  })
})

describe('a later visit', () => {
  it.each(['facebook', 'apple'] as const)('by %s finds the same rider, whose own changes stay', async (provider) => {
    const first = await whoIs(await signIn(provider))
    await db.updateTable('appUser').set({ firstName: 'Fröja' }).where('email', '=', String(first?.email)).execute()
    const again = await whoIs(await signIn(provider))
    expect(again).toMatchObject({ id: first?.id, firstName: 'Fröja' })
  })

  it('ends the session it was asked under', async () => {
    const rider = await make.rider()
    const { url, cookie } = await begin('facebook')
    const back = (await facebook.answer(url)).replace(publicOrigin, '')
    const headers = { cookie, authorization: `Bearer ${rider.token}` }
    expect((await app.inject({ method: 'GET', url: back, headers })).headers.location).toBe('/login?social=facebook')
    expect((await call(getSession, {}, { as: rider })).me).toBeNull()
  })
})

describe('someone who is here already by e-mail', () => {
  it('is joined when both sides know the address to be theirs', async () => {
    const { id, email } = freja()
    const rider = await make.rider({ email, emailVerified: true })
    expect((await whoIs(await signIn('apple')))?.id).toBe(rider.id)
    expect(await usersOf(`000.${id}`)).toMatchObject([{ id: rider.id, loginType: 'email' }])
  })

  it.each([
    ['the account has not verified it', 'apple', { emailVerified: false }, 'true'],
    ['Apple has not verified it', 'apple', { emailVerified: true }, 'false'],
    ['Facebook, which never says', 'facebook', { emailVerified: true }, 'true'],
  ] as const)('is refused when %s', async (_why, provider, part, verified) => {
    const { id, email } = freja()
    const rider = await make.rider({ email })
    await db.updateTable('appUser').set(part).where('id', '=', rider.id).execute()
    apple.be({ sub: `000.${id}`, email, email_verified: verified })
    const left = await signIn(provider)
    expect(left.location).toBe('/login?problem=user_exists')
    expect(await whoIs(left)).toBeNull()
    expect(await usersOf(provider === 'apple' ? `000.${id}` : id)).toEqual([])
  })
})

describe('every gate stands at this door too', () => {
  it.each([
    ['account_blocked', { approved: false }],
    ['require_approval', { approved: false, userType: 'driver' }],
    ['user_issue_contact_admin', { removedAt: new Date() }],
  ] as const)('%s', async (key, part) => {
    const me = await whoIs(await signIn('facebook'))
    await db.updateTable('appUser').set(part).where('email', '=', String(me?.email)).execute()
    const left = await signIn('facebook')
    expect(left.location).toBe(`/login?problem=${key}`)
    expect(await whoIs(left)).toBeNull()
  })

  it('asks for the second factor, with what the second step needs behind the #', async () => {
    const { email } = freja()
    const admin = await make.admin({ email })
    const secret = makeFactorSecret()
    const sealedSecret = deps.secrets.seal(secret, makeSecretContext(admin.id))
    await db.insertInto('secondFactor').values({ userId: admin.id, sealedSecret, confirmedAt: deps.now() }).execute()
    const left = await signIn('apple')
    expect(left.location).toMatch(/^\/login\?problem=second_factor_needed#pending=/)
    expect(await whoIs(left)).toBeNull()
    const pending = left.location.split('#pending=')[1] ?? ''
    const { me } = await call(signInSecondFactor, { pending, code: totp(secret, deps.now()) })
    expect(me.id).toBe(admin.id)
  })
})

const refused = async (left: Awaited<ReturnType<typeof signIn>>): Promise<void> => {
  expect(left).toMatchObject({ status: 303, location: '/login?problem=social_failed' })
  expect(await whoIs(left)).toBeNull()
}

describe('a round that is not one', () => {
  it.each(['facebook', 'apple'] as const)('by %s: without the cookie, or with one of another round', async (provider) => {
    const [one, other] = [await begin(provider), await begin(provider)]
    const back = provider === 'facebook' ? await facebook.answer(one.url) : await apple.answer(one.url)
    const come = comeBack[provider] as (back: unknown, cookie: string | null) => ReturnType<typeof signIn>
    await refused(await come(back, null))
    await refused(await come(back, other.cookie))
    await refused(await come(back, '__Host-wayfare.social=v1.nonsense'))
    expect((await come(back, one.cookie)).location).toBe(`/login?social=${provider}`)
  })

  it('a second time, also when both come at once', async () => {
    const { url, cookie } = await begin('facebook')
    const back = await facebook.answer(url)
    const lefts = await Promise.all([comeBack.facebook(back, cookie), comeBack.facebook(back, cookie)])
    expect(lefts.map(({ location }) => location).toSorted()).toEqual(['/login?problem=social_failed', '/login?social=facebook'])
    const code = new URL(await facebook.answer(url)).searchParams.get('code') ?? ''
    const replayed = new URL(back)
    replayed.searchParams.set('code', code)
    await refused(await comeBack.facebook(replayed.href, cookie))
  })

  it('after ten minutes', async () => {
    const { url, cookie } = await begin('facebook')
    const back = await facebook.answer(url)
    app.advance(10 * 60_000 + 1000)
    await refused(await comeBack.facebook(back, cookie))
  })

  it('at another provider than it began at', async () => {
    const { url, cookie } = await begin('facebook')
    const { searchParams } = new URL(await facebook.answer(url))
    await refused(await comeBack.apple(Object.fromEntries(searchParams), cookie))
  })

  it('with a code that the provider does not know', async () => {
    const { url, cookie } = await begin('facebook')
    const state = new URL(url).searchParams.get('state') ?? ''
    await refused(await comeBack.facebook(`/api/accounts/sign-in/social/facebook/callback?code=guessed&state=${state}`, cookie))
  })

  it.each([
    ['another issuer', { iss: 'https://evil.example' }],
    ['another app', { aud: 'example.other.web' }],
    ['our app on phones, which is not the web site', { aud: apple.app.clientIds[1] }],
    ['two apps', { aud: [apple.app.clientIds[0], 'example.other.web'] }],
    ['another round', { nonce: 'another' }],
    ['long ago', { iat: 1_700_000_000, exp: 1_700_000_600 }],
  ])('with an identity token for %s', async (_what, claims) => {
    apple.claim(claims)
    await refused(await signIn('apple'))
  })

  it.each(['facebook', 'apple'] as const)('when %s is out of order or talks nonsense', async (provider) => {
    const stub = provider === 'facebook' ? facebook : apple
    for (const mood of ['broken', 'nonsense'] as const) {
      const { url, cookie } = await begin(provider)
      const back = provider === 'facebook' ? await facebook.answer(url) : await apple.answer(url)
      stub.feel(mood)
      const come = comeBack[provider] as (back: unknown, cookie: string | null) => ReturnType<typeof signIn>
      await refused(await come(back, cookie))
      stub.feel('ok')
    }
  })

  it('with parameters that nobody would send', async () => {
    const { cookie } = await begin('facebook')
    const path = '/api/accounts/sign-in/social/facebook/callback'
    for (const query of ['', '?code=a&code=b&state=c', `?state=${'x'.repeat(3000)}`, '?form=nonsense', '?code[]=x']) {
      await refused(await comeBack.facebook(path + query, cookie))
    }
  })
})

describe('whoever says no to the provider', () => {
  it('is back at the page to sign in, with nothing to explain', async () => {
    const round = await begin('facebook')
    const left = await comeBack.facebook(await facebook.answer(round.url, 'cancel'), round.cookie)
    expect(left).toMatchObject({ status: 303, location: '/login' })
    const other = await begin('apple')
    expect((await comeBack.apple(await apple.answer(other.url, 'cancel'), other.cookie)).location).toBe('/login')
  })
})

describe('what goes over the wire', () => {
  it('is a cookie that no script and no other site can use, gone after the round', async () => {
    const answer = await app.raw(signInSocial, { provider: 'facebook' })
    const cookie = String(answer.headers['set-cookie'])
    expect(cookie).toMatch(/^__Host-wayfare\.social=v1\.[\w-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax; Secure$/)
    const left = await signIn('facebook')
    expect(left.cookies[0]).toMatch(/^__Host-wayfare\.social=; Path=\/; Max-Age=0/)
  })

  it('is a redirect address of our own origin, whatever the Host header says', async () => {
    const answer = await app.raw(signInSocial, { provider: 'apple' }, { headers: { host: 'evil.example' } })
    const redirect = new URL(answer.json<{ url: string }>().url).searchParams.get('redirect_uri')
    expect(redirect).toBe(`${publicOrigin}/api/accounts/sign-in/social/apple/callback`)
  })

  it('is no secret of ours in any log line', async () => {
    await signIn('facebook')
    facebook.feel('broken')
    await signIn('apple')
    const lines = JSON.stringify(app.lines)
    expect(lines).not.toContain(facebook.app.appSecret)
    expect(lines).not.toMatch(/EAA[0-9a-f]{20}/)
  })

  it('goes to the hosts of the providers alone', () => {
    const hosts = new Set([...facebook.log, ...apple.log].map((line) => line.split(' ')[0]?.replace(/:\d+$/, '')))
    expect([...hosts].toSorted()).toEqual(['127.0.0.1', 'appleid.apple.com', 'graph.facebook.com'])
  })
})
