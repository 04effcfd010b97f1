import { getSession, signIn, forgotPassword, resetPassword } from '@wayfare/contract/sign-in'
import { signInSocialToken } from '@wayfare/contract/sign-in-social'
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { afterEach, describe, expect, it } from 'vitest'
import { startSocialApp } from '../../../test/social.ts'
import { makeSigningKey, signToken } from '../../../test/stubs/apple.ts'

const { app, facebook, apple } = await startSocialApp()
const { call, refusal, make, db } = app

let count = 0
const nextId = (): string => `7${String((count += 1)).padStart(6, '0')}`

const refusedToken = async (provider: 'facebook' | 'apple', token: string, nonce?: string): Promise<void> => {
  const refused = await refusal(signInSocialToken, { provider, token, ...(nonce === undefined ? {} : { nonce }) })
  expect(refused).toMatchObject({ key: 'social_failed', status: 401 })
}

afterEach(() => {
  facebook.feel('ok')
  apple.feel('ok')
})

const person = () => ({ sub: `001.${nextId()}`, email: `ida${count}@icloud.example` })

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

describe('an app with a token of Facebook', () => {
  it('gets a bearer token, and finds the same rider again', async () => {
    const bo = { id: nextId(), first_name: 'Bo', last_name: 'Ek', email: `bo${count}@people.example` }
    const token = facebook.issueToken(bo)
    const { me, token: bearer } = await call(signInSocialToken, { provider: 'facebook', token })
    expect(me).toMatchObject({ firstName: 'Bo', email: bo.email, userType: 'rider', approved: true })
    const session = await call(getSession, {}, { headers: { authorization: `Bearer ${bearer}` } })
    expect(session.me?.id).toBe(me.id)
    // the app's SDK keeps its token and sends it again
    expect((await call(signInSocialToken, { provider: 'facebook', token })).me.id).toBe(me.id)
  })

  it('is refused with a token that is made up, of another app, withdrawn, too old or of someone else', async () => {
    const bo = { id: nextId(), first_name: 'Bo' }
    await refusedToken('facebook', `EAA${randomBytes(24).toString('hex')}`)
    await refusedToken('facebook', facebook.issueToken(bo, { appId: '999' }))
    await refusedToken('facebook', facebook.issueToken(bo, { isValid: false }))
    await refusedToken('facebook', facebook.issueToken(bo, { expiresAt: 1_700_000_000 }))
    const [way] = await db.selectFrom('authCredential').selectAll().where('accountId', '=', bo.id).execute()
    expect(way).toBeUndefined()
  })

  it('is refused while Facebook is out of order', async () => {
    const token = facebook.issueToken({ id: nextId() })
    facebook.feel('broken')
    await refusedToken('facebook', token)
  })

  it('makes one rider, however often it comes at once', async () => {
    const bo = { id: nextId(), first_name: 'Bo' }
    const tokens = Array.from({ length: 6 }, () => facebook.issueToken(bo))
    const answers = await Promise.all(tokens.map((token) => call(signInSocialToken, { provider: 'facebook', token })))
    expect(new Set(answers.map(({ me }) => me.id)).size).toBe(1)
    const riders = await db.selectFrom('authCredential').select('userId').where('accountId', '=', bo.id).execute()
    expect(riders).toHaveLength(1)
  })
})

describe('an app with an identity token of Apple', () => {
  it('gets a bearer token, with the nonce itself or its hash in the token, or with none', async () => {
    const nonce = randomBytes(16).toString('hex')
    const hashed = createHash('sha256').update(nonce).digest('hex')
    for (const [claims, input] of [
      [{ nonce }, { nonce }],
      [{ nonce: hashed }, { nonce }],
      [{}, {}],
    ] as const) {
      const ida = person()
      const { me } = await call(signInSocialToken, { provider: 'apple', token: apple.issueToken(ida, claims), ...input })
      expect(me).toMatchObject({ email: ida.email, firstName: ' ', referralId: expect.stringMatching(/^rider\d{4}$/) })
    }
  })

  it('may use it once, also when it comes twice at once', async () => {
    const token = apple.issueToken(person())
    const tries = await Promise.allSettled([1, 2, 3].map(() => call(signInSocialToken, { provider: 'apple', token })))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await refusedToken('apple', token)
  })

  it.each([
    ['from another issuer', { iss: 'https://appleid.apple.com.evil.example' }, undefined],
    ['for another app', { aud: 'com.other.app' }, undefined],
    ['for two apps', { aud: ['example.taxi.app', 'com.other.app'] }, undefined],
    ['that has expired', { exp: Math.floor(Date.now() / 1000) - 120 }, undefined],
    ['that is not fresh', { iat: Math.floor(Date.now() / 1000) - 7200 }, undefined],
    ['from the future', { iat: Math.floor(Date.now() / 1000) + 3600 }, undefined],
    ['with another nonce', { nonce: 'a' }, 'b'],
    ['without the nonce that the app asked for', {}, 'b'],
    ['with a nonce that the app does not know', { nonce: 'a' }, undefined],
    ['about nobody', { sub: '' }, undefined],
  ])('is refused with one %s', async (_what, claims, nonce) => {
    await refusedToken('apple', apple.issueToken(person(), claims), nonce)
  })

  it('is refused with one that Apple did not sign', async () => {
    const good = apple.issueToken(person())
    const [head = '', body = '', signature = ''] = good.split('.')
    const [key] = apple.keys()
    if (!key) throw new Error('no key')
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as object
    const unsigned = `${encode({ alg: 'none', kid: key.kid })}.${body}.`
    // the public key misused as a shared secret
    const pem = key.publicKey.export({ type: 'spki', format: 'pem' })
    const mixedUp = `${encode({ alg: 'HS256', kid: key.kid })}.${body}`
    const hmac = `${mixedUp}.${createHmac('sha256', pem).update(mixedUp).digest('base64url')}`
    const changed = `${head}.${encode({ ...claims, sub: '001.someone' })}.${signature}`
    const stranger = makeSigningKey()
    const otherKind = makeSigningKey('ES256')
    for (const token of [
      unsigned,
      hmac,
      changed,
      `${head}.${body}.`,
      `${head}.${body}`,
      `${good}.more`,
      'nonsense',
      signToken(stranger, claims),
      signToken(stranger, claims, { kid: key.kid }),
      signToken(otherKind, claims, { kid: key.kid }),
      signToken(key, claims, { crit: ['exp'] }),
    ]) {
      await refusedToken('apple', token)
    }
    expect((await call(signInSocialToken, { provider: 'apple', token: good })).me.userType).toBe('rider')
  })

  it('is let in after Apple changed its keys, to elliptic ones even, and not by one that it took back', async () => {
    const [old] = apple.keys()
    if (!old) throw new Error('no key')
    await call(signInSocialToken, { provider: 'apple', token: apple.issueToken(person()) })
    const next = makeSigningKey('ES256')
    apple.changeKeys(next)
    app.advance(61_000)
    await call(signInSocialToken, { provider: 'apple', token: apple.issueToken(person()) })
    await refusedToken('apple', apple.issueToken(person(), {}, old))
  })

  it('does not make us ask Apple for keys as often as a stranger likes', async () => {
    app.advance(120_000)
    const before = apple.log.length
    for (let tries = 0; tries < 5; tries++) await refusedToken('apple', apple.issueToken(person(), {}, makeSigningKey('ES256')))
    expect(apple.log.length - before).toBe(1)
  })
})

describe('an app', () => {
  it('cannot say more about the person than the provider does', async () => {
    const token = facebook.issueToken({ id: nextId() })
    for (const part of [{ userType: 'admin' }, { approved: true }, { walletBalance: 1000 }, { email: 'x@y.example' }]) {
      const refused = await refusal(signInSocialToken, { provider: 'facebook', token, ...part } as never)
      expect(refused).toMatchObject({ status: 400, key: 'bad_request' })
    }
  })

  it('meets the gates of the others', async () => {
    const id = nextId()
    const driver = await make.driver({ approved: false })
    const way = { id: `facebook-${id}`, userId: driver.id, accountId: id, providerId: 'facebook' }
    await db.insertInto('authCredential').values(way).execute()
    const token = facebook.issueToken({ id })
    expect((await refusal(signInSocialToken, { provider: 'facebook', token })).key).toBe('require_approval')
  })

  it('gets nothing where the operator switched the providers off', async () => {
    await app.settings({ facebookLoginEnabled: false })
    const refused = await refusal(signInSocialToken, { provider: 'apple', token: apple.issueToken({ sub: 'x' }) })
    expect(refused.key).toBe('not_configured')
    await app.settings({ facebookLoginEnabled: true })
  })

  it('loses the way in over an address that Facebook did not vouch for, when the owner of the mailbox sets a password', async () => {
    const stranger = { id: nextId(), email: `owner${count}@people.example` }
    const token = facebook.issueToken(stranger)
    const { me, token: bearer } = await call(signInSocialToken, { provider: 'facebook', token })
    await call(forgotPassword, { email: stranger.email })
    await app.settle()
    const mail = await db
      .selectFrom('devMessage')
      .select('body')
      .where('recipient', '=', stranger.email)
      .executeTakeFirstOrThrow()
    const link = /reset-password\?token=([\w.-]+)/.exec(mail.body)?.[1] ?? ''
    await call(resetPassword, { token: link, password: 'wayfare1' })
    expect((await call(getSession, {}, { headers: { authorization: `Bearer ${bearer}` } })).me).toBeNull()
    expect((await refusal(signInSocialToken, { provider: 'facebook', token })).key).toBe('user_exists')
    expect((await call(signIn, { email: stranger.email, password: 'wayfare1' })).me.id).toBe(me.id)
  })
})
