// Proves the books and the audit log of a database, for commands beside the server.
import { makeFakeMaps } from './adapters/fakes.ts'
import type { Config } from './config.ts'
import { openDatabase } from './db/open.ts'
import type { Log } from './deps.ts'
import { proveAudit } from './features/audit/commands.ts'
import { proveBooks } from './features/wallet/commands-books.ts'
import { wireAdapters } from './wire.ts'

export type Proofs = { books: boolean; audit: boolean }

export const proveTown = async (url: string, config: Config & { secret: string }, log: Log): Promise<Proofs> => {
  const database = await openDatabase({ url, directUrl: config.databaseDirectUrl, prepare: config.dbPrepare, log })
  const wired = await wireAdapters({ config, database, url, log, maps: makeFakeMaps() })
  try {
    const books = await proveBooks(wired.deps, null)
    return { books: books.holds, audit: (await proveAudit(wired.deps, null)).holds }
  } finally {
    await wired.close()
    await database.close()
  }
}

export const describeProofs = ({ books, audit }: Proofs): string =>
  `The books ${books ? 'balance' : 'do NOT balance'}, and the audit log ${audit ? 'is whole' : 'is NOT whole'}.`
