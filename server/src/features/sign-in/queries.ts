// What a sign-in page offers, and the state of the caller's second factor.
import type { Session } from '@wayfare/contract/sign-in'
import type { getSecondFactor as getSecondFactorEndpoint } from '@wayfare/contract/sign-in-second-factor'
import type { OutputOf } from '@wayfare/contract/endpoint'
import { type UserActor, socialProviders } from '@wayfare/core/accounts'
import { demoPassword } from '../../db/seed-people.ts'
import type { Deps } from '../../deps.ts'

const roleOrder = ['rider', 'driver', 'fleetadmin', 'admin']

/** The demo accounts that visitors may try, except those without a password; none outside demo mode. */
export const listDemoSignIns = async (deps: Deps): Promise<Session['demoSignIns']> => {
  if (!deps.config.demo) return []
  const people = await deps.db
    .selectFrom('appUser')
    .select(['email', 'firstName', 'lastName', 'userType'])
    .where('demo', '=', true)
    .where('removedAt', 'is', null)
    .where((e) => e.exists(e.selectFrom('authCredential').select('userId').whereRef('userId', '=', 'appUser.id')))
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  return people
    .map(({ email, firstName, lastName, userType }) => ({
      email,
      userType,
      password: demoPassword,
      name: `${firstName} ${lastName}`,
    }))
    .toSorted((a, b) => roleOrder.indexOf(a.userType) - roleOrder.indexOf(b.userType))
}

/** The providers available for signing in. */
export const listSocial = ({ config, settings }: Deps): Session['social'] =>
  settings().facebookLoginEnabled ? socialProviders.filter((provider) => config.social[provider] !== null) : []

/** Whether the caller's second factor is on, and how many backup codes are left. */
export const getSecondFactor = async ({ db }: Deps, { id }: UserActor): Promise<OutputOf<typeof getSecondFactorEndpoint>> => {
  const factor = db.selectFrom('secondFactor').select('userId').where('userId', '=', id).where('confirmedAt', 'is not', null)
  const unused = db.selectFrom('backupCode').select('userId').where('userId', '=', id).where('usedAt', 'is', null)
  const [enabled, left] = await Promise.all([factor.executeTakeFirst(), unused.execute()])
  return { enabled: enabled !== undefined, backupCodesLeft: left.length }
}
