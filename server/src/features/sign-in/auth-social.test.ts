import { afterAll, expect, it } from 'vitest'
import { makeTestLog } from '../../../test/log.ts'
import { startApple } from '../../../test/stubs/apple.ts'
import { startFacebook } from '../../../test/stubs/facebook.ts'
import { makeSocial } from './auth-social.ts'

type RedirectHosts = (ports: Record<string, number>) => () => void
const hosts = new URL('../../../test/stubs/hosts.mjs', import.meta.url).href
const { redirectHosts } = (await import(hosts)) as { redirectHosts: RedirectHosts }

const [facebook, apple] = await Promise.all([startFacebook(), startApple()])
const restore = redirectHosts({ 'facebook.com': facebook.port, 'apple.com': apple.port })
afterAll(async () => {
  restore()
  await Promise.all([facebook.close(), apple.close()])
})

const { log, lines } = makeTestLog()
const config = { facebook: facebook.app, apple: apple.app }
const redirectUri = 'https://taxi.example/back'
const round = (provider: 'facebook' | 'apple') => ({ provider, state: 'state', nonce: 'nonce', redirectUri })

it.each(['facebook', 'apple'] as const)('loses patience when %s does not answer', async (provider) => {
  const stub = provider === 'facebook' ? facebook : apple
  const social = makeSocial({ config, log, now: () => new Date(), timeoutMs: 50 })
  stub.feel('hanging')
  await expect(social.fromCode(round(provider), { code: 'code', user: null })).rejects.toMatchObject({ key: 'social_failed' })
  stub.feel('ok')
  expect(JSON.stringify(lines.at(-1))).toContain('TimeoutError')
})

it('refuses what is not configured', () => {
  const social = makeSocial({ config: { facebook: null, apple: null }, log, now: () => new Date() })
  expect(social.has('apple')).toBe(false)
  expect(() => social.loginUrl(round('facebook'))).toThrow('not_configured')
})

it('asks for a login at the real addresses of both', () => {
  const social = makeSocial({ config, log, now: () => new Date() })
  const [one, other] = [new URL(social.loginUrl(round('facebook'))), new URL(social.loginUrl(round('apple')))]
  expect(one.origin + one.pathname).toMatch(/^https:\/\/www\.facebook\.com\/v\d+\.0\/dialog\/oauth$/)
  expect(Object.fromEntries(one.searchParams)).toEqual({
    client_id: facebook.app.appId,
    redirect_uri: redirectUri,
    state: 'state',
    response_type: 'code',
    scope: 'email,public_profile',
  })
  expect(other.origin + other.pathname).toBe('https://appleid.apple.com/auth/authorize')
  expect(other.search).toContain('scope=name%20email')
  expect(Object.fromEntries(other.searchParams)).toMatchObject({
    response_mode: 'form_post',
    response_type: 'code',
    state: 'state',
    nonce: 'nonce',
  })
})
