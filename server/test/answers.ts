// The answers that are kept under idempotency keys, as text that can be searched for what must not be in it.
import { readBody } from '../src/db/answers.ts'
import type { Db } from '../src/deps.ts'

export const readAnswers = async (db: Db) => {
  const rows = await db.selectFrom('idempotencyKey').selectAll().execute()
  return rows.map(({ packed, body, ...row }) => ({ ...row, body: readBody({ packed, body }) }))
}
