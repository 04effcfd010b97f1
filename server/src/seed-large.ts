// `npm run seed:large` fills this installation's database with a large city, for tests and measurements; never in production.
import { parseArgs } from 'node:util'
import { readActiveCity } from '@wayfare/citymap/dataset'
import { readConfig } from './config.ts'
import { seedLarge } from './db/seed-large.ts'
import { seedDatabase } from './db/seed.ts'
import { visitDatabase } from './db/visit.ts'
import { countAllEarnings } from './features/reports/commands.ts'
import { readSettings } from './features/settings/queries.ts'
import { makeLog } from './log.ts'
import { exitWithError, makeStartError } from './process.ts'

const usage = 'Use: npm run seed:large [-- --bookings 1000000 --users 100000 --waiting 60]'

const isWhole = (n: number, least: number, most: number): boolean => Number.isInteger(n) && n >= least && n <= most

const sizeOf = (argv: string[]) => {
  const { values } = parseArgs({
    args: argv,
    options: {
      bookings: { type: 'string', default: '1000000' },
      users: { type: 'string', default: '100000' },
      waiting: { type: 'string', default: '60' },
    },
  })
  const size = { bookings: Number(values.bookings), users: Number(values.users), waiting: Number(values.waiting) }
  if (!isWhole(size.bookings, 1, 10_000_000) || !isWhole(size.users, 1000, 1_000_000)) throw makeStartError(usage)
  if (!isWhole(size.waiting, 0, 1000)) throw makeStartError(usage)
  return size
}

const run = async (): Promise<void> => {
  const size = sizeOf(process.argv.slice(2))
  const config = readConfig(process.env)
  if (config.isProduction) throw makeStartError('A made-up city has no place in production: unset NODE_ENV.')
  const since = Date.now()
  await visitDatabase(config, makeLog({ ...config, logLevel: 'warn' }), async ({ db, directPool }) => {
    await seedDatabase(db, { ...config, region: readActiveCity(config.dataDir) })
    await seedLarge(directPool, size, (line) => console.log(line))
    const { timeZone } = await readSettings(db)
    await db.transaction().execute((tx) => countAllEarnings(tx, timeZone))
  })
  console.log(`Done in ${Math.round((Date.now() - since) / 1000)} s.`)
}

await run().then(() => process.exit(0), exitWithError)
