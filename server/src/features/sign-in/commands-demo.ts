// The demo's simulated drivers and riders: the server signs them in at once, without using up visitors' sign-in limits.
import { robotAgent } from '@wayfare/contract/demo'
import { formatPersonName } from '@wayfare/core/accounts'
import type { UserId } from '@wayfare/core/ids'
import { livingRiderIds } from '../../db/demo-people.ts'
import { demoPassword } from '../../db/seed-people.ts'
import type { Deps } from '../../deps.ts'
import type { Auth } from './auth.ts'

/** Signed in already. Whom everybody may be can sign in again; `rides`: books by itself, as a person of the town would. */
export type DemoVisitor = {
  name: string
  userType: string
  token: string
  email?: string
  password?: string
  rides: boolean
}

const listVisitors = (deps: Deps) =>
  deps.db
    .selectFrom('appUser')
    .leftJoin('authCredential', 'authCredential.userId', 'appUser.id')
    .select(['appUser.id', 'email', 'firstName', 'lastName', 'userType', 'authCredential.id as credential'])
    .where('demo', '=', true)
    .where('userType', 'in', ['driver', 'rider'])
    .where('approved', '=', true)
    .where('blockedAt', 'is', null)
    .where('removedAt', 'is', null)
    .orderBy('appUser.createdAt')
    .orderBy('appUser.id')
    .execute()

/** Marks the sessions opened since then as the demo's own; within that second nobody else signs in as one of them. */
const markSessions = async ({ db }: Deps, ids: readonly UserId[], since: Date): Promise<void> => {
  await db
    .updateTable('authSession')
    .set({ userAgent: robotAgent })
    .where('userId', 'in', ids)
    .where('createdAt', '>=', since)
    .execute()
}

/** Deletes the sessions of an earlier start and opens new ones. */
export const openDemoSessions = async (deps: Deps, auth: Auth): Promise<DemoVisitor[]> => {
  await deps.db.deleteFrom('authSession').where('userAgent', '=', robotAgent).execute()
  const people = await listVisitors(deps)
  const riding = new Set(people.filter(({ id }) => livingRiderIds.has(id)))
  const wanted = people.filter((person) => person.credential !== null || riding.has(person))
  const since = new Date(deps.now().getTime() - 1000)
  const opened = await Promise.all(
    wanted.map(async (person) => {
      const { token } = await auth.openSession(person.id, new Headers())
      const again = person.credential === null ? {} : { email: person.email, password: demoPassword }
      return { name: formatPersonName(person), userType: person.userType, token, ...again, rides: riding.has(person) }
    }),
  )
  if (wanted.length > 0)
    await markSessions(
      deps,
      wanted.map(({ id }) => id),
      since,
    )
  return opened
}
