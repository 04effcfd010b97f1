// A town with many drivers on duty, and a server that accepts all their sockets from one network.
import { startDatabase, type BenchDatabase } from './database.ts'
import { startServer, type RunningProcess } from './process.ts'
import { insertTown, type Town } from './town.ts'

type Crowd = { postgres: BenchDatabase; town: Town; server: RunningProcess }

export const startCrowd = async (counts: { riders: number; drivers: number }): Promise<Crowd> => {
  const postgres = await startDatabase()
  const database = await postgres.open()
  const town = await insertTown(database.db, { ...counts, online: true })
  await database.close()
  // reconnecting clients may briefly have two sockets
  const server = await startServer(postgres.url, { LIVE_SOCKETS_PER_NETWORK: String(counts.drivers * 2 + 100) })
  return { postgres, town, server }
}
