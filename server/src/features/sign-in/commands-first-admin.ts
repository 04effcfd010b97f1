// The first admin of an installation is created by someone who can read the server's output, and by nobody else.
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type { createFirstAdmin as createFirstAdminEndpoint } from '@wayfare/contract/sign-in-first-admin'
import { system } from '@wayfare/core/accounts'
import { checkEmail, checkName } from '@wayfare/core/checks'
import { Refusal } from '@wayfare/core/errors'
import type { UserId } from '@wayfare/core/ids'
import { sql } from 'kysely'
import { recordAudit } from '../../audit.ts'
import { inTx } from '../../db/tx.ts'
import type { Deps, Tx } from '../../deps.ts'
import { omitOnceKey } from '../../http/once.ts'
import { isSame } from '../../secrets.ts'
import { findReferralId } from '../accounts/commands-referral.ts'
import { publishPerson } from '../accounts/commands-users.ts'
import { hashPassword, type Auth } from './auth.ts'
import { startSession } from './commands.ts'
import { checkNewPassword } from './commands-password.ts'
import type { SessionCaller } from './commands-sessions.ts'
import { createUser } from './commands-users.ts'
import { computeFirstAdminCode, isFirstAdminWanted } from './queries-first-admin.ts'

type Form = ParsedInputOf<typeof createFirstAdminEndpoint>

/** Normalises a code that was typed or read aloud: the alphabet of ids has no O, I or L. */
const readCode = (typed: string): string =>
  typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')

const checkForm = (deps: Deps, { code, firstName, lastName, email, password }: Form): void => {
  if (!isSame(readCode(code), readCode(computeFirstAdminCode(deps.secrets)))) throw new Refusal('first_admin_code')
  const problem = checkName(firstName) ?? checkName(lastName) ?? checkEmail(email)
  if (problem) throw new Refusal(problem)
  checkNewPassword(deps, password)
}

/** Creates the admin; the second of two concurrent requests finds one and is refused. */
const createAdmin = async (deps: Deps, tx: Tx, { firstName, lastName, email }: Form, passwordHash: string): Promise<UserId> => {
  await sql`select pg_advisory_xact_lock(hashtextextended('first admin', 0))`.execute(tx)
  if (!(await isFirstAdminWanted(deps, tx))) throw new Refusal('first_admin_there')
  const person = {
    firstName: firstName.trim(),
    lastName: lastName.trim(),
    email: email.trim().toLowerCase(),
    userType: 'admin',
    approved: true,
    // access to the server's output is proof enough, and there may be no mail service yet
    emailVerified: true,
    referralId: await findReferralId(deps, tx, firstName.trim()),
  } as const
  const id = await createUser(deps, tx, person, { passwordHash })
  await publishPerson(tx, { id, userType: 'admin', approved: true }, null)
  const { emailVerified: _proven, referralId: _friends, ...after } = person
  await recordAudit(tx, system, { action: 'accounts.createFirstAdmin', object: { kind: 'person', id }, after })
  return id
}

export const createFirstAdmin = async (deps: Deps, auth: Auth, form: Form, session: SessionCaller) => {
  if (!(await isFirstAdminWanted(deps))) throw new Refusal('first_admin_there')
  checkForm(deps, form)
  const passwordHash = await hashPassword(form.password)
  const userId = await inTx(omitOnceKey(deps), (tx) => createAdmin(deps, tx, form, passwordHash))
  return startSession(deps, auth, { userId, method: 'password', session })
}
