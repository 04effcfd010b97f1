// `npm run create-admin -- --email … --first-name … --last-name …` creates an administrator in this installation's database,
// whether or not the server is running.
import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { makeReferralId } from '@wayfare/core/accounts'
import { checkEmail, checkName, checkPassword } from '@wayfare/core/checks'
import { readConfig } from './config.ts'
import { insertPerson } from './db/seed-people.ts'
import { visitDatabase } from './db/visit.ts'
import type { Db } from './deps.ts'
import { hashPassword } from './features/sign-in/auth.ts'
import { makeProblem } from './http/refusals.ts'
import { makeLog } from './log.ts'
import { exitWithError, makeStartError } from './process.ts'
import { drawRandom, makeId } from './wire.ts'

type NewAdmin = { email: string; firstName: string; lastName: string; password: string }

const usage = 'Use: npm run create-admin -- --email you@town.example --first-name Your --last-name Name'

const readFlags = (argv: string[]) => {
  const option = { type: 'string' } as const
  try {
    return parseArgs({ args: argv, options: { email: option, 'first-name': option, 'last-name': option } }).values
  } catch {
    throw makeStartError(usage)
  }
}

/** Asks for a password without echoing it. */
const askPassword = (): Promise<string> => {
  if (!process.stdin.isTTY)
    throw makeStartError('Set WAYFARE_ADMIN_PASSWORD, or run this in a terminal that can ask for the password.')
  process.stdout.write('Password (6 to 30 letters, digits, @, * or #): ')
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  return new Promise((resolve, reject) => {
    lines.once('SIGINT', () => reject(makeStartError('\nNothing was made.')))
    lines.question('', (answer) => {
      lines.close()
      process.stdout.write('\n')
      resolve(answer)
    })
  })
}

const readAdmin = async (): Promise<NewAdmin> => {
  const flags = readFlags(process.argv.slice(2))
  const { email, 'first-name': firstName, 'last-name': lastName } = flags
  if (email === undefined || firstName === undefined || lastName === undefined) throw makeStartError(usage)
  const problem = checkName(firstName) ?? checkName(lastName) ?? checkEmail(email)
  if (problem) throw makeStartError(makeProblem(problem, '').error.message)
  const password = process.env['WAYFARE_ADMIN_PASSWORD'] ?? (await askPassword())
  const weakness = checkPassword(password)
  if (weakness) throw makeStartError(makeProblem(weakness, '').error.message)
  return { email: email.trim().toLowerCase(), firstName: firstName.trim(), lastName: lastName.trim(), password }
}

const insertAdmin = async (db: Db, { password, ...names }: NewAdmin): Promise<void> => {
  const referralId = makeReferralId(names.firstName, 1000 + Math.floor(drawRandom() * 9000))
  const person = { ...names, id: makeId(16), userType: 'admin', approved: true, referralId } as const
  const isNew = await insertPerson(db, person, await hashPassword(password))
  if (!isNew) throw makeStartError(`There is an account with the e-mail address ${names.email} already.`)
}

const createAdmin = async (): Promise<void> => {
  const admin = await readAdmin()
  const config = readConfig(process.env)
  const log = makeLog({ ...config, logLevel: 'warn' })
  await visitDatabase(config, log, ({ db }) => insertAdmin(db, admin))
  console.log(`${admin.firstName} ${admin.lastName} (${admin.email}) is an administrator now and can sign in.`)
}

await createAdmin().then(() => process.exit(0), exitWithError)
