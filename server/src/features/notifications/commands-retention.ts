// Deletes campaigns and dev inbox messages older than the operator's retention period.
import { inTx } from '../../db/tx.ts'
import type { Deps } from '../../deps.ts'
import { makeExpired, type Expired, type Expiring } from '../../jobs/expiring.ts'

const noticesAtOnce = 100
const messagesAtOnce = 500

/** Keeps drafts and campaigns that are still being sent. */
export const expireNotices = (deps: Deps, { before }: Expiring): Promise<Expired> =>
  inTx(deps, async (tx) => {
    const old = tx
      .selectFrom('campaign')
      .select('id')
      .where('state', 'in', ['sent', 'stopped'])
      .where((e) => e(e.fn.coalesce('endedAt', 'sentAt', 'createdAt'), '<', before))
      .orderBy('id')
      .limit(noticesAtOnce)
      .forUpdate()
    const { numDeletedRows } = await tx.deleteFrom('campaign').where('id', 'in', old).executeTakeFirst()
    return makeExpired(Number(numDeletedRows), noticesAtOnce)
  })

/** The inbox holds only the newest messages (see `keepForReading`), so it is small. */
export const expireInbox = (deps: Deps, { before }: Expiring): Promise<Expired> =>
  inTx(deps, async (tx) => {
    const old = tx.selectFrom('devMessage').select('id').where('createdAt', '<', before).orderBy('id').limit(messagesAtOnce)
    const { numDeletedRows } = await tx.deleteFrom('devMessage').where('id', 'in', old).executeTakeFirst()
    return makeExpired(Number(numDeletedRows), messagesAtOnce)
  })
