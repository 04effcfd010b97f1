// Promise: a new town of the demo takes the place of the one in the database: people, history and prices anew, for the city that is
// active. What the operator made of the product comes along; whatever fails leaves the old town as it was.
import { rmSync } from 'node:fs'
import type { CityRegion } from '@wayfare/core/city-proposal'
import type { Config } from '../config.ts'
import type { Log } from '../deps.ts'
import { enqueueJob } from '../jobs/queue.ts'
import { makeStartError } from '../process.ts'
import { copyOperatorData, findAdmins, hasDemo } from './demo.ts'
import { dropDatabase, replaceDatabase } from './demo-databases.ts'
import type { Database } from './open.ts'
import { seedDatabase } from './seed.ts'
import { visitDatabaseAt } from './visit.ts'

/** `region` is that of the city, null for the demo's own. */
type Town = { config: Config; region: CityRegion | null; log: Log }

/** Car types are laid anew, at prices of the city, and with them go their pictures. */
const pricedTables = ['car_type', 'stored_file']

/** The data folder's are deleted as a whole; in another place may be what is not ours, so those that rows named go one by one. */
const eraseOldFiles = async (from: Database, into: Database): Promise<void> => {
  const rows = await from.db.selectFrom('storedFile').select('storageKey').execute()
  if (rows.length > 0) await enqueueJob(into.db, 'files.erase', { storageKeys: rows.map(({ storageKey }) => storageKey) })
}

/** Nobody else may be connected to the database at the address. */
export const makeFreshTown = async (url: string, { config, region, log }: Town): Promise<void> => {
  const place = { config, log }
  const fill = (freshUrl: string): Promise<void> =>
    visitDatabaseAt({ ...place, url }, (from) =>
      visitDatabaseAt({ ...place, url: freshUrl }, async (into) => {
        if (!(await hasDemo(from.directPool)))
          throw makeStartError('This database has no people of the demo in it: it stays as it is.')
        const { own } = await findAdmins(from.directPool)
        await copyOperatorData(from.directPool, into.directPool, { admins: own, without: pricedTables })
        const { currency, isLiving } = config
        await seedDatabase(into.db, { demo: true, region, currency, isAnew: true, isLiving })
        if (!config.files.isInData) await eraseOldFiles(from, into)
      }),
    )
  const { aside } = await replaceDatabase(url, fill)
  await dropDatabase(url, aside).catch((error: unknown) =>
    log.warn({ err: error, database: aside }, 'the old town is still there'),
  )
  if (config.files.isInData) rmSync(config.files.place, { recursive: true, force: true })
}
