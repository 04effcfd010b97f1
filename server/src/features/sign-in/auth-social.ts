// One interface to the configured providers. Their endpoints and hosts are fixed in their own files, not configurable.
import type { SocialProvider } from '@wayfare/core/accounts'
import { Refusal } from '@wayfare/core/errors'
import type { SocialConfig } from '../../config-social.ts'
import type { Log } from '../../deps.ts'
import { makeApple, readAppleName } from './auth-social-apple.ts'
import { makeFacebook } from './auth-social-facebook.ts'
import { makeSocialRefusal, type SocialPerson } from './auth-social-http.ts'

/** One sign-in through the provider's page. */
type Round = { provider: SocialProvider; state: string; nonce: string; redirectUri: string }

/** The parameters with which the provider sends the browser back. */
export type Return = { code: string; user: string | null }

/** A token from an app; `once` is its expiry if it may be used only once. */
type FromToken = { person: SocialPerson; once: Date | null }

export type Social = {
  has: (provider: SocialProvider) => boolean
  loginUrl: (round: Round) => string
  fromCode: (round: Round, back: Return) => Promise<SocialPerson>
  fromToken: (provider: SocialProvider, token: string, nonce: string | null) => Promise<FromToken>
  /** the refusal of a sign-in; logs the reason */
  failure: (provider: SocialProvider, reason: string) => Refusal
}

/** Timeout: long enough for a slow provider, short enough for a waiting person. */
const patienceMs = 8000

type SocialArguments = { config: SocialConfig; log: Log; now: () => Date; timeoutMs?: number }

export const makeSocial = ({ config, log, now, timeoutMs = patienceMs }: SocialArguments): Social => {
  const asking = { log, now, timeoutMs }
  const providers = {
    facebook: config.facebook && makeFacebook(config.facebook, asking),
    apple: config.apple && makeApple(config.apple, asking),
  }
  const get = <Provider extends SocialProvider>(provider: Provider): NonNullable<(typeof providers)[Provider]> => {
    const found = providers[provider]
    if (!found) throw new Refusal('not_configured')
    return found
  }
  return {
    has: (provider) => providers[provider] !== null,
    loginUrl: ({ provider, ...round }) => get(provider).loginUrl(round),
    fromCode: ({ provider, ...round }, { code, user }) =>
      provider === 'apple'
        ? get(provider).fromCode({ ...round, code, name: readAppleName(user) })
        : get(provider).fromCode({ ...round, code }),
    fromToken: async (provider, token, nonce) => {
      // an app's SDK reuses its access token freely; an identity token stands for one sign-in
      if (provider === 'facebook') return { person: await get(provider).fromToken(token), once: null }
      const { expiresAt, ...person } = await get(provider).fromToken(token, nonce)
      return { person, once: expiresAt }
    },
    failure: (provider, reason) => makeSocialRefusal(log, provider, reason),
  }
}
