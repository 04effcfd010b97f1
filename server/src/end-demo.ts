// `npm run end-demo` makes a database without the demo, with the operator's own data, and keeps the demo's database under another
// name.
import { parseArgs } from 'node:util'
import { readConfig } from './config.ts'
import { copyOperatorData, countRemainder, findAdmins, hasDemo, type Admin } from './db/demo.ts'
import { replaceDatabase } from './db/demo-databases.ts'
import type { Database } from './db/open.ts'
import { runWithSoleDatabase, visitDatabaseAt } from './db/visit.ts'
import { makeLog } from './log.ts'
import { exitWithError, makeStartError } from './process.ts'

const usage = 'Use: npm run end-demo [-- --leave-people] [--all-admins] [--into postgresql://…]'

const otherWay =
  'Or make an empty database by other means and run `npm run end-demo -- --into postgresql://…` with its address: ' +
  'then this one is only read, and you point DATABASE_URL to the new one.'

type Flags = { leavePeople: boolean; allAdmins: boolean; into: string | null }

const readFlags = (argv: string[]): Flags => {
  const yes = { type: 'boolean', default: false } as const
  try {
    const { values } = parseArgs({ args: argv, options: { 'leave-people': yes, 'all-admins': yes, into: { type: 'string' } } })
    return { leavePeople: values['leave-people'], allAdmins: values['all-admins'], into: values.into ?? null }
  } catch {
    throw makeStartError(usage)
  }
}

const emails = (admins: readonly Admin[]): string => admins.map(({ email }) => email).join(', ')

/** The admins to take along; refuses if more than the demo would be left behind. */
const chooseAdmins = async ({ directPool }: Database, flags: Flags): Promise<{ own: Admin[]; doubtful: Admin[] }> => {
  if (!(await hasDemo(directPool)))
    throw makeStartError('There is nothing to end: this database has no people of the demo in it.')
  const { people, bookings } = await countRemainder(directPool)
  if (people > 0 && !flags.leavePeople) {
    throw makeStartError(
      `Beside the demo's people and admins, this database has others: ${people}, with ${bookings} bookings. They would stay behind in the ` +
        'old database. If that is meant: npm run end-demo -- --leave-people. Nothing was changed.',
    )
  }
  const { own, doubtful } = await findAdmins(directPool)
  return flags.allAdmins ? { own: [...own, ...doubtful], doubtful: [] } : { own, doubtful }
}

const checkEmpty = async ({ directPool }: Database, into: string): Promise<void> => {
  const { rowCount } = await directPool.query('select from app_user limit 1')
  if (rowCount !== 0)
    throw makeStartError(`The database at ${new URL(into).pathname} has people in it: give an empty one. Nothing was changed.`)
}

const say = ({ own, doubtful }: { own: Admin[]; doubtful: Admin[] }, where: string): void => {
  const lines = [
    'The demo has ended. Settings, car types, texts, reasons to cancel, places of your own, keys of payment providers and the map are as they were.',
    own.length > 0 ? `Admins who can sign in: ${emails(own)}.` : 'There is no admin yet: npm run create-admin makes the first.',
    ...(doubtful.length > 0
      ? [`Left behind, for somebody signed in as the demo's admin made or changed them: ${emails(doubtful)}.`]
      : []),
    where,
  ]
  console.log(lines.join('\n'))
}

const endDemo = async (): Promise<void> => {
  const flags = readFlags(process.argv.slice(2))
  const config = readConfig(process.env)
  const place = { config, log: makeLog({ ...config, logLevel: 'warn' }) }
  await runWithSoleDatabase(config, async (url) => {
    const admins = await visitDatabaseAt({ ...place, url }, (database) => chooseAdmins(database, flags))
    const fill = (freshUrl: string): Promise<void> =>
      visitDatabaseAt({ ...place, url }, (from) =>
        visitDatabaseAt({ ...place, url: freshUrl }, async (into) => {
          await checkEmpty(into, freshUrl)
          await copyOperatorData(from.directPool, into.directPool, { admins: admins.own })
        }),
      )
    if (flags.into !== null) {
      await fill(flags.into)
      return say(admins, 'They are in the database given with --into: point DATABASE_URL there. The old one was only read.')
    }
    const { name, aside } = await replaceDatabase(url, fill, { otherWay })
    say(admins, `The new database is ${name}, as before; the demo's is kept beside it as ${aside}.`)
  })
}

await endDemo().then(() => process.exit(0), exitWithError)
