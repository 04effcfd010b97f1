// Signing in with a provider: through its page, begun and ended in the same browser, or with a token from an app.
import { randomBytes } from 'node:crypto'
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type * as contract from '@wayfare/contract/sign-in-social'
import { socialProviders, type SocialProvider } from '@wayfare/core/accounts'
import { Refusal } from '@wayfare/core/errors'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { isSame } from '../../secrets.ts'
import type { Auth } from './auth.ts'
import type { Return, Social } from './auth-social.ts'
import { minuteMs } from '../accounts/commands-attempts.ts'
import type { SessionCaller } from './commands-sessions.ts'
import { startSession } from './commands.ts'
import { findOrCreateSocialUser } from './commands-social-users.ts'

export const roundLastsMs = 10 * minuteMs

/** The round as the browser keeps it, sealed: a return must match the departure from the same browser. */
const roundShape = z.object({
  provider: z.enum(socialProviders),
  state: z.string(),
  nonce: z.string(),
  redirectUri: z.string(),
  expiresAt: z.number(),
})
type KeptRound = z.infer<typeof roundShape>

const roundContext = 'accounts.social.round'

const checkOffered = (deps: Deps, social: Social, provider: SocialProvider): void => {
  if (!deps.settings().facebookLoginEnabled || !social.has(provider)) throw new Refusal('not_configured')
}

const fresh = (): string => randomBytes(32).toString('base64url')

/** The provider's page to go to, and what the browser must keep until it returns. Nothing is stored here. */
export const beginRound = (
  deps: Deps,
  social: Social,
  { provider, redirectUri }: { provider: SocialProvider; redirectUri: string },
): { url: string; kept: string } => {
  checkOffered(deps, social, provider)
  const round = { provider, state: fresh(), nonce: fresh(), redirectUri }
  const kept: KeptRound = { ...round, expiresAt: deps.now().getTime() + roundLastsMs }
  return { url: social.loginUrl(round), kept: deps.secrets.seal(JSON.stringify(kept), roundContext) }
}

/** True the first time a name is used. */
const spend = async (deps: Deps, name: string, expiresAt: Date): Promise<boolean> => {
  const signature = deps.secrets.hash(name, 'accounts.social')
  const spent = await deps.db
    .insertInto('usedChallenge')
    .values({ signature, expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (spent.numInsertedOrUpdatedRows ?? 0n) > 0n
}

type Returned = Return & { provider: SocialProvider; state: string; kept: string | null }

/** Returns the round that ends here: begun in this browser, for this provider, recently, and not ended before. */
const takeRound = async (deps: Deps, social: Social, { provider, state, kept }: Returned): Promise<KeptRound> => {
  const opened = kept === null ? null : deps.secrets.open(kept, roundContext)
  if (opened === null) throw social.failure(provider, 'the browser brought no round of ours')
  const round = roundShape.parse(JSON.parse(opened))
  if (round.provider !== provider || !isSame(round.state, state)) throw social.failure(provider, 'the state is another')
  if (round.expiresAt < deps.now().getTime()) throw social.failure(provider, 'the round took too long')
  if (!(await spend(deps, round.state, new Date(round.expiresAt)))) throw social.failure(provider, 'the state was used before')
  return round
}

type Doors = { auth: Auth; social: Social }

export const completeSocialSignIn = async (deps: Deps, { auth, social }: Doors, returned: Returned, session: SessionCaller) => {
  const { provider } = returned
  checkOffered(deps, social, provider)
  const round = await takeRound(deps, social, returned)
  const person = await social.fromCode(round, returned)
  const userId = await findOrCreateSocialUser(deps, person)
  return startSession(deps, auth, { userId, method: provider, session })
}

export const signInByToken = async (
  deps: Deps,
  { auth, social }: Doors,
  { provider, token, nonce }: ParsedInputOf<typeof contract.signInSocialToken>,
  session: SessionCaller,
) => {
  checkOffered(deps, social, provider)
  const { person, once } = await social.fromToken(provider, token, nonce ?? null)
  if (once && !(await spend(deps, token, once))) throw social.failure(provider, 'the token was used before')
  const userId = await findOrCreateSocialUser(deps, person)
  return startSession(deps, auth, { userId, method: provider, session })
}
