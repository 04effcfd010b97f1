// Requests a fresh demo town, which is made by the process that started the server.
import type { InputOf } from '@wayfare/contract/endpoint'
import type * as contract from '@wayfare/contract/demo'
import type { UserActor } from '@wayfare/core/accounts'
import { Refusal } from '@wayfare/core/errors'
import { recordAudit } from '../../audit.ts'
import { inTx } from '../../db/tx.ts'
import type { Deps, DemoTown } from '../../deps.ts'
import { checkUnlocked } from '../../lock.ts'
import { describeTown } from './queries.ts'

type TownInput = InputOf<typeof contract.makeTown>

/** The answer is sent before the server stops for it. The audit entry remains only if the town stays. */
export const makeTown = async (deps: Deps, actor: UserActor, town: DemoTown, { dataset }: TownInput): Promise<{ done: true }> => {
  checkUnlocked(deps)
  if (!describeTown(deps, town).canMake) throw new Refusal('no_fresh_town')
  if (dataset !== undefined && !deps.maps.cities?.list().cities.some((city) => city.dataset === dataset))
    throw new Refusal('not_found')
  const object = { kind: 'settings', id: 'town' } as const
  const answer = await inTx(deps, async (tx) => {
    await recordAudit(tx, actor, { action: 'demo.makeTown', object, after: { city: dataset ?? null } })
    return { done: true as const }
  })
  town.remake?.(dataset ?? null)
  return answer
}
