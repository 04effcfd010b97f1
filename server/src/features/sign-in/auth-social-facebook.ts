// Sign-in with Facebook: its login page, exchanging the code for a token, and finding the person of a token.
import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { FacebookApp } from '../../config-social.ts'
import { askProvider, makeSocialRefusal, type SocialPerson, type SocialRequest } from './auth-social-http.ts'

const version = 'v24.0'

const tokenAnswer = z.object({ access_token: z.string().min(1) })
const debugAnswer = z.object({
  data: z.object({
    is_valid: z.boolean(),
    app_id: z.string().optional(),
    user_id: z.string().optional(),
    type: z.string().optional(),
    /** seconds since 1970; 0: never */
    expires_at: z.number().optional(),
  }),
})
const profileAnswer = z.object({
  id: z.string().min(1).max(255),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  email: z.string().optional(),
})

const graph = (path: string, query: Record<string, string> = {}): URL =>
  new URL(`https://graph.facebook.com/${version}/${path}?${new URLSearchParams(query)}`)

export const makeFacebook = (app: FacebookApp, asking: SocialRequest) => {
  const failure = (reason: string) => makeSocialRefusal(asking.log, 'facebook', reason)
  const ask = async <Shape extends z.ZodType>(shape: Shape, ...request: [URL, Parameters<typeof askProvider>[3]?]) => {
    const parsed = shape.safeParse(await askProvider(asking, 'facebook', ...request))
    if (!parsed.success) throw failure(`an answer of ${request[0].pathname} was not understood`)
    return parsed.data
  }

  /** Sends a proof that we know the app's secret, so that a stolen token alone is worthless. */
  const findPerson = async (accessToken: string): Promise<SocialPerson> => {
    const proof = createHmac('sha256', app.appSecret).update(accessToken).digest('hex')
    const url = graph('me', { fields: 'id,first_name,last_name,email', appsecret_proof: proof })
    const profile = await ask(profileAnswer, url, { bearer: accessToken })
    return {
      provider: 'facebook',
      subject: profile.id,
      email: profile.email ?? null,
      // Facebook does not say whether the address is verified
      emailVerified: false,
      firstName: profile.first_name ?? null,
      lastName: profile.last_name ?? null,
    }
  }

  return {
    loginUrl: ({ state, redirectUri }: { state: string; redirectUri: string }): string => {
      const query = {
        client_id: app.appId,
        redirect_uri: redirectUri,
        state,
        response_type: 'code',
        scope: 'email,public_profile',
      }
      return `https://www.facebook.com/${version}/dialog/oauth?${new URLSearchParams(query)}`
    },
    fromCode: async ({ code, redirectUri }: { code: string; redirectUri: string }): Promise<SocialPerson> => {
      const { appId, appSecret } = app
      const form = new URLSearchParams({ client_id: appId, client_secret: appSecret, redirect_uri: redirectUri, code })
      const { access_token: accessToken } = await ask(tokenAnswer, graph('oauth/access_token'), { form })
      return findPerson(accessToken)
    },
    /** A token from an app must be one for our app; otherwise the operator of any other app could use its users' tokens here. */
    fromToken: async (accessToken: string): Promise<SocialPerson> => {
      const url = graph('debug_token', { input_token: accessToken, access_token: `${app.appId}|${app.appSecret}` })
      const { data } = await ask(debugAnswer, url)
      const isOver = data.expires_at !== undefined && data.expires_at > 0 && data.expires_at * 1000 < asking.now().getTime()
      if (!data.is_valid || isOver) throw failure('the token is not valid')
      if (data.app_id !== app.appId) throw failure('the token is for another app')
      if (data.type !== undefined && data.type !== 'USER') throw failure("the token is no user's")
      const person = await findPerson(accessToken)
      if (person.subject !== data.user_id) throw failure('the token and the profile are of two people')
      return person
    },
  }
}
