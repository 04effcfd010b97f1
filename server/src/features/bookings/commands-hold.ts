// Legal hold: a booking that a court or an authority wants kept. Nothing of it is deleted until the hold ends (see
// `isExpirable`).
import type { setBookingHold as holdEndpoint } from '@wayfare/contract/bookings-desk'
import type { ParsedInputOf } from '@wayfare/contract/endpoint'
import type { UserActor } from '@wayfare/core/accounts'
import { recordAudit } from '../../audit.ts'
import { inTx } from '../../db/tx.ts'
import type { Deps } from '../../deps.ts'
import { checkUnlocked } from '../../lock.ts'
import { lockBooking } from './transition.ts'

export const setBookingHold = (deps: Deps, actor: UserActor, { id, held }: ParsedInputOf<typeof holdEndpoint>) =>
  inTx(deps, async (tx) => {
    checkUnlocked(deps)
    const { legalHold } = await lockBooking(tx, id)
    if (legalHold !== held) {
      await tx.updateTable('booking').set({ legalHold: held }).where('id', '=', id).execute()
      const [before, after] = [{ legalHold }, { legalHold: held }]
      await recordAudit(tx, actor, { action: 'bookings.setLegalHold', object: { kind: 'booking', id }, before, after })
    }
    return { legalHold: held }
  })
