// The variables of Facebook and Apple, complete or not at all. Their hosts cannot be configured, so that nobody can redirect
// sign-ins.
import { createPrivateKey } from 'node:crypto'
import { z } from 'zod'
import { list, readPem, text } from './config-values.ts'
import { makeStartError } from './process.ts'

const isSigningKey = (key: string): boolean => {
  try {
    const { asymmetricKeyDetails } = createPrivateKey(readPem(key))
    return asymmetricKeyDetails?.namedCurve === 'prime256v1'
  } catch {
    return false
  }
}

export const socialEnvironment = {
  FACEBOOK_APP_ID: text.regex(/^\d+$/, 'must be a number').optional(),
  FACEBOOK_APP_SECRET: text.optional(),
  APPLE_CLIENT_ID: list.pipe(z.array(text).min(1)).optional(),
  APPLE_TEAM_ID: text.optional(),
  APPLE_KEY_ID: text.optional(),
  APPLE_PRIVATE_KEY: text
    .refine(isSigningKey, "must be the text of Apple's .p8 file, with \\n for its line ends")
    .transform(readPem)
    .optional(),
}

type Environment = z.infer<z.ZodObject<typeof socialEnvironment>> & {
  NODE_ENV: string
  PUBLIC_ORIGIN?: string | undefined
}

export type FacebookApp = { appId: string; appSecret: string }
/** `clientIds`: the website's services id first, then the bundle ids of apps. */
export type AppleApp = { clientIds: [string, ...string[]]; teamId: string; keyId: string; privateKey: string }
/** Null if not configured and so not offered. */
export type SocialConfig = Readonly<{ facebook: FacebookApp | null; apple: AppleApp | null }>

/** Refuses an incomplete set of variables: all or none must be given. */
const checkWhole = (env: Environment, names: readonly (keyof Environment)[]): void => {
  const given = names.filter((name) => env[name] !== undefined)
  if (given.length > 0 && given.length < names.length) throw makeStartError(`${names.join(', ')} go together.`)
}

export const readSocialConfig = (env: Environment): SocialConfig => {
  checkWhole(env, ['FACEBOOK_APP_ID', 'FACEBOOK_APP_SECRET'])
  checkWhole(env, ['APPLE_CLIENT_ID', 'APPLE_TEAM_ID', 'APPLE_KEY_ID', 'APPLE_PRIVATE_KEY'])
  if ((env.FACEBOOK_APP_ID || env.APPLE_CLIENT_ID) && env.NODE_ENV === 'production' && !env.PUBLIC_ORIGIN)
    throw makeStartError('Facebook and Apple send people back to PUBLIC_ORIGIN: set it, or leave their variables out.')
  const { FACEBOOK_APP_ID: appId, FACEBOOK_APP_SECRET: appSecret } = env
  const { APPLE_CLIENT_ID: ids, APPLE_TEAM_ID: teamId, APPLE_KEY_ID: keyId, APPLE_PRIVATE_KEY: privateKey } = env
  const [first, ...others] = ids ?? []
  return {
    facebook: appId && appSecret ? { appId, appSecret } : null,
    apple: first && teamId && keyId && privateKey ? { clientIds: [first, ...others], teamId, keyId, privateKey } : null,
  }
}
