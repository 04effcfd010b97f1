// Signing in with Facebook or Apple: browsers are redirected via the provider, apps send a token from its SDK.
import { socialProviders } from '@wayfare/core/accounts'
import { z } from 'zod'
import { me } from './accounts.ts'
import { defineEndpoint } from './endpoint.ts'
import { admissionRefusals } from './sign-in.ts'

const provider = z.enum(socialProviders)

/**
 * Where the provider sends the browser back to, relative to /api: a GET from Facebook, a form POST from Apple. It redirects to
 * /login?social=<provider> with the session cookie, or to /login?problem=<key>. If a second factor is needed, the problem is
 * second_factor_needed and the fragment `#pending=<token>` has the value for signInSecondFactor.
 */
export const socialCallbackPath = '/accounts/sign-in/social/:provider/callback'

export const signInSocial = defineEndpoint({
  verb: 'accounts.signInSocial',
  path: 'POST /accounts/sign-in/social',
  summary: "Begins a sign-in with a provider: the address of the provider's page to go to. It holds for ten minutes, once.",
  access: 'public',
  input: z.strictObject({ provider }),
  output: z.object({ url: z.string() }),
  refusals: ['not_configured'],
  perMinute: 20,
})

export const signInSocialToken = defineEndpoint({
  verb: 'accounts.signInSocialToken',
  path: 'POST /accounts/sign-in/social/token',
  summary:
    'Signs in by a token that an app got from the provider: an access token of Facebook, or an identity token of Apple with the nonce the app asked for.',
  access: 'public',
  input: z.strictObject({
    provider,
    token: z.string().min(1).max(8000),
    nonce: z.string().min(1).max(200).optional(),
  }),
  output: z.object({ me, token: z.string() }),
  refusals: ['not_configured', 'social_failed', 'user_exists', ...admissionRefusals, 'second_factor_needed'],
  perMinute: 20,
})
