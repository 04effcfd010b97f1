// `npm run fresh-town` replaces the demo's town by a new one in the active city, after asking for confirmation.
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { activateWantedCity, readNextCity } from '@wayfare/citymap/wanted-city'
import { readConfig } from './config.ts'
import { makeFreshTown } from './db/fresh-town.ts'
import { runWithSoleDatabase } from './db/visit.ts'
import { makeLog } from './log.ts'
import { exitWithError, makeStartError } from './process.ts'

const usage = 'Use: npm run fresh-town [-- --yes]'

const readYes = (argv: string[]): boolean => {
  try {
    return parseArgs({ args: argv, options: { yes: { type: 'boolean', default: false } } }).values.yes
  } catch {
    throw makeStartError(usage)
  }
}

const ask = async (city: string): Promise<void> => {
  console.log(
    `A fresh town in ${city}: people, bookings, chats, the books and the audit log begin anew, with currency and prices of the city.\n` +
      'What is there of them is lost. Settings otherwise, texts, keys of payment providers and admins whom you made stay.',
  )
  if (!process.stdin.isTTY) throw makeStartError('Say --yes, or run this in a terminal that can ask. Nothing was changed.')
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await lines.question('Type yes to go on: ')
  lines.close()
  if (answer.trim().toLowerCase() !== 'yes') throw makeStartError('Nothing was changed.')
}

const run = async (): Promise<void> => {
  const isSure = readYes(process.argv.slice(2))
  const config = readConfig(process.env)
  if (!config.demo)
    throw makeStartError('Only the demo has a town that is made anew, and this is no demo (WAYFARE_DEMO, NODE_ENV).')
  const region = readNextCity(config.dataDir)
  const city = region?.name ?? 'Göteborg'
  if (!isSure) await ask(city)
  const log = makeLog({ ...config, logLevel: 'warn' })
  await runWithSoleDatabase(config, async (url) => {
    await makeFreshTown(url, { config, region, log })
    activateWantedCity(config.dataDir)
  })
  console.log(`The town in ${city} is there: npm start.`)
}

await run().then(() => process.exit(0), exitWithError)
