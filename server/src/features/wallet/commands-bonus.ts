// The referral bonus: paid once to the newcomer and the referrer, after the newcomer's first paid trip and a verified contact,
// or, if the operator chose so, on approval alone. The number of bonuses a referrer gets per day is capped.
import { paidStatuses } from '@wayfare/core/booking'
import type { UserId } from '@wayfare/core/ids'
import { makeBonusPostings } from '@wayfare/core/ledger'
import { toMinor } from '@wayfare/core/money'
import { sql } from 'kysely'
import { inTx } from '../../db/tx.ts'
import type { Deps, Tx } from '../../deps.ts'
import { writePostings } from './post.ts'

/** The newcomer's referrer if both still exist and no bonus was paid yet; locked, so that the daily count is right. */
const lockReferrer = async (tx: Tx, newcomer: UserId): Promise<UserId | null> => {
  const row = await tx
    .selectFrom('appUser as referrer')
    .innerJoin('appUser as newcomer', 'newcomer.signupViaReferral', 'referrer.id')
    .select('referrer.id')
    .where('newcomer.id', '=', newcomer)
    .where('newcomer.removedAt', 'is', null)
    .where('referrer.removedAt', 'is', null)
    .where((where) =>
      where.not(
        where.exists(where.selectFrom('ledgerTransaction').select('id').where('once', '=', `bonus:${newcomer}:referrer`)),
      ),
    )
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.id ?? null
}

/** True if the person has verified an e-mail address or a phone number. */
const isProven = async (tx: Tx, id: UserId): Promise<boolean> => {
  const person = tx.selectFrom('appUser').select('id').where('id', '=', id)
  const proven = person.where((where) =>
    where.or([where('emailVerified', '=', true), where('provenMobile', '=', where.ref('mobile'))]),
  )
  return (await proven.executeTakeFirst()) !== undefined
}

/** True if the person has a paid trip, as rider or as driver. */
const hasPaidTrip = async (tx: Tx, id: UserId): Promise<boolean> => {
  const trip = await tx
    .selectFrom('booking')
    .select('id')
    .where('status', 'in', paidStatuses)
    .where((where) => where.or([where('customerId', '=', id), where('driverId', '=', id)]))
    .limit(1)
    .executeTakeFirst()
  return trip !== undefined
}

const isDue = async (deps: Deps, tx: Tx, newcomer: UserId): Promise<boolean> =>
  deps.settings().bonusMoment === 'approval' || ((await isProven(tx, newcomer)) && (await hasPaidTrip(tx, newcomer)))

/** How many bonuses the referrer got today, in the city's time zone. */
const countToday = async ({ now, settings }: Deps, tx: Tx, referrer: UserId): Promise<number> => {
  const { count } = await tx
    .selectFrom('ledgerTransaction as t')
    .innerJoin('ledgerEntry as e', 'e.transactionId', 't.id')
    .innerJoin('ledgerAccount as a', 'a.id', 'e.accountId')
    .select(sql<bigint>`count(*)`.as('count'))
    .where('a.kind', '=', 'wallet')
    .where('a.ownerId', '=', referrer)
    .where('t.once', 'like', 'bonus:%:referrer')
    .where('t.createdAt', '>=', sql<Date>`date_trunc('day', ${now()}::timestamptz, ${settings().timeZone})`)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/**
 * Pays the bonus for a newcomer if it is due: called on approval, when a contact is verified, and after each paid trip.
 * If the daily cap is reached, the newcomer's next trip tries again.
 */
export const payBonus = async (deps: Deps, newcomer: UserId): Promise<void> => {
  const { bonus, bonusPerDay, code } = deps.settings()
  const amount = toMinor(bonus, code)
  if (amount === 0n) return
  await inTx(deps, async (tx) => {
    const referrer = await lockReferrer(tx, newcomer)
    if (referrer === null || !(await isDue(deps, tx, newcomer))) return
    if ((await countToday(deps, tx, referrer)) >= bonusPerDay) {
      deps.log.info({ referrer, newcomer }, 'a referral bonus waits: the referrer was paid for as many as a day allows')
      return
    }
    await writePostings(tx, code, makeBonusPostings(newcomer, referrer, amount))
  })
}
