// Promise: a database is used only with the secret that it was made with: with another one nobody could sign in, keys of providers
// could not be opened and the audit log would look tampered with.
import type { ClientBase } from 'pg'
import { makeStartError } from '../process.ts'
import { isSame, makeSecrets } from '../secrets.ts'

/** By this a secret is known again; it tells nothing of it. */
export const hashSecret = (secret: string): string => makeSecrets(secret).hash('the secret', 'secret_check')

type Asking = Pick<ClientBase, 'query'>

/** What the database's secret hashes to; null when it was never kept. */
export const readSecretCheck = async (client: Asking): Promise<string | null> => {
  const { rows: tables } = await client.query<{ found: boolean }>(
    `select to_regclass('public.secret_check') is not null as found`,
  )
  if (tables[0]?.found !== true) return null
  const { rows } = await client.query<{ hash: string }>('select hash from secret_check')
  return rows[0]?.hash ?? null
}

/** Whether something in the database was sealed with another secret; of a database that did not yet keep the check. */
const isSealedWithAnother = async (client: Asking, secret: string): Promise<boolean> => {
  const { rows } = await client.query<{ sealed: string }>('select sealed_private_key as sealed from push_key')
  return rows.some(({ sealed }) => makeSecrets(secret).open(sealed, 'push_key.sealed_private_key') === null)
}

const keep = (client: Asking, hash: string) =>
  client.query(
    `insert into secret_check (id, hash) values (true, $1) on conflict (id) do update set hash = excluded.hash, kept_at = now()`,
    [hash],
  )

const refuse = (where: string): never => {
  throw makeStartError(
    `The secret (${where}) is not the one that this database was made with: with it nobody could sign in, and the keys of payment providers ` +
      'could not be opened. Put the old one back, from a backup of the data folder or of WAYFARE_SECRET. If it is lost for good, start once ' +
      'with WAYFARE_NEW_SECRET=on: everybody signs in again, and keys of providers have to be entered anew.',
  )
}

/** Refuses a secret that does not belong to the database; keeps the first one, and a new one that is wanted. `where` it was found. */
export const checkSecret = async (
  client: Asking,
  secret: string,
  { isNewWanted, where }: { isNewWanted: boolean; where: string },
): Promise<void> => {
  const hash = hashSecret(secret)
  const kept = await readSecretCheck(client)
  if (kept !== null && isSame(kept, hash)) return
  const isOther = kept !== null || (await isSealedWithAnother(client, secret))
  if (isOther && !isNewWanted) refuse(where)
  await keep(client, hash)
}
