// The application with Facebook and Apple behind it: stubs of theirs, reached by their own names.
import { getSession } from '@wayfare/contract/sign-in'
import { signInSocial } from '@wayfare/contract/sign-in-social'
import type { SocialProvider } from '@wayfare/core/accounts'
import { afterAll } from 'vitest'
import { startApp, type StartOptions } from './harness.ts'
import { startApple } from './stubs/apple.ts'
import { startFacebook } from './stubs/facebook.ts'

type RedirectHosts = (ports: Record<string, number>) => () => void

/** Plain JavaScript, since a server process under test loads it too. */
const loadRedirect = async (): Promise<RedirectHosts> => {
  const module = (await import(new URL('stubs/hosts.mjs', import.meta.url).href)) as { redirectHosts: RedirectHosts }
  return module.redirectHosts
}

export const publicOrigin = 'https://taxi.example'

/** How a browser left: where it is now, what it was told to keep. */
export type Left = { status: number; location: string; cookies: string[] }

/** What the browser keeps of an answer's cookies. */
const kept = (header: unknown): string =>
  [header]
    .flat()
    .filter((one) => typeof one === 'string')
    .map((one) => one.split(';')[0])
    .join('; ')

export const startSocialApp = async (options: StartOptions = {}) => {
  const [facebook, apple, redirectHosts] = await Promise.all([startFacebook(), startApple(), loadRedirect()])
  const restore = redirectHosts({ 'facebook.com': facebook.port, 'apple.com': apple.port })
  afterAll(async () => {
    restore()
    await Promise.all([facebook.close(), apple.close()])
  })
  const social = { facebook: facebook.app, apple: apple.app }
  const app = await startApp({
    ...options,
    config: { social, publicOrigin, isHttps: true, ...options.config },
    settings: { facebookLoginEnabled: true, ...options.settings },
  })

  /** The button on our page: where it leads, and the cookie to come back with. */
  const begin = async (provider: SocialProvider): Promise<{ url: string; cookie: string }> => {
    const answer = await app.raw(signInSocial, { provider })
    if (answer.statusCode !== 200) throw new Error(answer.body)
    return { url: answer.json<{ url: string }>().url, cookie: kept(answer.headers['set-cookie']) }
  }

  const visit = async (url: string, cookie: string | null): Promise<Left> => {
    const answer = await app.inject({ method: 'GET', url, headers: cookie === null ? {} : { cookie } })
    return {
      status: answer.statusCode,
      location: String(answer.headers.location),
      cookies: [answer.headers['set-cookie'] ?? []].flat(),
    }
  }

  /** Facebook's link back, or Apple's form, which the browser posts without cookies and is then sent on by us. */
  const comeBack = {
    facebook: (back: string, cookie: string | null) => visit(back.replace(publicOrigin, ''), cookie),
    apple: async (fields: Record<string, string>, cookie: string | null): Promise<Left> => {
      const answer = await app.inject({
        method: 'POST',
        url: '/api/accounts/sign-in/social/apple/callback',
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://appleid.apple.com' },
        payload: new URLSearchParams(fields).toString(),
      })
      if (answer.statusCode !== 303) throw new Error(`${answer.statusCode} ${answer.body}`)
      return visit(String(answer.headers.location), cookie)
    },
  }

  /** A whole round, as a person who says yes. */
  const signIn = async (provider: SocialProvider): Promise<Left> => {
    const { url, cookie } = await begin(provider)
    return provider === 'facebook'
      ? comeBack.facebook(await facebook.answer(url), cookie)
      : comeBack.apple(await apple.answer(url), cookie)
  }

  /** Who is signed in with the cookies of this answer. */
  const whoIs = async ({ cookies }: Left) => (await app.call(getSession, {}, { headers: { cookie: kept(cookies) } })).me

  return { app, facebook, apple, begin, comeBack, signIn, whoIs }
}
