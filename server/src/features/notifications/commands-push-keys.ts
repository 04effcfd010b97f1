// The keys that identify this server to browsers' push services: made once, on first use, and shared by all its processes.
import { generateKeyPairSync } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Deps, Tx } from '../../deps.ts'
import type { Secrets } from '../../secrets.ts'

type PushKeys = { publicKey: string; privateKey: string }

type Ground = Pick<Deps, 'db' | 'secrets' | 'log'>

const context = 'push_key.sealed_private_key'

const makeKeys = (): PushKeys => {
  const { x = '', y = '', d = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' })
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  return { publicKey: point.toString('base64url'), privateKey: d }
}

const findKeys = async (db: Db | Tx, secrets: Secrets): Promise<PushKeys | 'none' | 'unreadable'> => {
  const row = await db.selectFrom('pushKey').selectAll().where('name', '=', 'vapid').executeTakeFirst()
  if (!row) return 'none'
  const privateKey = secrets.open(row.sealedPrivateKey, context)
  return privateKey === null ? 'unreadable' : { publicKey: row.publicKey, privateKey }
}

/** Stores new keys; of several concurrent processes only one does. Browsers subscribed with lost keys are removed. */
const keepNewKeys = ({ db, secrets }: Ground, isRenewed: boolean): Promise<void> =>
  db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('push_key', 0))`.execute(tx)
    const found = await findKeys(tx, secrets)
    if (typeof found === 'object') return
    const { publicKey, privateKey } = makeKeys()
    const sealedPrivateKey = secrets.seal(privateKey, context)
    await tx
      .insertInto('pushKey')
      .values({ name: 'vapid', publicKey, sealedPrivateKey })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ publicKey, sealedPrivateKey }))
      .execute()
    if (isRenewed) await tx.deleteFrom('pushDevice').where('kind', '=', 'web').execute()
  })

export const getPushKeys = async (ground: Ground): Promise<PushKeys> => {
  const found = await findKeys(ground.db, ground.secrets)
  if (typeof found === 'object') return found
  if (found === 'unreadable') ground.log.warn({}, 'the keys of push were sealed under another secret and are made anew')
  await keepNewKeys(ground, found === 'unreadable')
  const made = await findKeys(ground.db, ground.secrets)
  if (typeof made !== 'object') throw new Error('the keys of push could not be kept')
  return made
}
