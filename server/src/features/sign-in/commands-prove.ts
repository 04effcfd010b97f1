// Proving one's identity again, for actions for which an unattended screen must not suffice.
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type { prove as proveEndpoint } from '@wayfare/contract/sign-in'
import type { UserActor } from '@wayfare/core/accounts'
import { Refusal } from '@wayfare/core/errors'
import type { Deps } from '../../deps.ts'
import { minuteMs } from '../accounts/commands-attempts.ts'
import { checkOwnPassword } from './commands-password.ts'
import { consumeSecondFactor } from './commands-second-factor.ts'
import type { SessionCaller } from './commands-sessions.ts'

/** How long a proof is valid; signing in counts as one. */
const provedForMs = 10 * minuteMs

/** Refuses with prove_first unless the person has recently proved their identity in this session. */
export const checkProved = async ({ db, now }: Deps, session: { id: string | null }): Promise<void> => {
  const row = await db
    .selectFrom('authSession')
    .select('provedAt')
    .where('id', '=', session.id ?? '')
    .executeTakeFirst()
  if (!row || row.provedAt.getTime() < now().getTime() - provedForMs) throw new Refusal('prove_first')
}

/** Takes either the password or a code of the second factor; attempts are limited as at the sign-in. */
export const proveIdentity = async (
  deps: Deps,
  actor: UserActor,
  { password, code }: ParsedInputOf<typeof proveEndpoint>,
  session: SessionCaller,
) => {
  if ((password === undefined) === (code === undefined)) {
    throw new Refusal('bad_request', { fields: [{ field: 'password', problem: 'give either password or code' }] })
  }
  if (password !== undefined) await checkOwnPassword(deps, actor, password)
  if (code !== undefined) await consumeSecondFactor(deps, actor.id, code)
  await deps.db
    .updateTable('authSession')
    .set({ provedAt: deps.now() })
    .where('id', '=', session.id ?? '')
    .execute()
  return { done: true as const }
}
