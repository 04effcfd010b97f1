// A call from an unknown person: a name and a number make a rider for whom the desk can book.
import type * as contract from '@wayfare/contract/people-riders'
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type { UserActor } from '@wayfare/core/accounts'
import { checkName } from '@wayfare/core/checks'
import { Refusal } from '@wayfare/core/errors'
import { checkPhone } from '@wayfare/core/phones'
import { recordAudit } from '../../audit.ts'
import { inTx } from '../../db/tx.ts'
import type { Deps } from '../../deps.ts'
import { addPerson, findHomeDialCode } from './commands.ts'
import { getRider } from './queries-riders.ts'

type Caller = ParsedInputOf<typeof contract.addCaller>

const check = (deps: Deps, { firstName, lastName, mobile }: Caller): void => {
  const names = { firstName: checkName(firstName), lastName: lastName.trim() === '' ? null : checkName(lastName) }
  for (const [field, problem] of Object.entries(names)) if (problem) throw new Refusal(problem, { field })
  const phone = checkPhone({ dialCode: findHomeDialCode(deps), mobile })
  if (phone) throw new Refusal(phone, { field: 'mobile' })
}

export const addCaller = (deps: Deps, actor: UserActor, caller: Caller) =>
  inTx(deps, async (tx) => {
    check(deps, caller)
    const email = `${deps.newId(20).toLowerCase()}@caller.invalid`
    const { id, ...added } = await addPerson(deps, tx, actor, { ...caller, userType: 'rider', email, approved: true })
    await recordAudit(tx, actor, { action: 'accounts.addCaller', object: { kind: 'person', id }, after: added })
    return getRider({ ...deps, db: tx }, id)
  })
